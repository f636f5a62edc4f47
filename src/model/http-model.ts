import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { hideCredentials } from '../util/hide-credentials.ts';
import { resolveBaseUrl } from './base-url.ts';
import type { Capabilities } from './capabilities.ts';
import { createHttpFetch, type Variables } from './http-fetch.ts';
import type { Model } from './model.ts';
import { withoutProvider } from './model-name.ts';
import type { ResolveModelOptions } from './model-options.ts';
import type { ModelSettings } from './model-settings.ts';
import type { Fetch } from './patch-fetch.ts';
import { ProviderError } from './provider-error.ts';
import { type HttpProvider, keyVariableOfHost } from './provider-table.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { RequestProfile } from './request-profiles.ts';
import { createSdkModel } from './sdk-model.ts';
import type { ProviderPlace } from './to-provider-error.ts';
import { withVersionPath } from './version-path.ts';
import { adapterName, findFreePort, findVllm, startVllmServer, type VllmServer } from './vllm-server.ts';
import { withLearnedFields } from './with-learned-fields.ts';
import { withRetry } from './with-retry.ts';

export interface HttpModelOptions {
  readonly provider: HttpProvider;
  readonly modelId: string;
  /** The user did not name a provider. */
  readonly isGuessed?: boolean | undefined;
  readonly kind: 'chat' | 'base';
  readonly profile: RequestProfile;
  readonly capabilities: Capabilities;
  readonly settings: ModelSettings;
  readonly options: ResolveModelOptions;
}

const defaultTimeoutMs = 600_000;

/** A model behind HTTP: its connection, its pace, its retries. */
export async function createHttpModel(input: HttpModelOptions): Promise<Model> {
  const { provider, profile, capabilities, settings, options } = input;
  const variables = options.variables ?? process.env;
  const fetch = options.fetch ?? (await createHttpFetch(variables));
  const clock = options.clock ?? systemClock;
  const named = resolveBaseUrl({ provider, baseUrl: options.baseUrl, settings, variables });
  const server = named === undefined ? await planServer(input, variables, fetch) : undefined;
  const baseUrl = named ?? server?.baseUrl ?? '';
  const modelId = server && options.vllm?.loraPath ? adapterName : input.modelId;
  const { apiKey, names } = findKey({ provider, baseUrl, settings, variables });
  if (apiKey === '' && provider.needsKey && baseUrl === provider.baseUrl && !options.isDryRun) {
    const [first, ...others] = names;
    const also = others.length > 0 ? ` (or ${others.join(', ')})` : '';
    throw new BigCodeBenchError(
      'MODEL',
      `${provider.title} needs a key: set the environment variable ${first}${also}.`,
    );
  }
  const place: ProviderPlace = {
    title: provider.title,
    modelId,
    keyVariables: names,
    baseUrl: baseUrl === provider.baseUrl ? undefined : hideCredentials(baseUrl),
    secrets: apiKey === '' ? [] : [apiKey],
  };
  const limiter = findLimiter(input, baseUrl, clock);
  const isBase = input.kind === 'base';
  const connect = isBase ? (provider.connectBase ?? provider.connect) : provider.connect;
  const bind = await connect({ modelId, baseUrl, apiKey });
  const onNotice = createNotifier(options.onNotice);
  const sending = withVersionPath({ fetch, baseUrl, onNotice });
  const adapted = withLearnedFields({
    settings: {
      wire: isBase ? 'completions' : provider.wire,
      profile: isBase ? { ...profile, stream: false } : profile,
      capabilities,
    },
    create: (callSettings) =>
      createSdkModel({
        ...callSettings,
        bind,
        fetch: sending,
        place,
        maxConcurrency: limiter.maxConcurrency,
        clock,
      }),
    onNotice,
  });
  const timeoutS = settings.requestTimeoutS;
  const requestTimeoutMs = options.requestTimeoutMs ?? (timeoutS === undefined ? defaultTimeoutMs : timeoutS * 1000);
  const model = withRetry(adapted, {
    limiter,
    clock,
    requestTimeoutMs,
    timeoutError: () =>
      new ProviderError(
        'timeout',
        `${provider.title} did not answer within ${requestTimeoutMs / 1000} s: raise --request-timeout-s or lower --concurrency.`,
      ),
    ...(options.random ? { random: options.random } : {}),
    onRetry: options.onRetry,
  });
  return server ? withServer(model, server.start) : model;
}

/** Says everything once. */
function createNotifier(onNotice: ResolveModelOptions['onNotice']): (sentence: string) => void {
  const told = new Set<string>();
  return (sentence) => {
    if (told.has(sentence)) return;
    told.add(sentence);
    onNotice?.(sentence);
  };
}

/** Models of one provider with the same limits share what was learned about its pace. */
function findLimiter({ provider, settings, options }: HttpModelOptions, baseUrl: string, clock: Clock): RateLimiter {
  const limits = {
    maxConcurrency: options.concurrency ?? settings.concurrency ?? provider.maxConcurrency,
    requestsPerMinute: options.rpm ?? settings.rpm,
    tokensPerMinute: options.tpm ?? settings.tpm,
  };
  const key = JSON.stringify([provider.title, baseUrl, limits]);
  const limiter = options.limiters?.get(key) ?? new RateLimiter({ ...limits, clock });
  options.limiters?.set(key, limiter);
  return limiter;
}

interface KeySearch {
  readonly provider: HttpProvider;
  readonly baseUrl: string;
  readonly settings: ModelSettings;
  readonly variables: Variables;
}

function findKey({ provider, baseUrl, settings, variables }: KeySearch) {
  const ofHost = keyVariableOfHost[new URL(baseUrl).hostname];
  const names = settings.keyVariable ? [settings.keyVariable] : [...(ofHost ? [ofHost] : []), ...provider.keyVariables];
  const apiKey = names.map((name) => variables[name]?.trim()).find(Boolean) ?? '';
  return { apiKey, names };
}

interface PlannedServer {
  readonly baseUrl: string;
  readonly start: () => Promise<VllmServer>;
}

/** Only a vLLM server can be started, and only if the program is installed. */
async function planServer(
  { provider, modelId, isGuessed, options }: HttpModelOptions,
  variables: Variables,
  fetch: Fetch,
): Promise<PlannedServer> {
  const canStart = provider.backend === 'vllm';
  const program = canStart ? findVllm(variables) : undefined;
  if (program === undefined && !options.isDryRun) {
    if (isGuessed) throw withoutProvider(modelId);
    const also = canStart ? ', or install vLLM so that `vllm` is on PATH and a server can be started' : '';
    throw new BigCodeBenchError(
      'MODEL',
      `${provider.title} needs an address: pass --base-url http://HOST:PORT/v1${also}.`,
    );
  }
  const port = program === undefined ? 8000 : await findFreePort();
  const start = () => startVllmServer({ ...options.vllm, program: program ?? '', modelId, port, variables, fetch });
  return { baseUrl: `http://127.0.0.1:${port}/v1`, start };
}

/** The server starts with the first request and stops with the model. */
function withServer(model: Model, start: () => Promise<VllmServer>): Model {
  let server: Promise<VllmServer> | undefined;
  return {
    ...model,
    async answer(request, options) {
      server ??= start();
      await server;
      return model.answer(request, options);
    },
    async close() {
      await (await server?.catch(() => undefined))?.close();
    },
  };
}
