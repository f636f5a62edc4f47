import type { Job } from '../../schema/job.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type TierName, tierNumbers } from './tiers.ts';
import { type SampleLoad, type WarmProcess, ZygoteFault } from './zygote.ts';
import type { RawExecution } from './zygote-messages.ts';

const maxAttempts = 2;
const maxStartFailures = 2;
const maxWarmUps = 5;
const retryDelayMs = 200;
/** How long past a job's own wall limit a zygote may stay silent before it counts as stuck. */
const parentGraceMs = 10_000;
const samplesPerZygote = 5_000;
const growthMb = 256;

export interface PoolOptions {
  /** How many samples may use the CPU at once. */
  readonly parallel: number;
  /** Whether jobs beyond `parallel` are admitted while the running ones sleep. */
  readonly admitsSleepers: boolean;
  /** How many zygotes of each tier there may be. */
  readonly zygotesPerTier: Readonly<Record<TierName, number>>;
  /** Warms up a zygote without the modules that proved unfit. */
  readonly start: (tier: TierName, banned: ReadonlySet<string>) => Promise<WarmProcess>;
  readonly tierOf: (job: Job) => TierName;
  readonly seedOf: (job: Job) => number;
  readonly onLog: (line: string) => void;
}

interface Entry {
  readonly job: Job;
  tier: TierName;
  readonly order: number;
  readonly signal: AbortSignal;
  readonly resolve: (execution: RawExecution) => void;
  readonly reject: (reason: unknown) => void;
  attempts: number;
}

/** Zygotes of all tiers, the jobs that wait for them, and who goes next. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #admission: Admission;
  readonly #waiting: Entry[] = [];
  readonly #zygotes = new Map<TierName, Set<WarmProcess>>();
  readonly #starting = new Map<TierName, Promise<void>>();
  readonly #startFailures = new Map<TierName, number>();
  readonly #banned = new Set<string>();
  /** Jobs that ran, or run, on a lesser tier than theirs because theirs was not worth warming up. */
  readonly #coldRuns = new Map<TierName, number>();
  #order = 0;
  #isClosed = false;
  #isDispatching = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#admission = createAdmission(options);
  }

  /** Adds a zygote that somebody else has started. */
  adopt(tier: TierName, zygote: WarmProcess): void {
    const zygotes = this.#zygotes.get(tier) ?? new Set();
    zygotes.add(zygote);
    this.#zygotes.set(tier, zygotes);
    void zygote.exited.then(() => {
      zygotes.delete(zygote);
      this.#dispatch();
    });
  }

  run(job: Job, signal: AbortSignal): Promise<RawExecution> {
    return new Promise((resolve, reject) => {
      const entry: Entry = {
        job,
        tier: this.#options.tierOf(job),
        order: this.#order++,
        signal,
        attempts: 0,
        resolve: (execution) => {
          signal.removeEventListener('abort', onAbort);
          resolve(execution);
        },
        reject: (reason) => {
          signal.removeEventListener('abort', onAbort);
          reject(reason);
        },
      };
      const onAbort = () => {
        const index = this.#waiting.indexOf(entry);
        if (index < 0) return;
        this.#waiting.splice(index, 1);
        reject(signal.reason);
      };
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(entry);
      this.#dispatch();
    });
  }

  /** Resolves when a tier has a warm process, though nothing waits for it; one that cannot be warmed up stays cold. */
  async warm(tier: TierName): Promise<void> {
    // A library that proves unfit costs one start each.
    for (let start = 0; start < maxWarmUps && !this.#isClosed && !this.#isWarm(tier); start++) {
      this.#ensureZygote(tier);
      await this.#starting.get(tier);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new ZygoteFault('the executor was closed'));
    await Promise.allSettled(this.#starting.values());
    await Promise.all(this.#all().map((zygote) => zygote.stop()));
  }

  #all(): WarmProcess[] {
    return [...this.#zygotes.values()].flatMap((zygotes) => [...zygotes]);
  }

  #isWarm(tier: TierName): boolean {
    return [...(this.#zygotes.get(tier) ?? [])].some(({ isDead }) => !isDead);
  }

  /** Soon, not now: what arrives in one go is seen as a whole. */
  #dispatch(): void {
    if (this.#isDispatching) return;
    this.#isDispatching = true;
    setImmediate(() => {
      this.#isDispatching = false;
      this.#dispatchNow();
    });
  }

  #dispatchNow(): void {
    if (this.#isClosed) return;
    this.#considerTiers();
    while (this.#admission.hasRoom(this.#starting.size)) {
      const next = this.#takeNext();
      if (next === undefined) break;
      void this.#runOn(next.zygote, next.entry);
    }
    for (const tier of new Set(this.#waiting.map((entry) => entry.tier))) this.#ensureZygote(tier);
    for (const zygotes of this.#zygotes.values()) retireWorn(zygotes);
  }

  /** Sends the jobs of a tier that is neither warm nor worth it to the lightest one. */
  #considerTiers(): void {
    for (const tier of new Set(this.#waiting.map((entry) => entry.tier))) {
      const jobs = this.#waiting.filter((entry) => entry.tier === tier);
      const cold = this.#coldRuns.get(tier) ?? 0;
      if (this.#starting.has(tier) || this.#isWarm(tier) || cold + jobs.length >= tierNumbers[tier].worthFrom) continue;
      this.#coldRuns.set(tier, cold + jobs.length);
      for (const entry of jobs) entry.tier = 'stdlib';
    }
  }

  /** The costliest waiting job whose tier has a warm zygote with a free place. */
  #takeNext(): { entry: Entry; zygote: WarmProcess } | undefined {
    const ready = new Map<TierName, WarmProcess | undefined>();
    let best: Entry | undefined;
    for (const entry of this.#waiting) {
      if (!ready.has(entry.tier)) ready.set(entry.tier, this.#freeZygote(entry.tier));
      if (ready.get(entry.tier) && (best === undefined || goesBefore(entry, best))) best = entry;
    }
    const zygote = best && ready.get(best.tier);
    if (best === undefined || zygote === undefined) return undefined;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    return { entry: best, zygote };
  }

  #freeZygote(tier: TierName): WarmProcess | undefined {
    const free = [...(this.#zygotes.get(tier) ?? [])].filter(
      (zygote) => !zygote.isDead && zygote.load < (zygote.facts.placesAtOnce ?? Number.POSITIVE_INFINITY),
    );
    // A worn one is used only until its successor is warm.
    return free.sort((a, b) => Number(isWorn(a)) - Number(isWorn(b)) || a.load - b.load)[0];
  }

  /** Warms up a tier that has waiting jobs: its first process at once, further ones when there is work for them. */
  #ensureZygote(tier: TierName): void {
    if (this.#starting.has(tier)) return;
    const fresh = [...(this.#zygotes.get(tier) ?? [])].filter((zygote) => !zygote.isDead && !isWorn(zygote));
    const { growsFrom, samplesPerProcess } = tierNumbers[tier];
    const isCrowded = fresh.every((zygote) => zygote.load >= (zygote.facts.placesAtOnce ?? samplesPerProcess));
    const mayGrow = fresh.length < this.#options.zygotesPerTier[tier];
    const waiting = this.#waiting.filter((entry) => entry.tier === tier).length;
    const isWorthIt = this.#admission.hasRoom(this.#starting.size) || waiting >= growsFrom;
    if (fresh.length > 0 && !(isCrowded && mayGrow && isWorthIt)) return;
    const starting = this.#start(tier).finally(() => {
      this.#starting.delete(tier);
      this.#dispatch();
    });
    this.#starting.set(tier, starting);
  }

  async #start(tier: TierName): Promise<void> {
    try {
      const zygote = await this.#options.start(tier, this.#banned);
      this.#startFailures.delete(tier);
      if (this.#isClosed) await zygote.stop();
      else this.adopt(tier, zygote);
    } catch (error) {
      this.#onStartFailure(tier, error);
    }
  }

  #onStartFailure(tier: TierName, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.onLog(`cannot warm up tier ${tier}: ${reason}`);
    if (error instanceof ZygoteFault && error.module !== undefined) {
      this.#banned.add(error.module);
      return;
    }
    const failures = (this.#startFailures.get(tier) ?? 0) + 1;
    this.#startFailures.set(tier, failures);
    if (failures < maxStartFailures) return;
    this.#startFailures.delete(tier);
    const given = this.#waiting.filter((entry) => entry.tier === tier);
    for (const entry of given) {
      this.#waiting.splice(this.#waiting.indexOf(entry), 1);
      entry.reject(new ZygoteFault(reason));
    }
  }

  async #runOn(zygote: WarmProcess, entry: Entry): Promise<void> {
    const { job, signal } = entry;
    entry.attempts++;
    const ticket = this.#admission.enter();
    const stuck = setTimeout(() => zygote.kill(), job.limits.wallMs + parentGraceMs);
    try {
      const onLoad = (load: SampleLoad) => {
        if (ticket.report(load)) this.#dispatch();
      };
      const onEnded = () => {
        ticket.end();
        this.#dispatch();
      };
      entry.resolve(await zygote.run(job, { seed: this.#options.seedOf(job), signal, onLoad, onEnded }));
    } catch (error) {
      if (!(error instanceof ZygoteFault) || entry.attempts >= maxAttempts || signal.aborted || this.#isClosed) {
        entry.reject(signal.aborted ? signal.reason : error);
      } else {
        this.#options.onLog(`job ${job.id}: ${error.message}; trying once more`);
        setTimeout(() => this.#requeue(entry), retryDelayMs);
      }
    } finally {
      clearTimeout(stuck);
      ticket.leave();
      this.#dispatch();
    }
  }

  #requeue(entry: Entry): void {
    if (this.#isClosed || entry.signal.aborted) {
      entry.reject(entry.signal.aborted ? entry.signal.reason : new ZygoteFault('the executor was closed'));
      return;
    }
    this.#waiting.push(entry);
    this.#dispatch();
  }
}

function goesBefore(a: Entry, b: Entry): boolean {
  const [isLast, isOtherLast] = [a.job.startsLast === true, b.job.startsLast === true];
  if (isLast !== isOtherLast) return isOtherLast;
  const difference = (a.job.costHintMs ?? 0) - (b.job.costHintMs ?? 0);
  return difference === 0 ? a.order < b.order : difference > 0;
}

function isWorn(zygote: WarmProcess): boolean {
  return zygote.samplesRun >= samplesPerZygote || zygote.residentMb > zygote.facts.residentMb + growthMb;
}

/** Ends worn processes once a successor is warm and nothing runs on them. */
function retireWorn(zygotes: ReadonlySet<WarmProcess>): void {
  const living = [...zygotes].filter((zygote) => !zygote.isDead);
  if (living.every(isWorn)) return;
  for (const zygote of living) {
    if (isWorn(zygote) && zygote.load === 0) void zygote.stop();
  }
}
