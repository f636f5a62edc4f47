import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  JSONObject,
  LanguageModelV3,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3Warning,
} from '@ai-sdk/provider';
import { finishReasonSchema, type Usage } from '../schema/sample.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import type { Fetch } from '../util/http-fetch.ts';
import { isRecord } from '../util/is-record.ts';
import { buildCall, type CallSettings, type SdkCall, type Wire } from './build-call.ts';
import { answerWith, createRecorder, withBody } from './fetch.ts';
import type { Model, ModelAnswer, ModelCallOptions, ModelRequest, RequestDescription } from './model.ts';
import { ProviderError } from './provider-error.ts';
import { type AskedModel, toProviderError } from './to-provider-error.ts';

interface SdkModelOptions extends CallSettings {
  readonly bind: (fetch: Fetch) => LanguageModelV3;
  readonly fetch: Fetch;
  readonly asked: AskedModel;
  readonly maxConcurrency: number;
  readonly clock?: Clock;
}

const drainMs = 10_000;

/** Adapts an AI SDK model to our port: exact request fields, several samples per call, errors as data. */
export function createSdkModel(options: SdkModelOptions): Model {
  const { bind, asked, capabilities, profile, clock = systemClock } = options;
  // Binding builds schemas, so it is done once; each call passes what it adds to the body.
  const bodies = new AsyncLocalStorage<JSONObject>();
  const languageModel = bind(withBody(options.fetch, () => bodies.getStore() ?? {}));

  const send = async (call: SdkCall, { signal, onHeaders }: ModelCallOptions) => {
    const callOptions = signal === undefined ? call.options : { ...call.options, abortSignal: signal };
    const sent = await (profile.stream ? languageModel.doStream(callOptions) : languageModel.doGenerate(callOptions));
    onHeaders?.(sent.response?.headers ?? {});
    return 'stream' in sent ? readStream(sent.stream) : sent;
  };

  /** The additional choices in a body, each read by the language model itself. */
  const readFurther = async (call: SdkCall, result: LanguageModelV3GenerateResult) => {
    const bodies = furtherChoices(result.response?.body);
    return Promise.all(bodies.map(async (body) => bind(answerWith(body)).doGenerate(call.options)));
  };

  const answer = async (request: ModelRequest, callOptions: ModelCallOptions = {}): Promise<readonly ModelAnswer[]> => {
    const startedAt = clock.now();
    const call = buildCall(request, options);
    try {
      const first = await bodies.run(call.body, () => send(call, callOptions));
      const latencyMs = clock.now() - startedAt;
      const further = request.samples.length > 1 ? await readFurther(call, first) : [];
      const answers = [first, ...further].map((result, at) => {
        const { usage, ...read } = readAnswer(result, latencyMs);
        return at === 0 && usage ? inferTruncation({ ...read, usage }, request, options) : read;
      });
      return answers.slice(0, request.samples.length);
    } catch (error) {
      if (callOptions.signal?.aborted) throw callOptions.signal.reason;
      throw toProviderError(error, asked, clock.now());
    }
  };

  const describe = async (request: ModelRequest): Promise<RequestDescription> => {
    const recorder = createRecorder();
    const { options: callOptions, body } = buildCall(request, options);
    const recording = bind(withBody(recorder.fetch, () => body));
    const refused = (thrown: unknown) => thrown;
    const sent = profile.stream ? recording.doStream(callOptions) : recording.doGenerate(callOptions);
    const error = await sent.then(() => undefined, refused);
    const recorded = recorder.recorded();
    if (!recorded) throw error;
    return recorded;
  };

  const { maxConcurrency } = options;
  return { samplesPerCall: capabilities.samplesPerCall, maxConcurrency, drainMs, answer, describe };
}

/** `choices` in OpenAI's format, `candidates` in Google's: one body for each after the first. */
function furtherChoices(body: unknown): object[] {
  if (!isRecord(body)) return [];
  return ['choices', 'candidates'].flatMap((field) => {
    const choices = body[field];
    return Array.isArray(choices) ? choices.slice(1).map((choice) => ({ ...body, [field]: [choice] })) : [];
  });
}

/** Set if the token limit is exactly the requested one, without room for anything else. */
const exactWires: readonly Wire[] = ['openai', 'openai-compatible', 'completions'];

/** Some servers say `stop` when the limit cut an answer off: one that ends exactly there counts as cut off. */
function inferTruncation(answer: ModelAnswer, request: ModelRequest, settings: CallSettings): ModelAnswer {
  const { maxNewTokens } = request.parameters;
  const isExact = exactWires.includes(settings.wire) && settings.capabilities.maxTokens;
  // The tokens of several answers in one call are counted together.
  if (!isExact || request.samples.length !== 1 || answer.finishReason !== 'stop') return answer;
  if (answer.usage?.outputTokens !== maxNewTokens) return answer;
  const warning = `inferred: cut off, because it ends exactly at the limit of ${maxNewTokens} tokens`;
  return { ...answer, finishReason: 'length', warnings: [...answer.warnings, warning] };
}

function readAnswer(result: LanguageModelV3GenerateResult, latencyMs: number): ModelAnswer {
  const { finishReason, response } = result;
  return {
    text: joinText(result.content, 'text'),
    reasoning: joinText(result.content, 'reasoning') || undefined,
    finishReason: finishReasonSchema.catch('other').parse(finishReason.unified),
    rawFinishReason: finishReason.raw,
    usage: readUsage(result.usage),
    latencyMs,
    warnings: result.warnings.map(describeWarning),
    responseId: response?.id,
    responseModel: response?.modelId,
  };
}

/** Assembles a streamed answer. A stream that breaks off is a fault, never a short answer. */
async function readStream(stream: ReadableStream<LanguageModelV3StreamPart>) {
  const content: LanguageModelV3Content[] = [];
  const warnings: SharedV3Warning[] = [];
  let response: NonNullable<LanguageModelV3GenerateResult['response']> = {};
  let finish: Extract<LanguageModelV3StreamPart, { type: 'finish' }> | undefined;
  // Node's streams are async iterable, but the DOM type does not say so.
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV3StreamPart>) {
    if (part.type === 'text-delta') content.push({ type: 'text', text: part.delta });
    else if (part.type === 'reasoning-delta') content.push({ type: 'reasoning', text: part.delta });
    else if (part.type === 'stream-start') warnings.push(...part.warnings);
    else if (part.type === 'response-metadata') response = { ...response, ...part };
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') finish = part;
  }
  if (finish === undefined || finish.finishReason.raw === undefined) {
    throw new ProviderError('network', 'The answer broke off in the middle: try again.');
  }
  return { content, warnings, response, finishReason: finish.finishReason, usage: finish.usage };
}

function readUsage({ inputTokens: input, outputTokens: output }: LanguageModelV3Usage): Usage {
  const read = { inputTokens: input.total, cachedTokens: input.cacheRead };
  const counts = { ...read, outputTokens: output.total, reasoningTokens: output.reasoning };
  const known = Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count) && (count ?? -1) >= 0);
  return Object.fromEntries(known);
}

function joinText(content: readonly LanguageModelV3Content[], type: 'text' | 'reasoning'): string {
  return content.flatMap((part) => (part.type === type ? [part.text] : [])).join('');
}

function describeWarning(warning: SharedV3Warning): string {
  if (warning.type === 'other') return warning.message;
  return `${warning.type}: ${warning.feature}${warning.details ? ` (${warning.details})` : ''}`;
}
