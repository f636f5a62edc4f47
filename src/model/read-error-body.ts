import { parseJson } from '../util/parse-json.ts';
import { readDurationMs } from './rate-limit-headers.ts';

/** What an error response says, whatever its shape. */
export interface ErrorFacts {
  readonly codes: readonly string[];
  readonly message?: string;
  readonly retryAfterMs?: number;
  /** The request field it is about. */
  readonly field?: string;
}

/**
 * `error` may be an object (OpenAI, Anthropic, Google), a list of one (Google), or a string (Ollama, TGI). FastAPI (vLLM,
 * llama-cpp-python, LiteLLM) has `detail`: a string, or a list of field errors.
 */
export function readErrorBody(body: string): ErrorFacts {
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
  return {
    codes: codes.filter((code) => typeof code === 'string'),
    ...(typeof message === 'string' ? { message } : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(field === undefined ? {} : { field }),
  };
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

function readField(named: readonly unknown[], message: unknown): string | undefined {
  const field = named.find((name) => typeof name === 'string' && name !== '' && name !== 'None');
  if (typeof field === 'string') return field;
  return typeof message === 'string' ? fieldsInWords.find(([pattern]) => pattern.test(message))?.[1] : undefined;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
