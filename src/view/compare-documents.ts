import { basename } from 'node:path';
import { type BuiltLeaderboard, buildLeaderboard } from '../compare/board/build-leaderboard.ts';
import { gatherContenders } from '../compare/board/contender.ts';
import { countWins } from '../compare/board/task-rates.ts';
import { compareResults } from '../compare/compare-results.ts';
import { type Result, shareOf } from '../compare/result.ts';
import { factsOf, type TaskFacts } from '../compare/task-facts.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { TaskOf } from '../report/explorer/task-document.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import { shortModelName } from '../report/short-model-name.ts';
import type { CompareDocument, CompareRow, LeaderboardDocument } from '../schema/view/overview-document.ts';
import type { RunSummary } from '../schema/view/run-document.ts';
import { countOf } from '../util/count-of.ts';
import { groupBy } from '../util/group-by.ts';

export type ComparedRun = Readonly<{ result: Result; summary: RunSummary; index: VerdictIndex }>;

/** Enough for a page that is drawn while somebody waits. */
const resamples = 2000;

/** Two runs, task by task. Runs measured under different conditions are still compared, and the page says so. */
export function buildComparison(a: ComparedRun, b: ComparedRun, taskOf: TaskOf): CompareDocument {
  const results = [a.result, b.result] as const;
  const facts = listFacts([a, b], taskOf);
  const [comparison] = compareResults(results, { facts, allowMismatch: true }).comparisons;
  if (!comparison) throw new BigCodeBenchError('INVARIANT', 'Two runs gave no comparison.');
  return { a: a.summary, b: b.summary, comparison, rows: listCompareRows(...results) };
}

/** The tasks of both, with what became of each. */
export function listCompareRows(a: Result, b: Result): CompareRow[] {
  return [...a.tasks].flatMap(([taskId, one]) => {
    const other = b.tasks.get(taskId);
    if (!other) return [];
    const [causeA = '', causeB = ''] = [one.cause, other.cause];
    return [{ taskId, a: shareOf(one), b: shareOf(other), causeA, causeB }];
  });
}

/** Runs on the same tasks, ranked; one board for each set of tasks. */
export function buildBoards(runs: readonly ComparedRun[], taskOf: TaskOf): LeaderboardDocument {
  const isWhole = ({ summary }: ComparedRun) => summary.state === 'finished';
  const left = runs
    .filter((run) => !isWhole(run))
    .map(({ summary: { model, state, verdicts, total } }) => {
      return { model: shortModelName(model), reason: `is ${state}: ${verdicts} of ${total} verdicts` };
    });
  const groups = groupBy(runs.filter(isWhole), ({ summary }) => `${summary.subset}\0${summary.tasksHash}`);
  const named = new Map<string, number>();
  const boards = [...groups.values()].flatMap((members) => {
    const { subset = '', tasks = 0 } = members[0]?.summary ?? {};
    const words = `${basename(subset)}, ${countOf(tasks, 'task')}`;
    const times = (named.get(words) ?? 0) + 1;
    named.set(words, times);
    const name = times === 1 ? words : `${words} (${times})`;
    try {
      const built = rank(members, taskOf);
      const { board, entrants } = built;
      left.push(...board.excluded);
      const wins = countWins(entrants.map(({ row }) => row));
      return [{ name, board, runIds: listRunIds(members, built), wins }];
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      left.push({ model: name, reason: error.message });
      return [];
    }
  });
  const size = ({ board }: (typeof boards)[number]) => board.models.length * board.tasks;
  return { boards: boards.sort((a, b) => size(b) - size(a)), left };
}

function rank(members: readonly ComparedRun[], taskOf: TaskOf): BuiltLeaderboard {
  const contenders = gatherContenders({ results: members.map(({ result }) => result), allowMismatch: true });
  const subset = members[0]?.summary.subset ?? '';
  return buildLeaderboard({ contenders, subset, facts: listFacts(members, taskOf), resamples });
}

function listRunIds(members: readonly ComparedRun[], { entrants }: BuiltLeaderboard): Record<string, string[]> {
  const idOf = new Map(members.map(({ result, summary }) => [result, summary.id]));
  return Object.fromEntries(
    entrants.map(({ contender, results }) => [
      contender.name,
      Object.values(results).flatMap((result) => idOf.get(result) ?? []),
    ]),
  );
}

function listFacts(runs: readonly ComparedRun[], taskOf: TaskOf): Map<string, TaskFacts> {
  const ids = new Set(runs.flatMap(({ result }) => [...result.tasks.keys()]));
  return new Map(
    [...ids].flatMap((id) => {
      const task = taskOf(id);
      return task ? [[id, factsOf({ ...task, id })]] : [];
    }),
  );
}
