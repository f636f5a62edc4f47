import { type Clock, systemClock } from '../util/clock.ts';

export interface RateLimiterOptions {
  readonly maxConcurrency: number;
  readonly requestsPerMinute?: number | undefined;
  readonly tokensPerMinute?: number | undefined;
  readonly clock?: Clock;
}

/** Permission to make one call; exactly one of its methods ends it. */
export interface Permit {
  /** It was answered. `tokens` corrects the estimate; `pauseMs` is what the response's headers ask for. */
  succeed(facts?: { readonly tokens?: number | undefined; readonly pauseMs?: number }): void;
  /** The provider wants fewer concurrent calls. */
  reject(facts?: { readonly retryAfterMs?: number | undefined }): void;
  /** It ended in a way that says nothing about the provider's capacity. */
  release(): void;
}

const minuteMs = 60_000;
/** A wrong key shows within this time; until then, or until the first answer, only one call is sent. */
const soloMs = 5000;
const startLevel = 8;
const probeRounds = { first: 4, last: 64 };

interface Waiter {
  readonly tokens: number;
  readonly grant: (permit: Permit) => void;
}

/**
 * Finds how many concurrent calls a provider can handle. It starts low and doubles each round while answers come in; the
 * first refusal marks the ceiling, above which it probes only after a while, less often each time that fails. A
 * provider's request to wait holds all calls.
 */
export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #clock: Clock;
  readonly #waiters: Waiter[] = [];
  readonly #starts: number[] = [];
  readonly #spent: { at: number; tokens: number }[] = [];
  #level = 1;
  #ceiling = Number.POSITIVE_INFINITY;
  #inFlight = 0;
  #epoch = 0;
  #hasAnswered = false;
  #pausedUntil = 0;
  #successesAtCeiling = 0;
  #successesSinceShrink = 0;
  /** Whether the ceiling counts calls that may still turn out to be refused. */
  #isCeilingCounted = false;
  #probeAfterRounds = probeRounds.first;
  #probeStep = 1;
  #wakeAt = Number.POSITIVE_INFINITY;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get level(): number {
    return Math.floor(this.#level);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get maxConcurrency(): number {
    return this.#options.maxConcurrency;
  }

  /** Waits for the next free slot. `tokens` is an estimate of what the call will use. */
  acquire(options: { readonly tokens?: number; readonly signal?: AbortSignal | undefined } = {}): Promise<Permit> {
    const { tokens = 0, signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const leave = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(signal?.reason);
      };
      const waiter: Waiter = {
        tokens,
        grant: (permit) => {
          signal?.removeEventListener('abort', leave);
          resolve(permit);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiters.push(waiter);
      this.#grantNext();
    });
  }

  #grantNext(): void {
    while (this.#waiters.length > 0 && this.#inFlight < this.level) {
      const waitMs = this.#waitMs(this.#waiters[0]?.tokens ?? 0);
      if (waitMs > 0) {
        this.#wakeIn(waitMs);
        return;
      }
      const waiter = this.#waiters.shift() as Waiter;
      waiter.grant(this.#createPermit(waiter.tokens));
    }
  }

  /** How long until pauses, requests per minute and tokens per minute allow one more. */
  #waitMs(tokens: number): number {
    const now = this.#clock.now();
    const { requestsPerMinute = Number.POSITIVE_INFINITY, tokensPerMinute = Number.POSITIVE_INFINITY } = this.#options;
    while ((this.#starts[0] ?? now) <= now - minuteMs) this.#starts.shift();
    while ((this.#spent[0]?.at ?? now) <= now - minuteMs) this.#spent.shift();
    const waits = [this.#pausedUntil - now];
    if (this.#starts.length >= requestsPerMinute) waits.push((this.#starts[0] ?? now) + minuteMs - now);
    const used = this.#spent.reduce((sum, entry) => sum + entry.tokens, 0);
    // A call larger than the whole allowance may still go, alone.
    if (used > 0 && used + tokens > tokensPerMinute) waits.push((this.#spent[0]?.at ?? now) + minuteMs - now);
    return Math.max(0, ...waits);
  }

  #wakeIn(ms: number): void {
    const at = this.#clock.now() + ms;
    if (at >= this.#wakeAt) return;
    this.#wakeAt = at;
    this.#clock.setTimer(ms, () => {
      if (this.#wakeAt === at) this.#wakeAt = Number.POSITIVE_INFINITY;
      this.#grantNext();
    });
  }

  #createPermit(estimate: number): Permit {
    const epoch = this.#epoch;
    const spent = { at: this.#clock.now(), tokens: estimate };
    if (this.#options.requestsPerMinute !== undefined) this.#starts.push(spent.at);
    if (this.#options.tokensPerMinute !== undefined) this.#spent.push(spent);
    if (this.#inFlight === 0 && !this.#hasAnswered && this.#level === 1) this.#endSoloLater();
    this.#inFlight++;
    let isEnded = false;
    const end = (react: () => void) => {
      if (isEnded) return;
      isEnded = true;
      this.#inFlight--;
      react();
      this.#grantNext();
    };
    return {
      succeed: ({ tokens, pauseMs = 0 } = {}) =>
        end(() => {
          spent.tokens = tokens ?? spent.tokens;
          this.#hasAnswered = true;
          this.#pause(pauseMs);
          this.#grow();
        }),
      reject: ({ retryAfterMs = 0 } = {}) =>
        end(() => {
          spent.tokens = 0;
          this.#pause(retryAfterMs);
          if (epoch === this.#epoch) this.#shrink();
          else if (epoch === this.#epoch - 1) this.#correct();
        }),
      release: () => end(() => {}),
    };
  }

  #endSoloLater(): void {
    this.#clock.setTimer(soloMs, () => {
      if (this.#hasAnswered || this.#epoch > 0 || this.#inFlight === 0) return;
      this.#level = Math.max(this.#level, Math.min(startLevel, this.maxConcurrency));
      this.#grantNext();
    });
  }

  #pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock.now() + ms);
  }

  #grow(): void {
    this.#successesSinceShrink++;
    const limit = Math.min(this.#ceiling, this.maxConcurrency);
    const isUsed = this.#inFlight + 1 >= this.level || this.#level < startLevel;
    if (this.#level < limit) {
      if (isUsed) this.#level = Math.min(limit, Math.max(this.#level + 1, Math.min(startLevel, limit)));
      return;
    }
    if (!isUsed || this.#ceiling >= this.maxConcurrency) return;
    this.#successesAtCeiling++;
    if (this.#successesAtCeiling < this.#probeAfterRounds * this.#ceiling) return;
    this.#successesAtCeiling = 0;
    this.#ceiling += this.#probeStep;
    this.#probeStep *= 2;
    this.#probeAfterRounds = probeRounds.first;
  }

  /** Those in flight were accepted: so many it can handle; much less if it refuses again before a round of answers. */
  #shrink(): void {
    const isAgain = this.#epoch > 0 && this.#successesSinceShrink < this.#ceiling;
    const accepted = Math.min(this.level - 1, this.#inFlight);
    const half = Math.floor(this.#level / 2);
    this.#epoch++;
    this.#isCeilingCounted = !isAgain && accepted >= half;
    this.#ceiling = Math.max(1, this.#isCeilingCounted ? accepted : half);
    this.#level = this.#ceiling;
    this.#successesAtCeiling = 0;
    this.#successesSinceShrink = 0;
    this.#probeStep = 1;
    this.#probeAfterRounds = Math.min(probeRounds.last, this.#probeAfterRounds * 2);
  }

  /** A call that was counted as accepted was refused after all. */
  #correct(): void {
    if (!this.#isCeilingCounted) return;
    this.#ceiling = Math.max(1, this.#ceiling - 1);
    this.#level = Math.min(this.#level, this.#ceiling);
  }
}
