import type { Job } from '../../schema/execution.ts';
import { AbortableQueue, type QueueEntry } from '../../util/abortable-queue.ts';
import { groupBy } from '../../util/group-by.ts';
import { messageOf } from '../../util/system-error.ts';
import { type AdmissionOptions, createAdmission, type Ticket } from './admission.ts';
import { RunnerFault, type RunOptions, type SampleLoad, type SendCall, type WarmProcess } from './runner.ts';
import { RunnerGroup, type RunnerKind } from './runner-group.ts';
import type { RawExecution } from './runner-messages.ts';
import { type TierName, tiers } from './tiers.ts';

const maxAttempts = 2;
const maxStartFailures = 2;
const maxWarmUps = 5;
const retryDelayMs = 200;
/** How long past a job's own wall limit a runner may stay silent before it counts as stuck. */
const parentGraceMs = 10_000;
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

export interface PoolOptions extends Omit<AdmissionOptions, 'now'> {
  readonly runnersPerTier: Readonly<Record<TierName, number>>;
  /** How many runners with a seed there may be, of all seeds and tiers together. */
  readonly seededRunners: number;
  /** Warms up a runner without the modules that proved unfit. */
  readonly start: (kind: RunnerKind, banned: ReadonlySet<string>) => Promise<WarmProcess>;
  readonly tierOf: (job: Job) => TierName;
  readonly seedOf: (job: Job) => number;
  readonly onLog: (line: string) => void;
}

/** The world of a conversation: it counts as running from `wake`, which waits for room, to `rest`. It begins awake. */
export interface ConversationWorld {
  readonly call: SendCall;
  rest(): void;
  wake(signal: AbortSignal): Promise<void>;
}

export type ConversationHandlers = Pick<RunOptions, 'onReply'> & Readonly<{ onOpen(world: ConversationWorld): void }>;

interface Request {
  readonly job: Job;
  readonly conversation: ConversationHandlers | undefined;
  group: RunnerGroup;
  readonly order: number;
  attempts: number;
}

type Entry = QueueEntry<Request, RawExecution>;

/** All runners, the jobs that wait for them, and who goes next: whatever a job is for, it is counted here. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #admission: ReturnType<typeof createAdmission>;
  readonly #waiting = new AbortableQueue<Request, RawExecution>();
  /** Conversations that want to go on. */
  readonly #calls = new AbortableQueue<{ readonly ticket: Ticket }, void>();
  readonly #groups = new Map<string, RunnerGroup>();
  readonly #banned = new Set<string>();
  #order = 0;
  #isClosed = false;
  #isDispatching = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#admission = createAdmission(options);
  }

  adopt(tier: TierName, runner: WarmProcess): void {
    this.#groupOf({ tier, seed: undefined }).add(runner, () => this.#dispatch());
  }

  /** With handlers it is a conversation, and ends with it. */
  run(job: Job, signal: AbortSignal, conversation?: ConversationHandlers): Promise<RawExecution> {
    // Hashes are drawn when an interpreter starts: a seed needs processes of its own.
    const seed = job.script ? undefined : job.seed;
    const group = this.#groupOf({ tier: this.#options.tierOf(job), seed });
    const settled = this.#waiting.add({ job, conversation, group, order: this.#order++, attempts: 0 }, signal);
    this.#dispatch();
    return settled;
  }

  /** Resolves when a tier has a warm process, though nothing waits for it; one that cannot be warmed up stays cold. */
  async warm(tier: TierName): Promise<void> {
    const group = this.#groupOf({ tier, seed: undefined });
    // A library that proves unfit costs one start each.
    for (let start = 0; start < maxWarmUps && !this.#isClosed && !group.isWarm; start++) {
      this.#ensureRunner(group, 0);
      await group.starting;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queue of [this.#waiting, this.#calls]) queue.rejectAll(new RunnerFault('the executor was closed'));
    const groups = [...this.#groups.values()];
    await Promise.allSettled(groups.map(({ starting }) => starting));
    await Promise.all(groups.map((group) => group.stop()));
  }

  #groupOf(kind: RunnerKind): RunnerGroup {
    const name = `${kind.tier} ${kind.seed}`;
    const group = this.#groups.get(name) ?? new RunnerGroup(kind);
    this.#groups.set(name, group);
    return group;
  }

  get #loading(): number {
    return [...this.#groups.values()].filter(({ starting }) => starting !== undefined).length;
  }

  #waitingByGroup(): ReadonlyMap<RunnerGroup, readonly Entry[]> {
    return groupBy(this.#waiting, ({ group }) => group);
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
    while (this.#admission.hasRoom(this.#loading)) {
      const [call] = this.#calls;
      if (call !== undefined) {
        this.#calls.take(call);
        call.ticket.wake();
        call.resolve();
        continue;
      }
      const next = this.#takeNext();
      if (next === undefined) break;
      void this.#runOn(next.runner, next.entry);
    }
    const waiting = this.#waitingByGroup();
    this.#forgetIdleSeeds(waiting);
    for (const [group, { length }] of waiting) this.#ensureRunner(group, length);
    for (const group of this.#groups.values()) group.retireWorn();
  }

  /** Sends the jobs of a tier that is neither warm nor worth it to the lightest one. */
  #considerTiers(): void {
    for (const [group, jobs] of this.#waitingByGroup()) {
      const { tier, seed } = group.kind;
      const cold = group.coldRuns + jobs.length;
      if (group.starting !== undefined || group.isWarm || cold >= tiers[tier].worthFrom) continue;
      group.coldRuns = cold;
      const lightest = this.#groupOf({ tier: 'stdlib', seed });
      for (const entry of jobs) entry.group = lightest;
    }
  }

  /** The costliest waiting job whose group has a warm runner with a free place. */
  #takeNext(): { entry: Entry; runner: WarmProcess } | undefined {
    const ready = new Map<RunnerGroup, WarmProcess | undefined>();
    let best: Entry | undefined;
    for (const entry of this.#waiting) {
      if (!ready.has(entry.group)) ready.set(entry.group, entry.group.findFree());
      if (ready.get(entry.group) && (best === undefined || goesBefore(entry, best))) best = entry;
    }
    const runner = best && ready.get(best.group);
    if (best === undefined || runner === undefined) return undefined;
    this.#waiting.take(best);
    return { entry: best, runner };
  }

  /** Ends the runners of seeds without work where other seeds wait for theirs. */
  #forgetIdleSeeds(waiting: ReadonlyMap<RunnerGroup, readonly Entry[]>): void {
    const isWanted = [...waiting.keys()].some(({ kind, size }) => kind.seed !== undefined && size === 0);
    if (!isWanted) return;
    for (const [name, group] of this.#groups) {
      if (group.kind.seed === undefined || !group.isIdle || waiting.has(group)) continue;
      if (group.size > 0) void group.stop();
      else this.#groups.delete(name);
    }
  }

  /** Warms up a group that has waiting jobs: its first process at once, further ones when there is work for them. */
  #ensureRunner(group: RunnerGroup, waiting: number): void {
    if (group.starting !== undefined) return;
    const { tier, seed } = group.kind;
    const need = group.needsMore(this.#options.runnersPerTier[tier]);
    const isWorthIt = () => this.#admission.hasRoom(this.#loading) || waiting >= tiers[tier].growsFrom;
    if (need === 'no' || (need === 'if worth it' && !isWorthIt())) return;
    const seeded = [...this.#groups.values()].filter(({ kind }) => kind.seed !== undefined);
    const seededRunners = seeded.reduce((sum, { size }) => sum + size, 0);
    if (seed !== undefined && seededRunners >= this.#options.seededRunners) return;
    group.starting = this.#start(group).finally(() => {
      group.starting = undefined;
      this.#dispatch();
    });
  }

  async #start(group: RunnerGroup): Promise<void> {
    try {
      const runner = await this.#options.start(group.kind, this.#banned);
      group.startFailures = 0;
      if (this.#isClosed) await runner.stop();
      else group.add(runner, () => this.#dispatch());
    } catch (error) {
      const reason = messageOf(error);
      this.#options.onLog(`cannot warm up tier ${group.kind.tier}: ${reason}`);
      if (error instanceof RunnerFault && error.module !== undefined) {
        this.#banned.add(error.module);
        return;
      }
      if (++group.startFailures < maxStartFailures) return;
      group.startFailures = 0;
      for (const entry of this.#waitingByGroup().get(group) ?? []) {
        this.#waiting.take(entry);
        entry.reject(new RunnerFault(reason));
      }
    }
  }

  async #runOn(runner: WarmProcess, entry: Entry): Promise<void> {
    const { job, signal, conversation } = entry;
    entry.attempts++;
    const ticket = this.#admission.enter();
    const stuck = setTimeout(() => runner.kill(), Math.min(longestTimerMs, job.limits.wallMs + parentGraceMs));
    try {
      const onLoad = (load: SampleLoad) => {
        if (ticket.report(load)) this.#dispatch();
      };
      const onEnded = () => {
        ticket.end();
        this.#dispatch();
      };
      const rest = () => {
        ticket.rest();
        this.#dispatch();
      };
      const wake = (turnSignal: AbortSignal) => {
        const turn = this.#calls.add({ ticket }, turnSignal);
        this.#dispatch();
        return turn;
      };
      const talking = conversation && {
        onReply: conversation.onReply,
        onOpen: (call: SendCall) => conversation.onOpen({ call, rest, wake }),
      };
      const seed = this.#options.seedOf(job);
      entry.resolve(await runner.run(job, { seed, signal, onLoad, onEnded, ...talking }));
    } catch (error) {
      const isOnce = conversation !== undefined || !(error instanceof RunnerFault);
      if (isOnce || entry.attempts >= maxAttempts || signal.aborted || this.#isClosed) {
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
    entry.group = this.#groupOf(entry.group.kind);
    this.#waiting.putBack([entry]);
    if (this.#isClosed) this.#waiting.rejectAll(new RunnerFault('the executor was closed'));
    this.#dispatch();
  }
}

function goesBefore(a: Entry, b: Entry): boolean {
  const [isLast, isOtherLast] = [a.job.startsLast === true, b.job.startsLast === true];
  if (isLast !== isOtherLast) return isOtherLast;
  const difference = (a.job.costHintMs ?? 0) - (b.job.costHintMs ?? 0);
  return difference === 0 ? a.order < b.order : difference > 0;
}
