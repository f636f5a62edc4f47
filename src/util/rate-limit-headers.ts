/** What providers say about waiting, in their various formats. All times are relative to `nowMs`. */

export type Headers = Readonly<Record<string, string>>;

/** How long a response asks to wait before the next request: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  return readNumber(headers['retry-after-ms']) ?? readResetMs(headers['retry-after'], nowMs);
}

/** Pairs of headers: how much is left, and when it resets. OpenAI and compatible servers, Anthropic, the IETF draft. */
const windows: readonly { readonly remaining: string; readonly reset: string }[] = [
  { remaining: 'x-ratelimit-remaining-requests', reset: 'x-ratelimit-reset-requests' },
  { remaining: 'x-ratelimit-remaining-tokens', reset: 'x-ratelimit-reset-tokens' },
  { remaining: 'anthropic-ratelimit-requests-remaining', reset: 'anthropic-ratelimit-requests-reset' },
  { remaining: 'anthropic-ratelimit-tokens-remaining', reset: 'anthropic-ratelimit-tokens-reset' },
  { remaining: 'ratelimit-remaining', reset: 'ratelimit-reset' },
];

/** How long to pause because an allowance is used up, even though this request was answered. */
export function readPauseMs(headers: Headers, nowMs: number): number {
  const usedUp = windows.filter(({ remaining }) => readNumber(headers[remaining]) === 0);
  return Math.max(0, ...usedUp.map(({ reset }) => readResetMs(headers[reset], nowMs) ?? 0));
}

/** `6m0s`, `120ms`, `1.5` (seconds) or a date. */
function readResetMs(spelled: string | undefined, nowMs: number): number | undefined {
  if (spelled === undefined) return undefined;
  const seconds = readNumber(spelled);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(spelled);
  return readDurationMs(spelled) ?? (Number.isNaN(date) ? undefined : Math.max(0, date - nowMs));
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `1h6m0.5s`, as Go prints durations and Google writes `retryDelay`. */
export function readDurationMs(spelled: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(spelled)) return undefined;
  const parts = spelled.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g);
  return [...parts].reduce((sum, [, amount, unit]) => sum + Number(amount) * (unitMs[unit ?? ''] ?? 0), 0);
}

function readNumber(spelled: string | undefined): number | undefined {
  return spelled !== undefined && /^\d+(\.\d+)?$/.test(spelled.trim()) ? Number(spelled) : undefined;
}
