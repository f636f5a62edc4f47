/** What is known about the public tasks without the network; `scripts/published-facts.mjs` writes what results say. */
import type { Domain } from '../schema/task.ts';
import { readJsonAsset } from '../util/read-asset.ts';

interface QuickFacts {
  readonly tasks: readonly number[];
  /**
   * What an estimate of the full score must be corrected by, at least and at most, in 95 of 100 cases: errors for published
   * models, each held out when tasks were chosen.
   */
  readonly error: readonly [low: number, high: number];
  /** The full score is a + b·share + c·share² of the share that is solved; left out, Rasch difficulties say. */
  readonly weights?: readonly [a: number, b: number, c: number];
}

/** Tasks are given by their numbers. */
const facts = readJsonAsset<{
  readonly hard: readonly number[];
  /** Their tests talk to servers on the internet. */
  readonly needsNetwork: readonly number[];
  /** Of the slowest reference solutions, on one machine. */
  readonly seconds: readonly (readonly [number: number, cpu: number, wall: number])[];
  readonly libraries: Readonly<Record<Domain, readonly string[]>>;
  /** How many published models there are, in the table of complete results of April 2025. */
  readonly models: number;
  /** How many of them solve each task, by its number. */
  readonly solves: readonly number[];
  /** Rasch difficulty by the number of models that solve a task: published models have a mean ability of zero. */
  readonly difficultyBySolves: readonly number[];
  /** How often single answers of published models differ in passing, at a difference of scores; medians. */
  readonly discordance: readonly (readonly [gap: number, share: number])[];
  /** By version, the newest last; `scripts/choose-quick.mjs` adds one. */
  readonly quick: Readonly<Record<string, QuickFacts>>;
  readonly partialError: { readonly noise: number; readonly misfit: number };
}>('public-tasks.json');

const toId = (number: number) => `BigCodeBench/${number}`;

export const publishedIds: readonly string[] = facts.solves.map((_, number) => toId(number));

/** Ids of the 148 tasks in BigCodeBench-Hard, in order. */
export const hardIds: readonly string[] = facts.hard.map(toId);

/** The versions of the quick subset, the newest last. */
export const quickSubsets = Object.entries(facts.quick).map(([version, { tasks, ...measured }]) => {
  return { version, ids: tasks.map(toId), ...measured };
});

export const knownToNeedNetwork: ReadonlySet<string> = new Set(facts.needsNetwork.map(toId));

/** Only the order of these matters: it lets a first run start with the longest. */
export const knownCosts: Readonly<Record<string, readonly [cpuSeconds: number, wallSeconds: number]>> =
  Object.fromEntries(facts.seconds.map(([number, cpu, wall]) => [toId(number), [cpu, wall]]));

/** How far an estimate from tasks drawn at random was off for models that had no part in it: see `partialReach`. */
export const { partialError } = facts;

export const publishedDiscordance = facts.discordance;

export function isHardId(id: string): boolean {
  return hardIds.includes(id);
}

export const libraryDomains: ReadonlyMap<string, Domain> = new Map(
  (Object.keys(facts.libraries) as Domain[]).flatMap((domain) =>
    facts.libraries[domain].map((library): [string, Domain] => [library, domain]),
  ),
);

/** One domain per known library, in order, with repeats, as the dataset lists them. */
export function listDomains(libs: readonly string[]): Domain[] {
  return libs.flatMap((library) => libraryDomains.get(library) ?? []);
}

/** The share of published models that solve a task, where it is one of the public ones. */
export function publishedSolveRate(id: string): number | undefined {
  const count = solvesOf(id);
  return count === undefined ? undefined : count / facts.models;
}

/** How able a model must be to solve a public task every other time. */
export function publishedDifficulty(id: string): number | undefined {
  return facts.difficultyBySolves[solvesOf(id) ?? Number.NaN];
}

function solvesOf(id: string): number | undefined {
  return facts.solves[Number(/^BigCodeBench\/(\d+)$/.exec(id)?.[1])];
}
