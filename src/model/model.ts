/**
 * The port every model stands behind. A model answers one task's prompt once per wanted sample; what goes wrong
 * outside is a `ProviderError`, whose data says whether asking again may help. A model keeps nothing between calls.
 */
import type { Prompt } from '../schema/prompt.ts';
import type { FinishReason, Usage } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { ModelParameters } from './parameters.ts';

/** One wanted sample of the task. */
export interface WantedSample {
  readonly index: number;
  readonly seed?: number;
}

export interface ModelRequest {
  readonly task: Task;
  readonly prompt: Prompt;
  readonly parameters: ModelParameters;
  /** At most `samplesPerCall` of them. */
  readonly samples: readonly WantedSample[];
}

export interface ModelAnswer {
  readonly text: string;
  readonly reasoning?: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for it. */
  readonly rawFinishReason?: string;
  /** Of the whole call; where one call gave several answers, only the first carries it. */
  readonly usage?: Usage;
  readonly latencyMs: number;
  readonly warnings: readonly string[];
  readonly responseId?: string;
  /** The exact model, as the provider names it. */
  readonly responseModel?: string;
}

export interface ModelCallOptions {
  /** Ends the call at once. */
  readonly signal?: AbortSignal;
  /** No further attempt is begun; one under way may end. */
  readonly stopSignal?: AbortSignal;
  readonly onHeaders?: (headers: Readonly<Record<string, string>>) => void;
}

/** What would go over the wire; secrets are left out. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Model {
  /** How many samples of one task a call may ask for. */
  readonly samplesPerCall: number;
  /** How many calls at once are of any use. */
  readonly maxConcurrency: number;
  /** How long answers under way are worth waiting for after an interruption: those of others are paid for. */
  readonly drainMs: number;
  /**
   * What besides the request decides the answer to a task: the content of a file that is played back or loaded.
   * Another fingerprint, and earlier answers do not count.
   */
  fingerprintOf?(task: Task): string;
  /** One answer per wanted sample, in that order; fewer when the provider gave fewer. */
  answer(request: ModelRequest, options?: ModelCallOptions): Promise<readonly ModelAnswer[]>;
  /** The exact request, without sending it. */
  describe(request: ModelRequest): Promise<RequestDescription>;
  /** Ends what the model holds: a process, a context. */
  close?(): Promise<void>;
}
