import type { WarmProcess } from './runner.ts';
import { type TierName, tiers } from './tiers.ts';

const samplesPerRunner = 5_000;
const growthMb = 256;

/** What a job needs of its runner: libraries in memory and, if its chance is its own, an interpreter with that seed. */
export type RunnerKind = Readonly<{ tier: TierName; seed: number | undefined }>;

export class RunnerGroup {
  readonly kind: RunnerKind;
  /** Settles when the runner that is being warmed up is there, or cannot be. */
  starting: Promise<void> | undefined;
  startFailures = 0;
  /** Jobs that ran, or run, on a lesser tier than theirs because theirs was not worth warming up. */
  coldRuns = 0;
  readonly #runners = new Set<WarmProcess>();
  /** Told to end; they take no more jobs. */
  readonly #ending = new WeakSet<WarmProcess>();

  constructor(kind: RunnerKind) {
    this.kind = kind;
  }

  /** Processes that are there, about to be or about to go. */
  get size(): number {
    return this.#runners.size + Number(this.starting !== undefined);
  }

  get isWarm(): boolean {
    return this.#living().length > 0;
  }

  /** Nothing runs on it and nothing is being warmed up. */
  get isIdle(): boolean {
    return this.starting === undefined && this.#living().every(({ load }) => load === 0);
  }

  add(runner: WarmProcess, onExit: () => void): void {
    this.#runners.add(runner);
    void runner.exited.then(() => {
      this.#runners.delete(runner);
      onExit();
    });
  }

  findFree(): WarmProcess | undefined {
    const free = this.#living().filter(({ load, facts }) => load < (facts.placesAtOnce ?? Number.POSITIVE_INFINITY));
    // A worn one is used only until its successor is warm.
    return free.sort((a, b) => Number(isWorn(a)) - Number(isWorn(b)) || a.load - b.load)[0];
  }

  /** Whether another process is needed: the first one always, further ones while all others are crowded. */
  needsMore(most: number): 'at once' | 'if worth it' | 'no' {
    const fresh = this.#living().filter((runner) => !isWorn(runner));
    if (fresh.length === 0) return 'at once';
    const { samplesPerProcess } = tiers[this.kind.tier];
    const isCrowded = fresh.every(({ load, facts }) => load >= (facts.placesAtOnce ?? samplesPerProcess));
    return isCrowded && fresh.length < most ? 'if worth it' : 'no';
  }

  /** Ends worn processes once a successor is warm and nothing runs on them. */
  retireWorn(): void {
    const living = this.#living();
    if (living.every(isWorn)) return;
    for (const runner of living) {
      if (isWorn(runner) && runner.load === 0) void this.#end(runner);
    }
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#runners].map((runner) => this.#end(runner)));
  }

  #end(runner: WarmProcess): Promise<void> {
    this.#ending.add(runner);
    return runner.stop();
  }

  #living(): WarmProcess[] {
    return [...this.#runners].filter((runner) => !runner.isDead && !this.#ending.has(runner));
  }
}

function isWorn(runner: WarmProcess): boolean {
  return runner.samplesRun >= samplesPerRunner || runner.residentMb > runner.facts.residentMb + growthMb;
}
