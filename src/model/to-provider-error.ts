import { APICallError } from '@ai-sdk/provider';
import { parseJson } from '../util/parse-json.ts';
import { readDurationMs, readRetryAfterMs } from '../util/rate-limit-headers.ts';
import { noTemplate } from './chat-template.ts';
import { ProviderError, type ProviderErrorOptions, type ProviderFault } from './provider-error.ts';

/** Who was asked; used in error messages. */
export interface AskedModel {
  readonly title: string;
  readonly modelId: string;
  /** Environment variables that may contain the key; messages name the first. */
  readonly keyVariables: readonly string[];
  readonly baseUrl?: string | undefined;
  /** Removed from every message. */
  readonly secrets: readonly string[];
}

const faultOfStatus: Readonly<Record<number, ProviderFault>> = {
  400: 'bad-request',
  401: 'auth',
  402: 'quota',
  403: 'auth',
  408: 'timeout',
  409: 'overloaded',
  413: 'context-too-long',
  422: 'bad-request',
  425: 'overloaded',
  429: 'rate-limit',
  501: 'bad-request',
  505: 'bad-request',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};

/** Codes that say more than the status. */
const faultOfCode: Readonly<Record<string, ProviderFault>> = {
  context_length_exceeded: 'context-too-long',
  exceed_context_size_error: 'context-too-long',
  insufficient_quota: 'quota',
  billing_not_active: 'quota',
  invalid_api_key: 'auth',
  API_KEY_INVALID: 'auth',
  invalid_model: 'unknown-model',
  model_not_found: 'unknown-model',
  DeploymentNotFound: 'unknown-model',
  overloaded_error: 'overloaded',
  rate_limit_error: 'rate-limit',
};

/** Some providers have no code for these: only the message distinguishes them from other bad requests. */
const faultOfWords: readonly (readonly [pattern: RegExp, fault: ProviderFault])[] = [
  // vLLM, TGI, Anthropic, Google, Mistral
  [
    /maximum context length|context (length|window|size)|prompt is too long|input token count.*exceeds|too many (input )?tokens|tokens \+ `max_new_tokens`/i,
    'context-too-long',
  ],
  [noTemplate, 'no-chat-template'],
  // LiteLLM
  [/invalid model name/i, 'unknown-model'],
];

/** Turns whatever a language model threw into a `ProviderError`; returns anything that is not a provider's fault as it is. */
export function toProviderError(error: unknown, asked: AskedModel, nowMs: number): unknown {
  if (error instanceof ProviderError) return error;
  if (APICallError.isInstance(error)) return mapCall(error, asked, nowMs);
  const streamed = readStreamedError(error);
  if (streamed) return describe(streamed.fault, asked, { cause: error }, streamed.words);
  const name = error instanceof Error ? error.name : '';
  if (name.startsWith('AI_')) return describe('malformed', asked, { cause: error }, messageOf(error));
  return error;
}

function mapCall(error: APICallError, asked: AskedModel, nowMs: number): ProviderError {
  const { statusCode: status, responseHeaders = {}, responseBody = '' } = error;
  if (status === undefined) {
    const cause = error.cause ?? error;
    return describe(isInsecure(cause) ? 'insecure' : 'network', asked, { cause: error }, messageOf(cause));
  }
  const facts = readErrorBody(responseBody);
  const words = facts.message ?? error.message;
  const retryAfterMs = readRetryAfterMs(responseHeaders, nowMs) ?? facts.retryAfterMs;
  const options = { cause: error, status, retryAfterMs, field: facts.field };
  // An answer that began well and broke off: the SDK marks it as a connection fault.
  const fault = status < 400 ? (error.isRetryable ? 'network' : 'malformed') : faultOf(status, facts, asked);
  return describe(fault, asked, options, words);
}

function faultOf(status: number, facts: ErrorFacts, { modelId }: AskedModel): ProviderFault {
  const { codes, field, message = '' } = facts;
  const byCode = codes.map((code) => faultOfCode[code]).find((fault) => fault !== undefined);
  if (byCode) return byCode;
  // A missing route knows nothing about models.
  if (status === 404) return /model/i.test(message) || message.includes(modelId) ? 'unknown-model' : 'unknown-route';
  const byStatus = faultOfStatus[status] ?? (status >= 500 ? 'server' : 'bad-request');
  // llama.cpp reports an unsupported field as a server error.
  if (byStatus === 'server' && field === 'n') return 'bad-request';
  if (byStatus !== 'bad-request') return byStatus;
  return faultOfWords.find(([pattern]) => pattern.test(message))?.[1] ?? byStatus;
}

interface ErrorFacts {
  readonly codes: readonly string[];
  readonly message?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The request field it is about. */
  readonly field?: string | undefined;
}

/**
 * `error` may be an object (OpenAI, Anthropic, Google), a list of one (Google), or a string (Ollama, TGI). FastAPI (vLLM,
 * llama-cpp-python, LiteLLM) has `detail`: a string, or a list of field errors.
 */
function readErrorBody(body: string): ErrorFacts {
  const parsed = parseJson(body);
  const outer = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const inner = typeof outer.error === 'object' ? asRecord(outer.error) : outer;
  const details = (Array.isArray(inner.details) ? inner.details : []).map(asRecord);
  const complaints = (Array.isArray(inner.detail) ? inner.detail : []).map(asRecord);
  const codes = [inner.code, inner.type, inner.status, ...details.map(({ reason }) => reason)];
  const texts = [outer.error, inner.message, inner.detail, ...complaints.map(({ msg }) => msg)];
  const message = texts.find((text) => typeof text === 'string');
  const delay = details.map(({ retryDelay }) => retryDelay).find((text) => typeof text === 'string');
  const retryAfterMs = typeof delay === 'string' ? readDurationMs(delay) : undefined;
  const field = readField(
    [inner.param, ...complaints.map(({ loc }) => (Array.isArray(loc) ? loc.at(-1) : loc))],
    message,
  );
  return { codes: codes.filter((code) => typeof code === 'string'), message, retryAfterMs, field };
}

/** Servers without `param` name the field only in the message: LiteLLM, Groq, llama.cpp. */
const fieldsInWords: readonly (readonly [pattern: RegExp, field: string])[] = [
  [
    /only one completion choice|does not support parameters: \[[^\]]*'n'|(^|\s)[`'"]n[`'"]\s*(:|must|is|should|cannot|only)/i,
    'n',
  ],
  [/(^|\s)n (is not supported|must be|should be|cannot be|greater than)/i, 'n'],
  [/[`'"]?max_completion_tokens[`'"]? is not|unrecognized .*max_completion_tokens/i, 'max_completion_tokens'],
  [/[`'"]?max_tokens[`'"]? is not supported/i, 'max_tokens'],
];

function readField(named: readonly unknown[], message = ''): string | undefined {
  const field = named.find((name) => typeof name === 'string' && name !== '' && name !== 'None');
  return typeof field === 'string' ? field : fieldsInWords.find(([pattern]) => pattern.test(message))?.[1];
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Node and OpenSSL codes for a connection that will never be secure, however often it is retried. */
function isInsecure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    if (/^(ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/.test(code)) return true;
  }
  return false;
}

/** An error inside a stream that had already begun: `{ type: 'overloaded_error', message }` and the like. */
function readStreamedError(error: unknown): { fault: ProviderFault; words: string } | undefined {
  if (error instanceof Error) return undefined;
  const facts = readErrorBody(typeof error === 'string' ? error : JSON.stringify(error ?? ''));
  const fault = facts.codes.map((code) => faultOfCode[code]).find((known) => known !== undefined);
  return { fault: fault ?? 'server', words: facts.message ?? String(error) };
}

/** One sentence per fault: what happened, and what to do about it. */
const sentences: Record<ProviderFault, (asked: AskedModel) => string> = {
  auth: ({ title, keyVariables }) =>
    keyVariables.length > 0
      ? `${title} rejected the key: set ${keyVariables[0]} to a valid one`
      : `${title} rejected the request: it requires a key`,
  'unknown-model': ({ title, modelId, baseUrl }) =>
    `${title} does not know the model ${modelId}${baseUrl ? ` at ${baseUrl}` : ''}: check its name and the address`,
  'unknown-route': ({ title, baseUrl }) =>
    `${title} has no API at ${baseUrl ?? 'this address'}: check --base-url, which usually ends in /v1`,
  insecure: ({ title, baseUrl }) =>
    `No secure connection to ${baseUrl ?? title}: check http or https and the certificate (NODE_EXTRA_CA_CERTS adds one)`,
  quota: ({ title }) => `The account at ${title} has no credit left: top it up and rerun the same command`,
  'rate-limit': ({ title }) => `${title} is rate limiting us: try again later, or set --rpm or --concurrency`,
  overloaded: ({ title }) => `${title} is overloaded: try again later`,
  server: ({ title }) => `${title} failed: try again later`,
  timeout: ({ title }) => `${title} did not answer in time: raise --request-timeout-s or lower --concurrency`,
  network: ({ title, baseUrl }) =>
    `${title}${baseUrl ? ` at ${baseUrl}` : ''} cannot be reached: check the address and your connection`,
  malformed: ({ title }) => `${title} sent a response we cannot read: try again later`,
  'no-chat-template': ({ title, modelId }) =>
    `${title} has no chat template for ${modelId}: if it is a base model, add --direct-completion`,
  'context-too-long': ({ title }) => `The prompt is too long for ${title}`,
  'bad-request': ({ title }) =>
    `${title} rejected this request: fix the parameters, or the model's \`capabilities\` in the config file`,
};

function describe(
  fault: ProviderFault,
  asked: AskedModel,
  options: ProviderErrorOptions,
  words: string,
): ProviderError {
  const status = options.status === undefined ? '' : ` (${options.status})`;
  const said = redact(words.replace(/\s+/g, ' ').trim(), asked.secrets).slice(0, 300);
  const sentence = `${sentences[fault](asked)}${status}.`;
  return new ProviderError(fault, said === '' ? sentence : `${sentence} It said: ${said}`, options);
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret.length > 3).reduce((left, secret) => left.replaceAll(secret, '***'), text);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
