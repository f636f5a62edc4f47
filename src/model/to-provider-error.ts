import { APICallError } from '@ai-sdk/provider';
import { parseJson } from '../util/parse-json.ts';
import { ProviderError, type ProviderErrorOptions, type ProviderFault } from './provider-error.ts';
import { readDurationMs, readRetryAfterMs } from './rate-limit-headers.ts';

/** Whom was asked, for the sentence a person reads. */
export interface ProviderPlace {
  readonly title: string;
  readonly modelId: string;
  /** Environment variables that may hold the key; the first is named to the user. */
  readonly keyVariables: readonly string[];
  readonly baseUrl?: string | undefined;
  /** Cut out of every message. */
  readonly secrets: readonly string[];
}

const faultOfStatus: Readonly<Record<number, ProviderFault>> = {
  400: 'bad-request',
  401: 'auth',
  402: 'quota',
  403: 'auth',
  404: 'unknown-model',
  408: 'timeout',
  409: 'overloaded',
  413: 'context-too-long',
  422: 'bad-request',
  425: 'overloaded',
  429: 'rate-limit',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};

/** Codes that say more than the status does. */
const faultOfCode: Readonly<Record<string, ProviderFault>> = {
  context_length_exceeded: 'context-too-long',
  exceed_context_size_error: 'context-too-long',
  insufficient_quota: 'quota',
  billing_not_active: 'quota',
  invalid_api_key: 'auth',
  API_KEY_INVALID: 'auth',
  invalid_model: 'unknown-model',
  model_not_found: 'unknown-model',
  overloaded_error: 'overloaded',
  rate_limit_error: 'rate-limit',
};

/** vLLM, TGI, Anthropic, Google and Mistral have no code for this: only their words tell it from other bad requests. */
const contextTooLong =
  /maximum context length|context (length|window|size)|prompt is too long|input token count.*exceeds|too many (input )?tokens|tokens \+ `max_new_tokens`/i;

/** Turns whatever a language model threw into a `ProviderError`; what is no fault of a provider is returned as it is. */
export function toProviderError(error: unknown, place: ProviderPlace, nowMs: number): unknown {
  if (error instanceof ProviderError) return error;
  if (APICallError.isInstance(error)) return mapCall(error, place, nowMs);
  const streamed = readStreamedError(error);
  if (streamed) return describe(streamed.fault, place, { cause: error }, streamed.words);
  const name = error instanceof Error ? error.name : '';
  if (name.startsWith('AI_')) return describe('malformed', place, { cause: error }, messageOf(error));
  return error;
}

function mapCall(error: APICallError, place: ProviderPlace, nowMs: number): ProviderError {
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error;
  if (status === undefined) return describe('network', place, { cause: error }, messageOf(error.cause ?? error));
  const facts = readErrorBody(responseBody);
  const words = facts.message ?? error.message;
  const retryAfterMs = readRetryAfterMs(responseHeaders, nowMs) ?? facts.retryAfterMs;
  const options = { cause: error, status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  // An answer that began well and broke off: the SDK marks it as a fault of the connection.
  const fault = status < 400 ? (error.isRetryable ? 'network' : 'malformed') : faultOf(status, facts, words);
  return describe(fault, place, options, words);
}

function faultOf(status: number, facts: ErrorFacts, words: string): ProviderFault {
  const byCode = facts.codes.map((code) => faultOfCode[code]).find((fault) => fault !== undefined);
  if (byCode) return byCode;
  const byStatus = faultOfStatus[status] ?? (status >= 500 ? 'server' : 'bad-request');
  return byStatus === 'bad-request' && contextTooLong.test(words) ? 'context-too-long' : byStatus;
}

interface ErrorFacts {
  readonly codes: readonly string[];
  readonly message?: string;
  readonly retryAfterMs?: number;
}

/** `error` may be an object (OpenAI, Anthropic, Google), a list holding one (Google), or a text (Ollama, TGI). */
function readErrorBody(body: string): ErrorFacts {
  const parsed = parseJson(body);
  const outer = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const inner = typeof outer.error === 'object' ? asRecord(outer.error) : outer;
  const details = (Array.isArray(inner.details) ? inner.details : []).map(asRecord);
  const codes = [inner.code, inner.type, inner.status, ...details.map(({ reason }) => reason)];
  const message = [outer.error, inner.message, inner.detail].find((text) => typeof text === 'string');
  const delay = details.map(({ retryDelay }) => retryDelay).find((text) => typeof text === 'string');
  const retryAfterMs = typeof delay === 'string' ? readDurationMs(delay) : undefined;
  return {
    codes: codes.filter((code) => typeof code === 'string'),
    ...(typeof message === 'string' ? { message } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** An error that arrived inside a stream after it had begun: `{ type: 'overloaded_error', message }` and the like. */
function readStreamedError(error: unknown): { fault: ProviderFault; words: string } | undefined {
  if (error instanceof Error) return undefined;
  const facts = readErrorBody(typeof error === 'string' ? error : JSON.stringify(error ?? ''));
  const fault = facts.codes.map((code) => faultOfCode[code]).find((known) => known !== undefined);
  return { fault: fault ?? 'server', words: facts.message ?? String(error) };
}

/** One sentence per fault: what happened, and what to do where something can be done. */
const sentences: Record<ProviderFault, (place: ProviderPlace) => string> = {
  auth: ({ title, keyVariables }) =>
    keyVariables.length > 0
      ? `${title} refused the key: set ${keyVariables[0]} to a valid one`
      : `${title} refused the request: it wants a key`,
  'unknown-model': ({ title, modelId, baseUrl }) =>
    `${title} does not know the model ${modelId}${baseUrl ? ` at ${baseUrl}` : ''}: check its name and the address`,
  quota: ({ title }) => `The account at ${title} has no credit left: top it up and type the same command again`,
  'rate-limit': ({ title }) => `${title} asks for fewer requests: try again later, or set --rpm or --concurrency`,
  overloaded: ({ title }) => `${title} is overloaded: try again later`,
  server: ({ title }) => `${title} failed: try again later`,
  timeout: ({ title }) => `${title} did not answer in time: raise --request-timeout-s or lower --concurrency`,
  network: ({ title, baseUrl }) =>
    `${title}${baseUrl ? ` at ${baseUrl}` : ''} cannot be reached: check the address and the connection`,
  malformed: ({ title }) => `${title} gave an answer that cannot be read: try again later`,
  'context-too-long': ({ title }) => `The prompt is longer than ${title} can take`,
  'bad-request': ({ title }) =>
    `${title} does not take this request: correct the parameters, or what the model can do in the config file's \`models\``,
};

function describe(
  fault: ProviderFault,
  place: ProviderPlace,
  options: ProviderErrorOptions,
  words: string,
): ProviderError {
  const status = options.status === undefined ? '' : ` (${options.status})`;
  const said = redact(words.replace(/\s+/g, ' ').trim(), place.secrets).slice(0, 300);
  const sentence = `${sentences[fault](place)}${status}.`;
  return new ProviderError(fault, said === '' ? sentence : `${sentence} It said: ${said}`, options);
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret.length > 3).reduce((left, secret) => left.replaceAll(secret, '***'), text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
