import type { GroupScore, Score, ScoreAtK } from '../schema/score.ts';
import type { Task } from '../schema/task.ts';
import { estimateMean } from './estimate.ts';
import { passAtK, passHatK, type Tally } from './pass-at-k.ts';

/** What scoring needs from a verdict. */
export interface ScoredSample {
  readonly taskId: string;
  readonly passed: boolean;
}

export interface ScoreRunInput {
  /** The tasks to score: one without samples counts as unsolved. */
  readonly tasks: readonly Pick<Task, 'id' | 'domains' | 'libs' | 'hard'>[];
  readonly samples: readonly ScoredSample[];
  readonly passK: readonly number[];
  /** Ids of the tasks whose reference solution passes here; omitted if ground truth was not checked. */
  readonly validTaskIds?: ReadonlySet<string>;
}

/**
 * Scores verdicts over these tasks.
 *
 * @example
 * const { passAt1 } = scoreVerdicts(verdicts, tasks);
 * console.log(passAt1.value, passAt1.interval);
 */
export function scoreVerdicts(
  verdicts: readonly { readonly taskId: string; readonly status: string }[],
  tasks: ScoreRunInput['tasks'],
  passK: readonly number[] = [1, 5, 10],
): Score {
  const samples = verdicts.map(({ taskId, status }) => ({ taskId, passed: status === 'pass' }));
  return scoreRun({ tasks, samples, passK });
}

/** Turns verdicts into numbers. Pure: the same verdicts give the same score. */
export function scoreRun({ tasks, samples, passK, validTaskIds }: ScoreRunInput): Score {
  const tallies = tallySamples(tasks, samples);
  const scored = tasks.map((task) => ({ ...task, tally: tallies.get(task.id) ?? { samples: 1, passed: 0 } }));
  const groupOf = (name: string, members: typeof scored): GroupScore => ({
    name,
    tasks: members.length,
    passAt1: estimateMean(
      members.map(({ tally }) => passAtK(tally, 1)),
      { wilson: true },
    ),
  });
  const groupBy = (namesOf: (task: (typeof scored)[number]) => readonly string[]): GroupScore[] => {
    const names = [...new Set(scored.flatMap((task) => namesOf(task)))];
    return names
      .map((name) =>
        groupOf(
          name,
          scored.filter((task) => namesOf(task).includes(name)),
        ),
      )
      .sort((a, b) => b.tasks - a.tasks || (a.name < b.name ? -1 : 1));
  };
  const hard = scored.filter((task) => task.hard);
  const valid = validTaskIds && scored.filter((task) => validTaskIds.has(task.id));
  const perTask = scored.map(({ tally }) => tally);
  const { computed, notComputed } = splitByFeasibility(perTask, passK);
  const byK = computed.map((k) => scoreAtK(perTask, k));
  return {
    tasks: tasks.length,
    samples: samples.length,
    passAt1: byK.find(({ k }) => k === 1)?.passAtK ?? groupOf('all', scored).passAt1,
    byK,
    notComputed,
    ...(valid ? { valid: groupOf('valid', valid) } : {}),
    ...(hard.length > 0 ? { hard: groupOf('hard', hard) } : {}),
    byDomain: groupBy((task) => task.domains),
    byLibrary: groupBy((task) => task.libs),
  };
}

/** Passes and samples of each of these tasks; one without samples is left out. */
export function tallySamples(tasks: ScoreRunInput['tasks'], samples: readonly ScoredSample[]): Map<string, Tally> {
  const known = new Set(tasks.map((task) => task.id));
  const tallies = new Map<string, Tally>();
  for (const { taskId, passed } of samples) {
    if (!known.has(taskId)) continue;
    const before = tallies.get(taskId) ?? { samples: 0, passed: 0 };
    tallies.set(taskId, { samples: before.samples + 1, passed: before.passed + (passed ? 1 : 0) });
  }
  return tallies;
}

function scoreAtK(tallies: readonly Tally[], k: number): ScoreAtK {
  return {
    k,
    passAtK: estimateMean(
      tallies.map((tally) => passAtK(tally, k)),
      { wilson: k === 1 },
    ),
    passHatK: estimateMean(tallies.map((tally) => passHatK(tally, k))),
  };
}

/** pass@k needs k samples of every task; a k that is too large is explained, not dropped. */
function splitByFeasibility(tallies: readonly Tally[], passK: readonly number[]) {
  const ks = [...new Set(passK)].sort((a, b) => a - b);
  const computed: number[] = [];
  const notComputed: Score['notComputed'] = [];
  for (const k of ks) {
    const tooFew = tallies.filter(({ samples }) => samples < k).length;
    if (tooFew === 0 && tallies.length > 0) computed.push(k);
    else if (tooFew === tallies.length) notComputed.push({ k, reason: `no task has ${k} samples` });
    else notComputed.push({ k, reason: `${tooFew} of ${tallies.length} tasks have fewer than ${k} samples` });
  }
  return { computed, notComputed };
}
