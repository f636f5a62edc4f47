import { basename } from 'node:path';
import { type BuiltLeaderboard, buildLeaderboard } from '../compare/board/build-leaderboard.ts';
import { gatherContenders } from '../compare/board/contender.ts';
import { countWins } from '../compare/board/count-wins.ts';
import { compareResults } from '../compare/compare-results.ts';
import { gatherTasks, type Result, type ResultConditions } from '../compare/result.ts';
import type { TaskFacts } from '../compare/task-facts.ts';
import { publishedSolveRate } from '../dataset/facts/published-solves.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import { upstreamStatusOf } from '../schema/execution.ts';
import type { Task } from '../schema/task.ts';
import type { CompareDocument, CompareRow, LeaderboardDocument } from '../schema/view/overview-document.ts';
import type { RunSummary } from '../schema/view/run-document.ts';
import { groupBy } from '../util/group-by.ts';

/** A run with everything that comparing it needs. */
export interface ComparedRun {
  readonly conditions: ResultConditions;
  readonly summary: RunSummary;
  readonly index: VerdictIndex;
}

type TaskOf = (id: string) => Pick<Task, 'domains' | 'libs' | 'hard'> | undefined;

/** Enough for a page that is drawn while somebody waits. */
const resamples = 2000;

/** Two runs, task by task. Runs measured under different conditions are still compared, and the page says so. */
export function buildComparison(a: ComparedRun, b: ComparedRun, taskOf: TaskOf): CompareDocument {
  const results = [toResult(a), toResult(b)] as const;
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
    return [
      {
        taskId,
        a: one.passed / one.samples,
        b: other.passed / other.samples,
        causeA: one.cause ?? '',
        causeB: other.cause ?? '',
      },
    ];
  });
}

/** Runs on the same tasks, ranked; one board for each set of tasks. */
export function buildBoards(runs: readonly ComparedRun[], taskOf: TaskOf): LeaderboardDocument {
  const left: { model: string; reason: string }[] = [];
  const whole = runs.filter(({ summary }) => {
    if (summary.state === 'finished') return true;
    left.push({
      model: summary.model,
      reason: `is ${summary.state}: ${summary.verdicts} of ${summary.total} verdicts`,
    });
    return false;
  });
  const groups = groupBy(whole, ({ summary }) => `${summary.subset}\0${summary.tasks}`);
  const boards = [...groups.values()].flatMap((members) => {
    const [first] = members;
    const name = `${basename(first?.summary.subset ?? '')}, ${first?.summary.tasks} tasks`;
    try {
      const { board, entrants } = rank(members, taskOf);
      left.push(...board.excluded);
      const wins = countWins(entrants.map(({ row }) => row));
      return [{ name, board, runIds: listRunIds(members), wins }];
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      left.push({ model: name, reason: error.message });
      return [];
    }
  });
  return { boards: boards.sort((a, b) => b.board.models.length - a.board.models.length), left };
}

function rank(members: readonly ComparedRun[], taskOf: TaskOf): BuiltLeaderboard {
  const contenders = gatherContenders({ results: members.map(toResult), allowMismatch: true });
  const subset = members[0]?.summary.subset ?? '';
  return buildLeaderboard({ contenders, subset, facts: listFacts(members, taskOf), resamples });
}

function listRunIds(members: readonly ComparedRun[]): Record<string, string[]> {
  const byModel = groupBy(members, ({ summary }) => summary.model);
  return Object.fromEntries([...byModel].map(([model, runs]) => [model, runs.map(({ summary }) => summary.id)]));
}

function toResult({ conditions, summary, index }: ComparedRun): Result {
  const samples = index.taskIds.flatMap((taskId) =>
    index.outcomesOf(taskId).map(({ outcome, cause }) => ({
      taskId,
      status: upstreamStatusOf[outcome],
      cause: () => cause,
    })),
  );
  return {
    model: summary.model,
    source: summary.id,
    runId: summary.id,
    conditions,
    tasks: gatherTasks(samples),
    costUsd: summary.costUsd,
    usage: summary.usage,
    notes: [],
  };
}

function listFacts(runs: readonly ComparedRun[], taskOf: TaskOf): Map<string, TaskFacts> {
  const ids = new Set(runs.flatMap(({ index }) => index.taskIds));
  return new Map(
    [...ids].flatMap((id) => {
      const task = taskOf(id);
      if (!task) return [];
      const { domains, libs, hard } = task;
      return [[id, { id, domains, libs, hard, solveRate: publishedSolveRate(id) }]];
    }),
  );
}
