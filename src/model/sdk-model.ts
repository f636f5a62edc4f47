import { AsyncLocalStorage } from 'node:async_hooks';
import type { JSONObject, LanguageModelV3, LanguageModelV3GenerateResult } from '@ai-sdk/provider';
import { type Clock, systemClock } from '../util/clock.ts';
import { buildCall, type CallSettings, type SdkCall } from './build-call.ts';
import { inferTruncation } from './infer-truncation.ts';
import type { Model, ModelAnswer, ModelCallOptions, ModelRequest, RequestDescription } from './model.ts';
import { answerWith, createRecorder, type Fetch, withBody } from './patch-fetch.ts';
import { readAnswer, readStream } from './read-answer.ts';
import { type ProviderPlace, toProviderError } from './to-provider-error.ts';

export interface SdkModelOptions extends CallSettings {
  /** The language model, sending through the given fetch. */
  readonly bind: (fetch: Fetch) => LanguageModelV3;
  readonly fetch: Fetch;
  readonly place: ProviderPlace;
  readonly maxConcurrency: number;
  readonly clock?: Clock;
}

const drainMs = 10_000;

/** Adapts an AI SDK model to our port: exact request fields, several samples per call, errors as data. */
export function createSdkModel(options: SdkModelOptions): Model {
  const { bind, place, capabilities, profile, clock = systemClock } = options;
  // Binding builds schemas, so it is done once; each call passes what it adds to the body.
  const bodies = new AsyncLocalStorage<JSONObject>();
  const languageModel = bind(withBody(options.fetch, () => bodies.getStore() ?? {}));

  const send = (call: SdkCall, callOptions: ModelCallOptions) =>
    bodies.run(call.body, () => sendBound(call, callOptions));
  const sendBound = async (call: SdkCall, { signal, onHeaders }: ModelCallOptions) => {
    const callOptions = signal === undefined ? call.options : { ...call.options, abortSignal: signal };
    if (!profile.stream) {
      const result = await languageModel.doGenerate(callOptions);
      onHeaders?.(result.response?.headers ?? {});
      return result;
    }
    const { stream, response } = await languageModel.doStream(callOptions);
    onHeaders?.(response?.headers ?? {});
    return readStream(stream);
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
      const first = await send(call, callOptions);
      const latencyMs = clock.now() - startedAt;
      const further = request.samples.length > 1 ? await readFurther(call, first) : [];
      const answers = [first, ...further].map((result, at) => {
        const { usage, ...read } = readAnswer(result, latencyMs);
        return at === 0 && usage ? inferTruncation({ ...read, usage }, request, options) : read;
      });
      return answers.slice(0, request.samples.length);
    } catch (error) {
      if (callOptions.signal?.aborted) throw callOptions.signal.reason;
      throw toProviderError(error, place, clock.now());
    }
  };

  const describe = async (request: ModelRequest): Promise<RequestDescription> => {
    const recorder = createRecorder();
    const { options: callOptions, body } = buildCall(request, options);
    const recording = bind(withBody(recorder.fetch, () => body));
    const refused = (thrown: unknown) => thrown;
    const error = await (profile.stream ? recording.doStream(callOptions) : recording.doGenerate(callOptions)).then(
      () => undefined,
      refused,
    );
    const recorded = recorder.recorded();
    if (!recorded) throw error;
    return recorded;
  };

  const { maxConcurrency } = options;
  return { samplesPerCall: capabilities.samplesPerCall, maxConcurrency, drainMs, answer, describe };
}

/** `choices` in OpenAI's format, `candidates` in Google's: one body for each after the first. */
function furtherChoices(body: unknown): JSONObject[] {
  if (typeof body !== 'object' || body === null) return [];
  const whole = body as JSONObject;
  const field = ['choices', 'candidates'].find((name) => Array.isArray(whole[name]));
  if (field === undefined) return [];
  const choices = whole[field] as JSONObject[];
  return choices.slice(1).map((choice) => ({ ...whole, [field]: [choice] }));
}
