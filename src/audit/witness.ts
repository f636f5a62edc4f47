import type { RecordedAnswer } from '../compare/recorded-answers.ts';
import type { Execution } from '../schema/execution.ts';
import type { Evidence, Finding, Strength, WitnessKind } from '../schema/finding.ts';
import type { GroundTruth } from '../schema/ground-truth.ts';
import type { Task } from '../schema/task.ts';
import type { TreeParser } from '../syntax/syntax-tree.ts';

/** One program that a witness wants to see run. The same task gives the same trials every time. */
export interface Trial {
  /** Unique among the trials of its witness. */
  readonly name: string;
  readonly code: string;
  readonly test: string;
  /** Random numbers, hashes and orders of folders of its own. */
  readonly seed?: number | undefined;
  /** What is different from the plain reference solution. */
  readonly change?: string | undefined;
  /** It may never end by itself: its limits are tighter. */
  readonly mayLoop?: true;
}

/** What is known of a task before a witness is asked. */
export interface Subject {
  readonly task: Task;
  /** Prompt and reference solution. */
  readonly reference: string;
  readonly groundTruth: GroundTruth;
  /** Other tasks whose functions take as many arguments. */
  readonly others: readonly Task[];
  readonly answers: readonly RecordedAnswer[];
  readonly parser: TreeParser;
  readonly mutants: number;
  readonly isDeep: boolean;
  /** The share of published models that solve it. */
  readonly solveRate?: number | undefined;
}

export type Seen = ReadonlyMap<string, Execution>;

/** What a witness says once it has seen enough; until then, the trials it still wants. */
export type Step =
  | { readonly trials: readonly Trial[] }
  | { readonly conclusion: Pick<Finding, 'strength' | 'sentence' | 'evidence' | 'mutants'> };

/** Evidence of one kind about a task. Pure: it asks for trials until what it has seen is enough. */
export interface Witness {
  readonly name: string;
  readonly kind: WitnessKind;
  /** Raised when it would say something else about the same executions. */
  readonly version: number;
  /** Asked also of a task whose reference solution fails here. */
  readonly needsNoReference?: true;
  examine(subject: Subject, seen: Seen): Step;
}

export const nothingFound: Step = { conclusion: { strength: 'none', sentence: '', evidence: [] } };

export function conclude(strength: Strength, sentence: string, evidence: readonly Evidence[] = []): Step {
  return { conclusion: { strength, sentence, evidence: [...evidence] } };
}

/** Those of the trials that were not run yet, as a step; undefined if all were. */
export function askFor(trials: readonly Trial[], seen: Seen): Step | undefined {
  const missing = trials.filter(({ name }) => !seen.has(name));
  return missing.length === 0 ? undefined : { trials: missing };
}

/**
 * Whether all tests passed. A program of ours may change clocks and folders, which the judge calls tampering; the tests
 * of a program of ours can be believed all the same.
 */
export function hasPassed(execution: Execution | undefined): boolean {
  if (execution?.outcome === 'pass') return true;
  const { tests = [] } = execution ?? {};
  return execution?.outcome === 'tampered' && tests.length > 0 && tests.every(({ outcome }) => outcome === 'pass');
}

/** What became of these trials. */
export function listEvidence(trials: readonly Trial[], seen: Seen): Evidence[] {
  return trials.flatMap((trial) => {
    const execution = seen.get(trial.name);
    return execution ? [toEvidence(trial, execution)] : [];
  });
}

function toEvidence({ name, change }: Trial, execution: Execution): Evidence {
  const { outcome, reason, tests } = execution;
  const failing = tests.find((test) => test.outcome !== 'pass');
  const message = failing?.message?.trimEnd().split('\n').at(-1)?.trim() ?? reason;
  const said = [failing?.name, message].filter((part) => part !== undefined).join(': ');
  const judged = hasPassed(execution) ? 'pass' : outcome;
  return {
    trial: name,
    outcome: judged,
    ...(change === undefined ? {} : { change }),
    ...(said === '' || judged === 'pass' ? {} : { said: said.slice(0, 300) }),
  };
}
