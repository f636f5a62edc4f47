/**
 * The port for all models. A model answers a task's prompt once per requested sample. If the outside world fails, it
 * throws a `ProviderError` whose data says whether a retry may help. A model keeps no state between calls.
 */
import type { ModelAnswer } from '../schema/log-event.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Task } from '../schema/task.ts';
import type { ModelParameters } from './parameters.ts';

/** Which sample of a task to answer, and its seed if it has one. */
export interface WantedSample {
  readonly index: number;
  readonly seed?: number | undefined;
}

/** One call: a prompt, the parameters and the samples to answer. */
export interface ModelRequest {
  readonly task: Task;
  readonly prompt: Prompt;
  readonly parameters: ModelParameters;
  /** At most `samplesPerCall` of them. */
  readonly samples: readonly WantedSample[];
}

export type { ModelAnswer };

/** How a call can be ended, and who hears of its headers. */
export interface ModelCallOptions {
  /** Ends the call immediately. */
  readonly signal?: AbortSignal;
  /** Starts no further attempts; one in flight may finish. */
  readonly stopSignal?: AbortSignal;
  readonly onHeaders?: (headers: Readonly<Record<string, string>>) => void;
}

/** What would be sent, without secrets. */
export interface RequestDescription {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Something that answers prompts. A function is easier to write: see `createCustomModel`. */
export interface Model {
  /** How many samples of one task a call may request. */
  readonly samplesPerCall: number;
  /** How many concurrent calls make sense. */
  readonly maxConcurrency: number;
  /** How long to wait for answers in flight after an interruption: a provider charges for them. */
  readonly drainMs: number;
  /** What else affects an answer, such as a replayed file: if it changes, earlier answers do not count. */
  readonly fingerprintOf?: ((task: Task) => string) | undefined;
  /** One answer per requested sample, in order; fewer if the provider gave fewer. */
  answer(request: ModelRequest, options?: ModelCallOptions): Promise<readonly ModelAnswer[]>;
  /** The exact request, without sending it. */
  describe(request: ModelRequest): Promise<RequestDescription>;
  /** Releases what the model holds: a process, a context. */
  readonly close?: (() => Promise<void>) | undefined;
}
