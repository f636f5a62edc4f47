import type { RecordedAnswer } from '../compare/recorded-answers.ts';
import type { Execution } from '../schema/execution.ts';
import type { Evidence, Finding, Strength, WitnessKind } from '../schema/finding.ts';
import type { GroundTruth } from '../schema/proof.ts';
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

export type EndedTrial = Trial & { readonly execution: Execution };

/** Runs trials side by side; resolves in the same order. */
export type RunTrials = <Asked extends Trial>(trials: readonly Asked[]) => Promise<(Asked & EndedTrial)[]>;

export type Conclusion = Pick<Finding, 'strength' | 'sentence' | 'evidence' | 'mutants'>;

/** Evidence of one kind about a task: it has trials run until it has seen enough. */
export interface Witness {
  readonly name: string;
  readonly kind: WitnessKind;
  /** Raised when it would say something else about the same executions. */
  readonly version: number;
  /** Asked also of a task whose reference solution fails here. */
  readonly needsNoReference?: true;
  examine(subject: Subject, runTrials: RunTrials): Conclusion | Promise<Conclusion>;
}

export const nothingFound: Conclusion = { strength: 'none', sentence: '', evidence: [] };

export function conclude(strength: Strength, sentence: string, shown: readonly EndedTrial[] = []): Conclusion {
  return { strength, sentence, evidence: shown.map(toEvidence) };
}

/**
 * Whether all tests passed. A program of ours may change clocks and folders, which the judge calls tampering; the tests
 * of a program of ours can be believed all the same.
 */
export function hasPassed({ execution: { outcome, tests } }: EndedTrial): boolean {
  if (outcome === 'pass') return true;
  return outcome === 'tampered' && tests.length > 0 && tests.every((test) => test.outcome === 'pass');
}

function toEvidence(trial: EndedTrial): Evidence {
  const { name, change } = trial;
  const { outcome, reason, tests } = trial.execution;
  const failing = tests.find((test) => test.outcome !== 'pass');
  const message = failing?.message?.trimEnd().split('\n').at(-1)?.trim() ?? reason;
  const said = [failing?.name, message].filter((part) => part !== undefined).join(': ');
  const judged = hasPassed(trial) ? 'pass' : outcome;
  return {
    trial: name,
    outcome: judged,
    ...(change === undefined ? {} : { change }),
    ...(said === '' || judged === 'pass' ? {} : { said: said.slice(0, 300) }),
  };
}
