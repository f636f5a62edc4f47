import type { z } from 'zod';
import type { Outcome, testOutcomeSchema } from '../execution.ts';
import type { Prompt } from '../prompt.ts';
import type { Extraction, FinishReason, Usage } from '../sample.ts';
import type { Verdict } from '../verdict.ts';

/** A test of a sample, with where its failure can be seen. */
export interface TestView {
  readonly name: string;
  readonly outcome: z.infer<typeof testOutcomeSchema>;
  readonly ms: number;
  readonly message?: string | undefined;
  /** Line of the program that raised, counted from 1. */
  readonly programLine?: number | undefined;
  /** Line of the test source that failed, counted from 1. */
  readonly testLine?: number | undefined;
}

/** `runs/ID/samples/INDEX/TASK`. */
export interface SampleDocument {
  readonly runId: string;
  readonly taskId: string;
  readonly index: number;
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
}

/** What the model said, as far as it was kept. */
export interface AnswerView {
  readonly rawText?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly finishReason?: FinishReason | undefined;
  readonly usage?: Usage | undefined;
  readonly extraction?: Extraction | undefined;
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

/** What `POST exec` takes. */
export interface ExecRequestDocument {
  readonly taskId: string;
  readonly solution: string;
  /** How often it runs. */
  readonly times: number;
}

/** `POST exec`: one execution per repetition. */
export interface ExecDocument {
  readonly executions: readonly {
    readonly outcome: Outcome;
    readonly reason?: string | undefined;
    readonly tests: readonly TestView[];
    readonly wallMs: number;
    readonly cpuMs: number;
    readonly peakMb: number;
    readonly stdout: string;
    readonly stderr: string;
  }[];
  readonly isolation: string;
  readonly fingerprint: string;
}
