import { setMaxListeners } from 'node:events';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ModelAnswer, WantedSample } from '../model/model.ts';
import type { ModelParameters } from '../model/parameters.ts';
import { costOf } from '../model/prices.ts';
import { ProviderError } from '../model/provider-error.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import type { PromptSettings } from '../prompt/build-prompt.ts';
import type { AnswerRecord, RetryRound } from '../schema/generation-event.ts';
import type { OnRunEvent, RunEvent } from '../schema/run-event.ts';
import type { Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { WorkQueue } from '../util/work-queue.ts';
import { type AnswerLedger, createMemoryLedger } from './answer-ledger.ts';
import { buildSample, keepWhole, type Sanitize } from './build-sample.ts';
import { createCostGuard, estimateCost } from './cost-guard.ts';
import { groupSamples, planRequests, type TaskPlan } from './request-plan.ts';

export interface GenerateSamplesOptions {
  readonly tasks: readonly Task[];
  readonly model: ResolvedModel;
  readonly prompt: PromptSettings;
  readonly parameters: ModelParameters;
  readonly nSamples?: number;
  /** Where answers are recorded before anything else happens to them; without one, nothing can be resumed. */
  readonly ledger?: AnswerLedger;
  readonly sanitize?: Sanitize;
  /** Also request answers of these kinds again. */
  readonly round?: RetryRound | undefined;
  readonly maxCostUsd?: number | undefined;
  readonly onEvent?: OnRunEvent | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/** This many consecutive calls that failed for good mean that the provider is gone. */
const faultsInARow = 5;

interface Call {
  readonly plan: TaskPlan;
  readonly samples: readonly WantedSample[];
}

/**
 * Asks a model for samples and yields them as they arrive, those in the ledger first. An answer is on disk before it is
 * yielded. A call that fails for good leaves a hole and emits an event; a fault that would affect every call is thrown,
 * and so is an interruption, after giving the answers in flight time to arrive.
 */
export async function* generateSamples(options: GenerateSamplesOptions): AsyncGenerator<Sample> {
  for await (const sample of streamSamples(options)) {
    options.onEvent?.({ type: 'sample', taskId: sample.taskId, index: sample.index });
    yield sample;
  }
}

async function* streamSamples(options: GenerateSamplesOptions): AsyncGenerator<Sample> {
  const { model, nSamples = 1, ledger = createMemoryLedger(), onEvent, signal } = options;
  const plans = planRequests({ ...options, nSamples, ledger });
  const held = plans.reduce((sum, plan) => sum + plan.held.length, 0);
  onEvent?.({ type: 'generation-planned', total: plans.length * nSamples, held });
  for (const plan of plans) {
    for (const note of plan.held) yield await toSample(plan, await ledger.read(note), options);
  }
  const calls = plans.flatMap((plan) =>
    groupSamples(plan.missing, model.model.samplesPerCall).map((samples): Call => ({ plan, samples })),
  );
  if (calls.length === 0) return;
  signal?.throwIfAborted();
  const output = new WorkQueue<Sample>();
  const left = new AbortController();
  const asking = askAll({ ...options, ledger, calls, output, left: left.signal });
  void asking.then(
    () => output.close(),
    (error: unknown) => output.fail(error),
  );
  try {
    yield* output;
  } finally {
    left.abort(new Error('Nobody is consuming the samples anymore.'));
    await asking.catch(() => {});
  }
}

interface AskAllInput extends GenerateSamplesOptions {
  readonly ledger: AnswerLedger;
  readonly calls: Call[];
  readonly output: WorkQueue<Sample>;
  /** The consumer is gone. */
  readonly left: AbortSignal;
}

async function askAll(input: AskAllInput): Promise<void> {
  const { model, ledger, calls, output, onEvent, signal, clock = systemClock } = input;
  const parameters = parametersOf(input);
  const guard = createCostGuard(input.maxCostUsd, () => ledger.spentUsd);
  /** No call is started after this; calls in flight continue. */
  const stop = new AbortController();
  /** Ends calls in flight. */
  const abort = new AbortController();
  // Every call in flight listens to both.
  setMaxListeners(0, stop.signal, abort.signal);
  let answered = 0;
  let faults = 0;

  const { drainMs } = model.model;
  const interrupt = () => {
    const { reason } = signal?.aborted ? signal : input.left;
    stop.abort(reason);
    onEvent?.({ type: 'draining', waitMs: drainMs });
    clock.sleep(drainMs, abort.signal).then(
      () => abort.abort(reason),
      () => {},
    );
  };
  signal?.addEventListener('abort', interrupt, { once: true });
  input.left.addEventListener('abort', interrupt, { once: true });

  const fail = (error: unknown) => stop.abort(error);

  const keep = async ({ plan, samples }: Call, answers: readonly ModelAnswer[]) => {
    for (const [at, answer] of answers.entries()) {
      const wanted = samples[at];
      if (!wanted) break;
      const record = toRecord({ plan, wanted, answer, input });
      await ledger.record({ type: 'answer', answer: record });
      onEvent?.(describeAnswer(record));
      output.push(await toSample(plan, record, input));
    }
    // A server that ignores `n` answers once: the others are requested one by one.
    const left = samples.slice(answers.length);
    for (const sample of left) calls.push({ plan, samples: [sample] });
    if (ledger.fullDisk !== undefined) fail(ledger.fullDisk);
  };

  const explain = async ({ plan, samples }: Call, error: unknown) => {
    if (!(error instanceof ProviderError)) return fail(error);
    if (error.fault === 'context-too-long')
      return keep(
        { plan, samples },
        samples.map(() => tooLong(error)),
      );
    // If nothing was answered before this rejection, the request itself is wrong, and all others would be too.
    if (error.endsRun || (error.fault === 'bad-request' && answered === 0)) return fail(error);
    const { fault, status, message } = error;
    const facts = { taskId: plan.task.id, indexes: samples.map(({ index }) => index), requestHash: plan.requestHash };
    await ledger.record({ type: 'fault', ...facts, fault, ...(status ? { status } : {}), message, at: now(clock) });
    onEvent?.({ type: 'request-failed', taskId: plan.task.id, samples: samples.length, fault, message });
    faults++;
    if (faults >= faultsInARow) fail(error);
  };

  const askNext = async (call: Call): Promise<void> => {
    const isBounded = model.capabilities.maxTokens;
    const size = { prompt: call.plan.prompt, parameters, samples: call.samples.length, isBounded };
    const most = model.price === undefined ? 0 : estimateCost(size, model.price).most;
    if (!(await guard.reserve(most))) return fail(costLimitError(input.maxCostUsd ?? 0, ledger.spentUsd));
    try {
      const { task, prompt } = call.plan;
      const request = { task, prompt, parameters, samples: call.samples };
      const answers = await model.model.answer(request, { signal: abort.signal, stopSignal: stop.signal });
      if (answers.length === 0) throw new ProviderError('malformed', `${model.name} gave no answer to ${task.id}.`);
      answered++;
      faults = 0;
      await keep(call, answers);
    } catch (error) {
      if (!stop.signal.aborted || error instanceof ProviderError) await explain(call, error);
    } finally {
      guard.settle(most);
    }
  };

  const work = async () => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      if (stop.signal.aborted) return;
      await askNext(call);
    }
  };
  try {
    const workers = Math.min(model.model.maxConcurrency, calls.length);
    await Promise.all(Array.from({ length: workers }, work));
    // What a server that ignores `n` left over may come after the other workers have ended.
    await work();
  } finally {
    signal?.removeEventListener('abort', interrupt);
    input.left.removeEventListener('abort', interrupt);
    abort.abort();
  }
  if (stop.signal.aborted) throw stop.signal.reason;
}

/** A retry may have a larger budget; everything else stays the same. */
function parametersOf({ parameters, round }: GenerateSamplesOptions): ModelParameters {
  return round?.maxNewTokens === undefined ? parameters : { ...parameters, maxNewTokens: round.maxNewTokens };
}

function toSample(plan: TaskPlan, answer: AnswerRecord, options: GenerateSamplesOptions): Promise<Sample> {
  const { model, sanitize = keepWhole } = options;
  const { expandsTabs } = model.profile;
  const { thinkTags } = model.capabilities;
  return buildSample({ ...plan, answer, model: model.name, sanitize, expandsTabs, thinkTags });
}

interface ToRecord {
  readonly plan: TaskPlan;
  readonly wanted: WantedSample;
  readonly answer: ModelAnswer;
  readonly input: AskAllInput;
}

function toRecord({ plan, wanted, answer, input }: ToRecord): AnswerRecord {
  const { model, round, clock = systemClock } = input;
  const { usage } = answer;
  const costUsd = usage && model.price ? costOf(usage, model.price) : undefined;
  return {
    taskId: plan.task.id,
    index: wanted.index,
    requestHash: plan.requestHash,
    ...answer,
    warnings: [...answer.warnings],
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(wanted.seed === undefined ? {} : { seed: wanted.seed }),
    round: round?.number ?? 0,
    ...(round?.maxNewTokens === undefined ? {} : { maxNewTokens: round.maxNewTokens }),
    at: now(clock),
  };
}

function describeAnswer(answer: AnswerRecord): RunEvent {
  const { taskId, index, finishReason, text, usage, costUsd, latencyMs } = answer;
  return { type: 'answered', taskId, index, finishReason, isEmpty: text.trim() === '', usage, costUsd, latencyMs };
}

function tooLong(error: ProviderError): ModelAnswer {
  return { text: '', finishReason: 'context-too-long', latencyMs: 0, warnings: [error.message] };
}

function costLimitError(limitUsd: number, spentUsd: number): BigCodeBenchError {
  return new BigCodeBenchError(
    'INCOMPLETE',
    `Stopped at $${spentUsd.toFixed(4)}: one more answer might exceed --max-cost ${limitUsd}. Raise it and run the same command to resume.`,
    { data: { spentUsd, limitUsd } },
  );
}

function now(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}
