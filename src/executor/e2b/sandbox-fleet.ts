import { randomUUID } from 'node:crypto';
import type { Sandbox, SandboxInfo } from 'e2b';
import { systemClock } from '../../util/clock.ts';
import { raceAbort } from '../../util/race-abort.ts';
import type { E2bClient, SandboxOwner, templateSize } from './e2b-client.ts';

export interface SandboxFleetOptions {
  readonly client: E2bClient;
  readonly template: string;
  readonly owner: SandboxOwner;
  /** How long a sandbox lives without being renewed. */
  readonly lifetimeMs?: number | undefined;
  /** E2B's smallest plan creates one sandbox a second. */
  readonly createIntervalMs?: number | undefined;
  readonly onNotice: (sentence: string) => void;
}

export interface LivingSandbox {
  readonly sandbox: Sandbox;
  /** Ends it for certain; may be called more than once. */
  kill(): Promise<void>;
}

const app = 'bigcodebench';
const killAttempts = 3;
const killDelayMs = 1_000;

/** Starts sandboxes, keeps them alive while they are used, and ends every one that was started. */
export class SandboxFleet {
  /** `sandboxMs`: the time that all of them lived, added up. */
  readonly usage = { created: 0, killed: 0, sandboxMs: 0 };
  /** Of each of them, once one was asked. */
  size: typeof templateSize | undefined;
  readonly #options: SandboxFleetOptions;
  readonly #run = randomUUID();
  readonly #living = new Set<LivingSandbox>();
  readonly #creating: Promise<unknown>[] = [];
  #nextCreateAt = 0;
  #isClosed = false;

  constructor(options: SandboxFleetOptions) {
    this.#options = options;
  }

  /** Ends sandboxes of earlier processes that were killed before they could do it. */
  async reap(): Promise<number> {
    const { owner } = this.#options;
    let reaped = 0;
    for (const { sandboxId, metadata } of await this.#list({ app })) {
      if (metadata.owner === undefined || !(await owner.isGone(metadata.owner))) continue;
      if (await this.#killById(sandboxId)) reaped++;
    }
    return reaped;
  }

  /** Starts one. A start that is not wanted any more is not waited for: its sandbox is ended when it is there. */
  create(signal: AbortSignal): Promise<LivingSandbox> {
    const creating = this.#create(signal);
    this.#creating.push(creating);
    return raceAbort(creating, signal);
  }

  /** Ends everything that was started, also what was being started. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#creating);
    await Promise.all([...this.#living].map((living) => living.kill()));
    // A request to start one may have been carried out although its answer never came.
    const stragglers = await this.#list({ app, run: this.#run }).catch(() => []);
    await Promise.all(stragglers.map(({ sandboxId }) => this.#killById(sandboxId)));
  }

  async #create(signal: AbortSignal): Promise<LivingSandbox> {
    const { client, template, owner, lifetimeMs = 600_000, createIntervalMs = 1_100 } = this.#options;
    const startAt = Math.max(Date.now(), this.#nextCreateAt);
    this.#nextCreateAt = startAt + createIntervalMs;
    await systemClock.sleep(startAt - Date.now(), signal);
    const metadata = { app, run: this.#run, owner: owner.name };
    const settings = { timeoutMs: lifetimeMs, metadata, allowInternetAccess: false };
    const sandbox = await client.Sandbox.create(template, { ...client.connection, ...settings });
    this.usage.created++;
    const living = this.#keepAlive(sandbox, lifetimeMs);
    if (!signal.aborted && !this.#isClosed) return living;
    await living.kill();
    throw signal.aborted ? signal.reason : new DOMException('The executor was closed.', 'AbortError');
  }

  #keepAlive(sandbox: Sandbox, lifetimeMs: number): LivingSandbox {
    const startedAt = Date.now();
    // A renewal that fails is noticed when the sandbox ends: its jobs go elsewhere.
    const renew = setInterval(() => void sandbox.setTimeout(lifetimeMs).catch(() => {}), lifetimeMs / 3);
    let killing: Promise<void> | undefined;
    const kill = async () => {
      clearInterval(renew);
      await this.#killSandbox(sandbox, lifetimeMs);
      this.#living.delete(living);
      this.usage.sandboxMs += Date.now() - startedAt;
    };
    const living: LivingSandbox = { sandbox, kill: () => (killing ??= kill()) };
    this.#living.add(living);
    return living;
  }

  async #killSandbox(sandbox: Sandbox, lifetimeMs: number): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        // `false`: it had ended by itself.
        await sandbox.kill();
        this.usage.killed++;
        return;
      } catch (error) {
        const minutes = Math.ceil(lifetimeMs / 60_000);
        const notice = `E2B sandbox ${sandbox.sandboxId} could not be ended (${String(error)}): it ends by itself within ${minutes} minutes.`;
        if (attempt >= killAttempts) return this.#options.onNotice(notice);
        await systemClock.sleep(killDelayMs * attempt);
      }
    }
  }

  async #killById(sandboxId: string): Promise<boolean> {
    const { Sandbox, connection } = this.#options.client;
    return Sandbox.kill(sandboxId, connection).catch(() => false);
  }

  async #list(metadata: Record<string, string>): Promise<readonly SandboxInfo[]> {
    const { Sandbox, connection } = this.#options.client;
    const pages = Sandbox.list({ ...connection, query: { metadata, state: ['running'] } });
    const rows: SandboxInfo[] = [];
    while (pages.hasNext) rows.push(...(await pages.nextItems()));
    return rows;
  }
}
