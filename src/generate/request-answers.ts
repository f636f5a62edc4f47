import { addAbortListener, setMaxListeners } from 'node:events';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ModelAnswer, WantedSample } from '../model/model.ts';
import type { ModelParameters } from '../model/parameters.ts';
import { costOf } from '../model/prices.ts';
import { ProviderError } from '../model/provider-error.ts';
import type { AnswerRecord, SampleKey } from '../schema/log-event.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import { Channel } from '../util/channel.ts';
import { chunksOf } from '../util/chunks.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import type { AnswerLog } from './answer-log.ts';
import { createCostGuard, estimateCost } from './cost-guard.ts';
import type { PlanInput, TaskPlan } from './request-plan.ts';

export interface RequestOptions extends Pick<PlanInput, 'model' | 'parameters' | 'round'> {
  readonly plans: readonly TaskPlan[];
  readonly log: AnswerLog;
  readonly maxCostUsd?: number | undefined;
  /** Before each call: whether its answers are still of use. */
  readonly isWanted?: (() => boolean) | undefined;
  readonly onEvent?: OnRunEvent | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
}

/**
 * Requests the answers that plans miss and yields each sample's key once its answer is in the log. A call that fails for
 * good leaves a hole and emits an event; a fault that would affect every call is thrown, and so is an interruption, after
 * giving the answers in flight time to arrive.
 */
export async function* requestAnswers(options: RequestOptions): AsyncGenerator<SampleKey> {
  if (options.plans.every(({ missing }) => missing.length === 0)) return;
  const requests = new AnswerRequests(options);
  options.signal?.throwIfAborted();
  const left = new AbortController();
  const asking = requests.run(left.signal);
  try {
    yield* requests.answered;
  } finally {
    left.abort(new Error('Nobody is consuming the samples anymore.'));
    await asking;
  }
}

/** This many consecutive calls that failed for good mean that the provider is gone. */
const faultsInARow = 5;

interface Call {
  readonly plan: TaskPlan;
  readonly samples: readonly WantedSample[];
}

/** All requests of one generation: several at once, each answer recorded as it arrives. */
class AnswerRequests {
  /** Small: texts are in the log. */
  readonly answered = new Channel<SampleKey>();
  readonly #options: RequestOptions;
  readonly #clock: Clock;
  readonly #parameters: ModelParameters;
  readonly #calls: Call[];
  readonly #guard: ReturnType<typeof createCostGuard>;
  /** No call is started after this; calls in flight continue. */
  readonly #stop = new AbortController();
  /** Ends calls in flight. */
  readonly #abort = new AbortController();
  #hasAnswer = false;
  #faults = 0;

  constructor(options: RequestOptions) {
    const { plans, model, parameters, round, log, maxCostUsd, clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    // A retry may have a larger budget; everything else stays the same.
    this.#parameters =
      round?.maxNewTokens === undefined ? parameters : { ...parameters, maxNewTokens: round.maxNewTokens };
    this.#calls = plans.flatMap((plan) =>
      [...chunksOf(plan.missing, model.samplesPerCall)].map((samples): Call => ({ plan, samples })),
    );
    this.#guard = createCostGuard(maxCostUsd, () => log.state.spentUsd);
    // Every call in flight listens to both.
    setMaxListeners(0, this.#stop.signal, this.#abort.signal);
  }

  /** Never throws: what goes wrong reaches the consumer of `answered`. */
  async run(left: AbortSignal): Promise<void> {
    const { model, signal } = this.#options;
    using _interrupted = signal && addAbortListener(signal, () => this.#interrupt(signal.reason));
    using _left = addAbortListener(left, () => this.#interrupt(left.reason));
    try {
      const workers = Math.min(model.maxConcurrency, this.#calls.length);
      await Promise.all(Array.from({ length: workers }, () => this.#work()));
      // What a server that ignores `n` left over may come after the other workers have ended.
      await this.#work();
    } catch (error) {
      this.#stop.abort(error);
    } finally {
      this.#abort.abort();
    }
    if (this.#stop.signal.aborted) this.answered.fail(this.#stop.signal.reason);
    else this.answered.close();
  }

  #interrupt(reason: unknown): void {
    const { model, onEvent } = this.#options;
    const { drainMs } = model;
    this.#stop.abort(reason);
    onEvent?.({ type: 'draining', waitMs: drainMs });
    const end = () => this.#abort.abort(reason);
    this.#clock.sleep(drainMs, this.#abort.signal).then(end, () => {});
  }

  async #work(): Promise<void> {
    for (let call = this.#calls.shift(); call !== undefined; call = this.#calls.shift()) {
      if (this.#stop.signal.aborted || this.#options.isWanted?.() === false) return;
      await this.#ask(call);
    }
  }

  async #ask(call: Call): Promise<void> {
    const { model, log, maxCostUsd = 0 } = this.#options;
    const { task, prompt } = call.plan;
    const parameters = this.#parameters;
    const size = { prompt, parameters, samples: call.samples.length, isBounded: model.capabilities.maxTokens };
    const most = model.price === undefined ? 0 : estimateCost(size, model.price).most;
    if (!(await this.#guard.reserve(most))) {
      const data = { spentUsd: log.state.spentUsd, limitUsd: maxCostUsd };
      const message = `Stopped at $${data.spentUsd.toFixed(4)}: one more answer might exceed --max-cost ${maxCostUsd}. Raise it and run the same command to resume.`;
      return this.#stop.abort(new BigCodeBenchError('INCOMPLETE', message, { data }));
    }
    try {
      const request = { task, prompt, parameters, samples: call.samples };
      const signals = { signal: this.#abort.signal, stopSignal: this.#stop.signal };
      const answers = await model.answer(request, signals);
      if (answers.length === 0) throw new ProviderError('malformed', `${model.name} gave no answer to ${task.id}.`);
      this.#hasAnswer = true;
      this.#faults = 0;
      await this.#keep(call, answers);
    } catch (error) {
      if (!this.#stop.signal.aborted || error instanceof ProviderError) await this.#explain(call, error);
    } finally {
      this.#guard.settle(most);
    }
  }

  async #keep({ plan, samples }: Call, answers: readonly ModelAnswer[]): Promise<void> {
    const { log, onEvent } = this.#options;
    for (const [at, answer] of answers.entries()) {
      const wanted = samples[at];
      if (!wanted) break;
      const record = this.#toRecord(plan, wanted, answer);
      await log.append({ type: 'answer', answer: record });
      const { taskId, index, finishReason, text, usage, costUsd, latencyMs } = record;
      const isEmpty = text.trim() === '';
      onEvent?.({ type: 'answered', taskId, index, finishReason, isEmpty, usage, costUsd, latencyMs });
      this.answered.push({ taskId, index, turn: plan.repair?.round ?? 0 });
    }
    // A server that ignores `n` answers once: the others are requested one by one.
    for (const sample of samples.slice(answers.length)) this.#calls.push({ plan, samples: [sample] });
    if (log.fullDisk !== undefined) this.#stop.abort(log.fullDisk);
  }

  async #explain({ plan, samples }: Call, error: unknown): Promise<void> {
    const { log, onEvent } = this.#options;
    if (!(error instanceof ProviderError)) return this.#stop.abort(error);
    if (error.fault === 'context-too-long') {
      const answer: ModelAnswer = { text: '', finishReason: error.fault, latencyMs: 0, warnings: [error.message] };
      return this.#keep({ plan, samples }, Array<ModelAnswer>(samples.length).fill(answer));
    }
    // If nothing was answered before this rejection, the request itself is wrong, and all others would be too.
    if (error.endsRun || (error.fault === 'bad-request' && !this.#hasAnswer)) return this.#stop.abort(error);
    const { fault, status, message } = error;
    const { requestHash, task } = plan;
    const indexes = samples.map(({ index }) => index);
    const at = this.#now();
    await log.append({ type: 'fault', taskId: task.id, indexes, requestHash, fault, status, message, at });
    onEvent?.({ type: 'request-failed', taskId: task.id, samples: samples.length, fault, message });
    if (++this.#faults >= faultsInARow) this.#stop.abort(error);
  }

  #toRecord({ task, requestHash, repair }: TaskPlan, { index, seed }: WantedSample, answer: ModelAnswer): AnswerRecord {
    const { model, round } = this.#options;
    const { usage, costUsd } = answer;
    return {
      taskId: task.id,
      index,
      requestHash,
      ...answer,
      costUsd: costUsd ?? (usage && model.price ? costOf(usage, model.price) : undefined),
      seed,
      round: round?.number ?? 0,
      maxNewTokens: round?.maxNewTokens,
      ...(repair ? { repair } : {}),
      at: this.#now(),
    };
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
