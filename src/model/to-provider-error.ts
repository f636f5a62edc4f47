import { APICallError } from '@ai-sdk/provider';
import { isRecord } from '../util/is-record.ts';
import { parseJson } from '../util/parse-json.ts';
import { readDurationMs, readRetryAfterMs } from '../util/rate-limit-headers.ts';
import { readJsonAsset } from '../util/read-asset.ts';
import { messageOf } from '../util/system-error.ts';
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

/** How providers say what is wrong; the patterns are regular expressions that ignore case. */
const { ofStatus, ofCode, ofWords, fieldOfWords, sentences } = readJsonAsset<{
  readonly ofStatus: Readonly<Record<string, ProviderFault>>;
  /** Codes that say more than the status. */
  readonly ofCode: Readonly<Record<string, ProviderFault>>;
  /** Some providers have no code for these: only the message distinguishes them from other bad requests. */
  readonly ofWords: readonly (readonly [ProviderFault, pattern: string])[];
  /** Servers without `param` name the field only in the message: LiteLLM, Groq, llama.cpp. */
  readonly fieldOfWords: readonly (readonly [field: string, pattern: string])[];
  /** For people: what happened, and what to do about it. */
  readonly sentences: Readonly<Record<ProviderFault | 'auth-without-key', string>>;
}>('provider-faults.json');

/** How vLLM and transformers say it. */
export const noTemplate = /must provide a chat template|chat_template is not set|no chat template/i;

/** Some patterns take quadratic time, and the message is as long as the provider likes. */
function matchWords<Meaning>(table: readonly (readonly [Meaning, pattern: string])[], message: string) {
  const head = message.slice(0, 2000);
  return table.find(([, pattern]) => new RegExp(pattern, 'i').test(head))?.[0];
}

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

function faultOf(status: number, facts: ReturnType<typeof readErrorBody>, { modelId }: AskedModel): ProviderFault {
  const { codes, field, message = '' } = facts;
  const byCode = faultOfCode(codes);
  if (byCode) return byCode;
  // A missing route knows nothing about models.
  if (status === 404) return /model/i.test(message) || message.includes(modelId) ? 'unknown-model' : 'unknown-route';
  const byStatus = ofStatus[status] ?? (status >= 500 ? 'server' : 'bad-request');
  // llama.cpp reports an unsupported field as a server error.
  if (byStatus === 'server' && field === 'n') return 'bad-request';
  if (byStatus !== 'bad-request') return byStatus;
  return matchWords(ofWords, message) ?? (noTemplate.test(message) ? 'no-chat-template' : byStatus);
}

/**
 * `error` may be an object (OpenAI, Anthropic, Google), a list of one (Google), or a string (Ollama, TGI). FastAPI (vLLM,
 * llama-cpp-python, LiteLLM) has `detail`: a string, or a list of field errors.
 */
function readErrorBody(body: string) {
  const parsed = parseJson(body);
  const outer = asRecord(Array.isArray(parsed) ? parsed[0] : parsed);
  const inner = typeof outer.error === 'object' ? asRecord(outer.error) : outer;
  const details = (Array.isArray(inner.details) ? inner.details : []).map(asRecord);
  const complaints = (Array.isArray(inner.detail) ? inner.detail : []).map(asRecord);
  const codes = [inner.code, inner.type, inner.status, ...details.map(({ reason }) => reason)];
  const texts = [outer.error, inner.message, inner.detail, ...complaints.map(({ msg }) => msg)];
  const message = texts.find((text) => typeof text === 'string');
  const delay = details.map(({ retryDelay }) => retryDelay).find((text) => typeof text === 'string');
  const fields = [inner.param, ...complaints.map(({ loc }) => (Array.isArray(loc) ? loc.at(-1) : loc))];
  const named = fields.filter((name) => typeof name === 'string').find((name) => name !== '' && name !== 'None');
  return {
    codes: codes.filter((code) => typeof code === 'string'),
    message,
    retryAfterMs: delay === undefined ? undefined : readDurationMs(delay),
    /** The request field it is about. */
    field: named ?? matchWords(fieldOfWords, message ?? ''),
  };
}

const asRecord = (value: unknown) => (isRecord(value) ? value : {});

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
  const { codes, message } = readErrorBody(typeof error === 'string' ? error : JSON.stringify(error ?? ''));
  return { fault: faultOfCode(codes) ?? 'server', words: message ?? String(error) };
}

function faultOfCode(codes: readonly string[]): ProviderFault | undefined {
  return codes.map((code) => ofCode[code]).find((fault) => fault !== undefined);
}

function sentenceOf(fault: ProviderFault, { title, modelId: model, keyVariables, baseUrl }: AskedModel): string {
  const [key = ''] = keyVariables;
  const at = baseUrl ? ` at ${baseUrl}` : '';
  const places = { at, address: baseUrl ?? 'this address', server: baseUrl ?? title };
  const words: Record<string, string> = { title, model, key, ...places };
  const sentence = sentences[fault === 'auth' && key === '' ? 'auth-without-key' : fault];
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}

function describe(fault: ProviderFault, asked: AskedModel, options: ProviderErrorOptions, words: string) {
  const status = options.status === undefined ? '' : ` (${options.status})`;
  const said = redact(words.replace(/\s+/g, ' ').trim(), asked.secrets).slice(0, 300);
  const sentence = `${sentenceOf(fault, asked)}${status}.`;
  return new ProviderError(fault, said === '' ? sentence : `${sentence} It said: ${said}`, options);
}

function redact(text: string, secrets: readonly string[]): string {
  return secrets.filter((secret) => secret.length > 3).reduce((left, secret) => left.replaceAll(secret, '***'), text);
}
