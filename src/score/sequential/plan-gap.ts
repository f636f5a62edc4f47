import { createRandom } from '../../util/random.ts';
import { meanOf } from '../values.ts';
import { blockSizes, createEvidence } from './decide.ts';

/** Two models as they are planned for. Shares are from 0 to 1. */
export interface PlannedPair {
  /** How much more the better one solves. */
  readonly gap: number;
  /** The share of tasks on which single answers of the two differ in passing. */
  readonly discordance: number;
  /** How much of that is chance: what other samples of the same tasks would not repeat. */
  readonly chance: number;
  /** Samples of each task. */
  readonly samples: number;
  readonly alpha: number;
  readonly power: number;
}

/** How many tasks a fixed number of them must be to find the gap with this power: a paired test, two-sided. */
export function planFixed({ gap, discordance, chance, samples, alpha, power }: PlannedPair): number {
  const variance = discordance * (1 - chance + chance / samples);
  const without = Math.sqrt(Math.max(variance, gap ** 2));
  const within = Math.sqrt(Math.max(0, variance - gap ** 2));
  return Math.ceil(((normalQuantile(1 - alpha / 2) * without + normalQuantile(power) * within) / gap) ** 2);
}

const simulated = 400;

/** How many tasks a run takes that stops when it has decided, with so many of so many tasks, in simulated runs. */
export function planSequential(
  pair: PlannedPair,
  { total, most = total }: { readonly total: number; readonly most?: number | undefined },
) {
  const random = createRandom(total);
  const runs = Array.from({ length: simulated }, () => simulate(pair, { total, most, random }));
  const tasks = runs.map((run) => run.tasks).sort((a, b) => a - b);
  const at = (share: number) => tasks[Math.floor(share * (tasks.length - 1))] ?? most;
  return {
    mean: meanOf(tasks),
    median: at(0.5),
    p90: at(0.9),
    /** The share of runs that decide before the tasks end. */
    decided: meanOf(runs.map(({ isDecided }) => Number(isDecided))),
  };
}

function simulate(pair: PlannedPair, { total, most, random }: { total: number; most: number; random: () => number }) {
  const evidence = createEvidence({ bound: 0, total });
  let tasks = 0;
  for (const size of blockSizes(total, 4)) {
    if (tasks + size > most) break;
    tasks += size;
    evidence.add(Array.from({ length: size }, () => drawDifference(pair, random)));
    if (evidence.value >= 2 / pair.alpha) return { tasks, isDecided: true };
  }
  return { tasks: most, isDecided: false };
}

/** On some tasks the models differ in every sample; on the others, by chance. */
function drawDifference({ gap, discordance, chance, samples }: PlannedPair, random: () => number): number {
  const lean = gap / discordance;
  const toss = () => (random() < (1 + lean) / 2 ? 1 : -1);
  const lasting = discordance * (1 - chance);
  if (random() < lasting) return toss();
  let sum = 0;
  for (let sample = 0; sample < samples; sample++) {
    if (random() < (discordance - lasting) / (1 - lasting)) sum += toss();
  }
  return sum / samples;
}

/** The smallest gap, from 0.1 points to all, at which this holds; it must hold for all larger ones. */
export function findGap(isEnough: (gap: number) => boolean): number {
  return bisect([0.001, 1], 0.0005, isEnough);
}

/** Below which value a standard normal variable is with this probability. */
function normalQuantile(share: number): number {
  return bisect([-9, 9], 1e-9, (value) => normalShare(value) >= share);
}

/** Where something begins to hold. */
function bisect([low, high]: [number, number], precision: number, holds: (value: number) => boolean): number {
  if (high - low <= precision) return high;
  const middle = (low + high) / 2;
  return bisect(holds(middle) ? [low, middle] : [middle, high], precision, holds);
}

/** The mean density between 0 and the value, at the middle of many steps, times its distance. */
function normalShare(value: number): number {
  const densities = Array.from({ length: 2000 }, (_, at) => Math.exp(-(((value * (at + 0.5)) / 2000) ** 2) / 2));
  return 0.5 + (meanOf(densities) * value) / Math.sqrt(2 * Math.PI);
}
