import { setImmediate as nextTurn } from 'node:timers/promises';
import { defaultPassK, type Estimate, type GroupScore, type Score, type ScoreAtK } from '../schema/score.ts';
import type { Task } from '../schema/task.ts';
import { estimateMean } from './estimate.ts';
import { passAtK, passHatK, type Tally } from './pass-at-k.ts';

/** What scoring needs from a verdict. */
export interface ScoredSample {
  readonly taskId: string;
  readonly passed: boolean;
}

/** Samples with their verdicts, and the tasks to score. */
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
  passK: readonly number[] = defaultPassK,
): Score {
  const samples = verdicts.map(({ taskId, status }) => ({ taskId, passed: status === 'pass' }));
  return scoreRun({ tasks, samples, passK });
}

/** Turns verdicts into numbers. Pure: the same verdicts give the same score. */
export function scoreRun(input: ScoreRunInput): Score {
  const steps = scoreInSteps(input);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same without holding the event loop: all of a large run takes half a second. */
export async function scoreRunInTurns(input: ScoreRunInput): Promise<Score> {
  const steps = scoreInSteps(input);
  let step = steps.next();
  for (; !step.done; step = steps.next()) await nextTurn();
  return step.value;
}

type TaskToScore = ScoreRunInput['tasks'][number];

function* scoreInSteps({ tasks, samples, passK, validTaskIds }: ScoreRunInput): Generator<undefined, Score> {
  const tallies = tallySamples(tasks, samples);
  const groupOf = (name: string, isMember: (task: TaskToScore) => boolean) =>
    scoreGroup(name, tasks.filter(isMember), tallies);
  function* groupBy(namesOf: (task: TaskToScore) => readonly string[]): Generator<undefined, GroupScore[]> {
    const groups: GroupScore[] = [];
    for (const name of new Set(tasks.flatMap(namesOf))) {
      groups.push(groupOf(name, (task) => namesOf(task).includes(name)));
      yield;
    }
    return groups.sort((a, b) => b.tasks - a.tasks || (a.name < b.name ? -1 : 1));
  }
  const perTask = talliesOf(tasks, tallies);
  const { computed, notComputed } = splitByFeasibility(perTask, passK);
  const byK: ScoreAtK[] = [];
  for (const k of computed) {
    const passHat = estimateMean(perTask.map((tally) => passHatK(tally, k)));
    yield;
    byK.push({ k, passAtK: estimatePassAtK(perTask, k), passHatK: passHat });
    yield;
  }
  return {
    tasks: tasks.length,
    samples: samples.length,
    passAt1: byK.find(({ k }) => k === 1)?.passAtK ?? estimatePassAtK(perTask, 1),
    byK,
    notComputed,
    ...(validTaskIds && { valid: groupOf('valid', ({ id }) => validTaskIds.has(id)) }),
    ...(tasks.some(({ hard }) => hard) && { hard: groupOf('hard', ({ hard }) => hard) }),
    byDomain: yield* groupBy((task) => task.domains),
    byLibrary: yield* groupBy((task) => task.libs),
  };
}

/** pass@1 over these tasks alone; one without samples counts as unsolved. */
export function scoreGroup(name: string, tasks: ScoreRunInput['tasks'], tallies: Tallies): GroupScore {
  return { name, tasks: tasks.length, passAt1: estimatePassAtK(talliesOf(tasks, tallies), 1) };
}

type Tallies = ReadonlyMap<string, Tally>;

function talliesOf(tasks: ScoreRunInput['tasks'], tallies: Tallies): Tally[] {
  return tasks.map(({ id }) => tallies.get(id) ?? { samples: 1, passed: 0 });
}

/** Passes and samples of each of these tasks; one without samples is left out. */
export function tallySamples(tasks: ScoreRunInput['tasks'], samples: readonly ScoredSample[]): Map<string, Tally> {
  const known = new Set(tasks.map((task) => task.id));
  const tallies = new Map<string, Tally>();
  for (const { taskId, passed } of samples) {
    if (!known.has(taskId)) continue;
    const before = tallies.get(taskId) ?? { samples: 0, passed: 0 };
    tallies.set(taskId, { samples: before.samples + 1, passed: before.passed + Number(passed) });
  }
  return tallies;
}

function estimatePassAtK(tallies: readonly Tally[], k: number): Estimate {
  const chances = tallies.map((tally) => passAtK(tally, k));
  return estimateMean(chances, { wilson: k === 1 });
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
