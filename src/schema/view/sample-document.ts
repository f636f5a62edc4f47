import { z } from 'zod';
import type { Execution, Outcome } from '../execution.ts';
import type { Prompt } from '../prompt.ts';
import type { Sample } from '../sample.ts';
import type { Verdict } from '../verdict.ts';

/** A test of a sample, with where its failure can be seen. */
export interface TestView extends Readonly<Omit<Verdict['tests'][number], 'line'>> {
  /** Line of the program that raised, counted from 1. */
  readonly programLine?: number | undefined;
  /** Line of the test source that failed, counted from 1. */
  readonly testLine?: number | undefined;
}

/** One answer of a conversation, the last of which is the sample. */
export interface TurnView extends Readonly<Pick<Verdict, 'outcome'>> {
  /** What the model was told about the answer before. */
  readonly feedback?: string | undefined;
  readonly program: string;
  readonly tests: readonly Pick<TestView, 'name' | 'outcome'>[];
}

/** `runs/ID/samples/INDEX/TASK`. */
export interface SampleDocument extends Readonly<Pick<Verdict, 'taskId' | 'index'>> {
  readonly runId: string;
  readonly verdict: Omit<Verdict, 'tests' | 'taskId' | 'index' | 'solution'>;
  readonly cause: string;
  readonly tests: readonly TestView[];
  /** What ran; its first `calibrationLines` lines were put there by calibration. */
  readonly program: string;
  readonly calibrationLines: number;
  readonly answer: AnswerView;
  /** The request, to the byte, where the run says how it asked. */
  readonly prompt?: Prompt | undefined;
  /** Outcomes of all samples of this task in this run, by index. */
  readonly siblings: readonly Outcome[];
  /** Where it is a repair: all answers, the first one first. */
  readonly turns?: readonly TurnView[] | undefined;
}

/** What the model said, as far as it was kept. */
export interface AnswerView
  extends Readonly<Pick<Sample, 'rawText' | 'reasoning' | 'finishReason' | 'usage' | 'extraction'>> {
  /** Why parts are missing. */
  readonly missing?: string | undefined;
}

/** `runs/ID/extraction/INDEX/TASK`: what each strategy takes out of the raw answer. */
export interface ExtractionDocument {
  readonly strategies: readonly {
    readonly names: readonly string[];
    readonly solution: string;
    readonly trail: readonly string[];
  }[];
}

/** What `POST exec` takes: a solution of a task that the page shows, once or a few times. */
export const execRequestDocumentSchema = z.strictObject({
  taskId: z.string().min(1),
  solution: z.string().max(1_000_000),
  times: z.number().int().min(1).max(20),
});

export type ExecRequestDocument = z.infer<typeof execRequestDocumentSchema>;

/** `POST exec`: one execution per repetition. */
export interface ExecDocument {
  readonly executions: readonly (Pick<
    Execution,
    'outcome' | 'reason' | 'stack' | 'wallMs' | 'cpuMs' | 'peakMb' | 'stdout' | 'stderr'
  > & { readonly tests: readonly TestView[] })[];
  /** What ran, the lines of calibration above the solution. */
  readonly program: string;
  readonly calibrationLines: number;
  readonly isolation: string;
  readonly fingerprint: string;
}
