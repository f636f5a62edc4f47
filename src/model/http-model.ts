import { modelError, usageError } from '../error/bigcodebench-error.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { hideCredentials } from '../util/hide-credentials.ts';
import { createHttpFetch, type Fetch, type Variables } from '../util/http-fetch.ts';
import { withVersionPath } from './fetch.ts';
import type { Model } from './model.ts';
import { type PlannedServer, planServer } from './model-server.ts';
import type { ModelSettings } from './model-settings.ts';
import { type Connection, connectBase, connectByWire, type HttpProvider, keyVariableOfHost } from './provider-table.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { ModelInput, ResolveModelOptions } from './resolve-model.ts';
import { createSdkModel } from './sdk-model.ts';
import { type AskedModel, noTemplate } from './to-provider-error.ts';
import { withLearnedFields } from './with-learned-fields.ts';
import { withRetry } from './with-retry.ts';

export interface HttpModelOptions extends ModelInput {
  readonly provider: HttpProvider;
  /** The user did not name a provider. */
  readonly isGuessed?: boolean | undefined;
  /** Undefined: nobody said. */
  readonly kind: 'chat' | 'base' | undefined;
  readonly settings: ModelSettings;
}

const defaultTimeoutMs = 600_000;
const templateTimeoutMs = 30_000;

/** A model behind HTTP: its connection, its pace, its retries. */
export async function createHttpModel(input: HttpModelOptions): Promise<Model & { readonly kind: 'chat' | 'base' }> {
  const { provider, profile, capabilities, settings, options } = input;
  const variables = options.variables ?? process.env;
  const fetch = options.fetch ?? (await createHttpFetch(variables));
  const clock = options.clock ?? systemClock;
  const sources = { provider, settings, variables };
  const named = resolveBaseUrl({ ...sources, baseUrl: options.baseUrl });
  const server = named === undefined ? await planServer(input, variables, fetch) : undefined;
  const baseUrl = named ?? server?.baseUrl ?? '';
  const modelId = server?.modelId ?? input.modelId;
  const { apiKey, names } = server?.token ? { apiKey: server.token, names: [] } : findKey({ ...sources, baseUrl });
  const isUsual = baseUrl === provider.baseUrl;
  if (apiKey === '' && provider.needsKey && isUsual && !options.isDryRun) {
    const [first, ...others] = names;
    const also = others.length > 0 ? ` (or ${others.join(', ')})` : '';
    throw modelError(`${provider.title} needs a key: set the environment variable ${first}${also}.`);
  }
  const asked: AskedModel = {
    title: provider.title,
    modelId,
    keyVariables: names,
    baseUrl: isUsual ? undefined : hideCredentials(baseUrl),
    secrets: apiKey === '' ? [] : [apiKey],
  };
  const limiter = findLimiter(input, { baseUrl, clock, most: server?.maxConcurrency ?? provider.maxConcurrency });
  const { onNotice = () => {}, random, onRetry } = options;
  const connection = { modelId, baseUrl, apiKey };
  const kind = input.kind ?? (await findKind(input, { ...connection, fetch }, server?.start));
  const isBase = kind === 'base';
  const bind = await (isBase && provider.baseApi
    ? connectBase(provider.baseApi, connection)
    : connectByWire[provider.wire](connection));
  const sending = withVersionPath(fetch, baseUrl, onNotice);
  const { maxConcurrency } = limiter;
  const adapted = withLearnedFields(
    isBase
      ? { wire: 'completions', profile: { ...profile, stream: false }, capabilities }
      : { wire: provider.wire, profile, capabilities },
    (callSettings) => createSdkModel({ ...callSettings, bind, fetch: sending, asked, maxConcurrency, clock }),
    onNotice,
  );
  const timeoutS = settings.requestTimeoutS;
  const requestTimeoutMs = options.requestTimeoutMs ?? (timeoutS === undefined ? defaultTimeoutMs : timeoutS * 1000);
  const advice = 'raise --request-timeout-s or lower --concurrency';
  const patience = { limiter, clock, requestTimeoutMs, random, onRetry };
  const model = withRetry(adapted, { ...patience, name: provider.title, advice });
  return { ...(server ? withServer(model, server) : model), kind };
}

/** Models of one provider with the same limits share what was learned about its pace. */
function findLimiter(
  { provider, settings, options }: HttpModelOptions,
  { baseUrl, clock, most }: { readonly baseUrl: string; readonly clock: Clock; readonly most: number },
): RateLimiter {
  const limits = {
    maxConcurrency: options.concurrency ?? settings.concurrency ?? most,
    requestsPerMinute: options.rpm ?? settings.rpm,
    tokensPerMinute: options.tpm ?? settings.tpm,
  };
  const key = JSON.stringify([provider.title, baseUrl, limits]);
  const limiter = options.limiters?.get(key) ?? new RateLimiter({ ...limits, clock });
  options.limiters?.set(key, limiter);
  return limiter;
}

/** Where a provider's address and key are looked up; `baseUrl` is the value of `--base-url`. */
type ProviderSources = Pick<HttpModelOptions, 'provider' | 'settings'> &
  Pick<ResolveModelOptions, 'baseUrl'> & { readonly variables: Variables };

/** A provider's address: from the flag, config file, environment variable, or its own; undefined if it has none. */
export function resolveBaseUrl({ provider, baseUrl, settings, variables }: ProviderSources): string | undefined {
  const inEnvironment = provider.baseUrlVariables.map((name) => variables[name]).find(Boolean);
  const url = baseUrl ?? settings.baseUrl ?? inEnvironment ?? provider.baseUrl;
  if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url))) {
    throw usageError(`Invalid base URL ${JSON.stringify(url)}: expected something like http://HOST:PORT/v1.`);
  }
  if (url !== undefined && new URL(url).username !== '') {
    const advice = 'leave it out, and set an API key as a variable';
    throw usageError(`The base URL of ${new URL(url).host} holds a user name: ${advice}.`);
  }
  return url?.replace(/\/+$/, '');
}

function findKey({ provider, baseUrl = '', settings, variables }: ProviderSources) {
  const ofHost = keyVariableOfHost[new URL(baseUrl).hostname];
  const names = settings.keyVariable ? [settings.keyVariable] : [...(ofHost ? [ofHost] : []), ...provider.keyVariables];
  const apiKey = names.map((name) => variables[name]?.trim()).find(Boolean) ?? '';
  return { apiKey, names };
}

/** As in the original, a model without a chat template is a base model; only servers of `vllm` and `hf` are asked. */
async function findKind(
  { provider, options }: HttpModelOptions,
  question: Connection & { readonly fetch: Fetch },
  start?: () => Promise<unknown>,
): Promise<'chat' | 'base'> {
  if ((provider.backend !== 'vllm' && provider.backend !== 'hf') || !options.findsKind) return 'chat';
  await start?.();
  if (!(await lacksChatTemplate(question))) return 'chat';
  options.onNotice?.(
    `${question.modelId} has no chat template, so it is asked to complete the raw prompt, like a base model (--direct-completion).`,
  );
  return 'base';
}

/**
 * Whether a vLLM server refuses chats because the model has no chat template; the original takes such a model for a base
 * model. Asks for tokens of a chat, which generates nothing. A server that cannot say is one with a template: if not, the
 * first request will show it.
 */
async function lacksChatTemplate(question: Connection & { readonly fetch: Fetch }): Promise<boolean> {
  const { baseUrl, modelId, apiKey, fetch } = question;
  try {
    const response = await fetch(`${baseUrl.replace(/\/v1$/, '')}/tokenize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model: modelId, messages: [{ role: 'user', content: 'Hello' }] }),
      signal: AbortSignal.timeout(templateTimeoutMs),
    });
    const text = await response.text();
    return response.status === 400 && noTemplate.test(text);
  } catch {
    return false;
  }
}

/** The server runs from the first request, or an earlier question, to the end of the model. */
function withServer(model: Model, server: PlannedServer): Model {
  return {
    ...model,
    async answer(request, options) {
      await server.start();
      return model.answer(request, options);
    },
    ...(server.fingerprint === undefined ? {} : { fingerprintOf: () => server.fingerprint ?? '' }),
    close: () => server.stop(),
  };
}
