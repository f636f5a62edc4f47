import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../../util/clock.ts';
import type { E2bConnection, E2bSandbox, E2bSdk } from './e2b-sdk.ts';

/** Who starts sandboxes, so that a later start can end those of a process that was killed. */
export interface SandboxOwner {
  /** Names this process for ever. */
  readonly name: string;
  /** Whether the process of that name is known to have ended. */
  readonly isGone: (name: string) => Promise<boolean>;
}

export interface SandboxFleetOptions {
  readonly sdk: E2bSdk;
  readonly connection: E2bConnection;
  readonly template: string;
  readonly owner: SandboxOwner;
  /** How long a sandbox lives without being renewed. */
  readonly lifetimeMs?: number | undefined;
  /** E2B's smallest plan creates one sandbox a second. */
  readonly createIntervalMs?: number | undefined;
  readonly onNotice: (sentence: string) => void;
  readonly clock?: Clock | undefined;
}

export interface LivingSandbox {
  readonly sandbox: E2bSandbox;
  /** Ends it for certain; may be called more than once. */
  kill(): Promise<void>;
}

export interface FleetUsage {
  readonly created: number;
  readonly killed: number;
  /** Time that all of them lived, added up. */
  readonly sandboxMs: number;
}

const app = 'bigcodebench';
const killAttempts = 3;
const killDelayMs = 1_000;

/** Starts sandboxes, keeps them alive while they are used, and ends every one that was started. */
export class SandboxFleet {
  readonly #options: SandboxFleetOptions;
  readonly #clock: Clock;
  readonly #run = randomUUID();
  readonly #living = new Set<LivingSandbox>();
  readonly #creating = new Set<Promise<unknown>>();
  #nextCreateAt = 0;
  #isClosed = false;
  #created = 0;
  #killed = 0;
  #sandboxMs = 0;

  constructor(options: SandboxFleetOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get usage(): FleetUsage {
    return { created: this.#created, killed: this.#killed, sandboxMs: this.#sandboxMs };
  }

  /** Ends sandboxes of earlier processes that were killed before they could do it. */
  async reap(): Promise<number> {
    const { sdk, connection, owner } = this.#options;
    let reaped = 0;
    for (const { sandboxId, metadata } of await sdk.list(connection, { app })) {
      if (metadata.owner === undefined || !(await owner.isGone(metadata.owner))) continue;
      if (await this.#killById(sandboxId)) reaped++;
    }
    return reaped;
  }

  /** Starts one. A start that is not wanted any more is not waited for: its sandbox is ended when it is there. */
  create(signal: AbortSignal): Promise<LivingSandbox> {
    const creating = this.#create(signal);
    this.#creating.add(creating);
    const forget = () => this.#creating.delete(creating);
    creating.then(forget, forget);
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      creating.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** Ends everything that was started, also what was being started. */
  async close(): Promise<void> {
    const { sdk, connection } = this.#options;
    this.#isClosed = true;
    await Promise.allSettled(this.#creating);
    await Promise.all([...this.#living].map((living) => living.kill()));
    // A request to start one may have been carried out although its answer never came.
    const stragglers = await sdk.list(connection, { app, run: this.#run }).catch(() => []);
    await Promise.all(stragglers.map(({ sandboxId }) => this.#killById(sandboxId)));
  }

  async #create(signal: AbortSignal): Promise<LivingSandbox> {
    const { sdk, connection, template, owner, lifetimeMs = 600_000, createIntervalMs = 1_100 } = this.#options;
    const startAt = Math.max(this.#clock.now(), this.#nextCreateAt);
    this.#nextCreateAt = startAt + createIntervalMs;
    await this.#clock.sleep(startAt - this.#clock.now(), signal);
    const metadata = { app, run: this.#run, owner: owner.name };
    const sandbox = await sdk.create(template, connection, { timeoutMs: lifetimeMs, metadata });
    this.#created++;
    const living = this.#keepAlive(sandbox, lifetimeMs);
    if (!signal.aborted && !this.#isClosed) return living;
    await living.kill();
    throw signal.aborted ? signal.reason : new DOMException('The executor was closed.', 'AbortError');
  }

  #keepAlive(sandbox: E2bSandbox, lifetimeMs: number): LivingSandbox {
    const startedAt = this.#clock.now();
    // A renewal that fails is noticed when the sandbox ends: its jobs go elsewhere.
    const renew = setInterval(() => void sandbox.setTimeout(lifetimeMs).catch(() => {}), lifetimeMs / 3);
    let killing: Promise<void> | undefined;
    const kill = async () => {
      clearInterval(renew);
      await this.#killSandbox(sandbox, lifetimeMs);
      this.#living.delete(living);
      this.#sandboxMs += this.#clock.now() - startedAt;
    };
    const living: LivingSandbox = {
      sandbox,
      kill: () => {
        killing ??= kill();
        return killing;
      },
    };
    this.#living.add(living);
    return living;
  }

  async #killSandbox(sandbox: E2bSandbox, lifetimeMs: number): Promise<void> {
    const { onNotice } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        // `false`: it had ended by itself.
        await sandbox.kill();
        this.#killed++;
        return;
      } catch (error) {
        if (attempt < killAttempts) await this.#clock.sleep(killDelayMs * attempt);
        else {
          const minutes = Math.ceil(lifetimeMs / 60_000);
          onNotice(
            `E2B sandbox ${sandbox.sandboxId} could not be ended (${String(error)}): it ends by itself within ${minutes} minutes.`,
          );
          return;
        }
      }
    }
  }

  async #killById(sandboxId: string): Promise<boolean> {
    const { sdk, connection } = this.#options;
    return sdk.kill(sandboxId, connection).catch(() => false);
  }
}
