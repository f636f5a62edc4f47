import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { type ClientMessage, protocolVersion, type WorkerHello } from './messages.ts';
import type { JobChannel, WorkerLauncher } from './worker-launcher.ts';
import { WorkerFault } from './worker-launcher.ts';
import { WorkerListener } from './worker-listener.ts';

export interface ConnectOptions {
  readonly launcher: WorkerLauncher;
  /** Modules that jobs will import, where known. */
  readonly libs?: readonly string[] | undefined;
  readonly onLog: (line: string) => void;
  readonly timing?: Partial<ConnectionTiming> | undefined;
  readonly signal: AbortSignal;
}

export interface ConnectionTiming {
  /** How long a worker may take to say hello; images may have to be fetched first. */
  readonly startMs: number;
  readonly heartbeatMs: number;
  /** A worker that says nothing for this long is gone. */
  readonly silenceMs: number;
  /** How long a worker may take to end a cancelled job. */
  readonly cancelMs: number;
}

const defaultTiming: ConnectionTiming = { startMs: 180_000, heartbeatMs: 10_000, silenceMs: 60_000, cancelMs: 5_000 };

/** One connected worker and the conversation with it. */
export class RemoteWorker {
  readonly hello: WorkerHello;
  /** Resolves when it has ended and everything it had to do is rejected. */
  readonly ended: Promise<void>;
  readonly #channel: JobChannel;
  readonly #listener: WorkerListener;
  readonly #timing: ConnectionTiming;
  #isDead = false;

  private constructor(hello: WorkerHello, channel: JobChannel, listener: WorkerListener, timing: ConnectionTiming) {
    this.hello = hello;
    this.#channel = channel;
    this.#listener = listener;
    this.#timing = timing;
    const beat = setInterval(() => {
      this.#send({ type: 'alive' });
      if (Date.now() - listener.heardAt > timing.silenceMs) channel.kill();
    }, timing.heartbeatMs);
    this.ended = channel.ended.then(() => {
      this.#isDead = true;
      clearInterval(beat);
    });
  }

  /**
   * Starts a worker and waits for its hello. What a worker itself says is wrong with it is a `BigCodeBenchError`: to try
   * again would not help. Anything else is a `WorkerFault`.
   */
  static async connect({ launcher, libs, onLog, signal, ...options }: ConnectOptions): Promise<RemoteWorker> {
    const timing = { ...defaultTiming, ...options.timing };
    signal.throwIfAborted();
    const listener = new WorkerListener(launcher.name, onLog);
    const onText = (chunk: Buffer | string) => {
      if (!listener.take(chunk)) void opening.then((channel) => channel.kill()).catch(() => {});
    };
    const opening = launcher.launch({ onText }, signal);
    const channel = await opening;
    void channel.ended.then((how) => listener.end(how));
    const onAbort = () => channel.kill();
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => {
      listener.end(`no answer within ${timing.startMs / 1000} s`);
      channel.kill();
    }, timing.startMs);
    try {
      channel.send(encode({ type: 'open', protocol: protocolVersion, ...(libs && { libs: [...libs] }) }));
      const hello = await listener.hello;
      if (hello.protocol !== protocolVersion) {
        const spoken = `${launcher.name} is version ${hello.version} and speaks protocol ${hello.protocol}`;
        const fix = `this side ${protocolVersion}: install the same version on both sides.`;
        throw new BigCodeBenchError('ENGINE', `${spoken}, ${fix}`);
      }
      return new RemoteWorker(hello, channel, listener, timing);
    } catch (error) {
      await channel.close();
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Jobs under way. */
  get load(): number {
    return this.#listener.pending.size;
  }

  /** Runs one job. Rejects with the signal's reason once nothing of the job is left, or with a WorkerFault. */
  async run(job: Job, signal: AbortSignal): Promise<Execution> {
    if (this.#isDead) throw new WorkerFault('the worker is gone');
    const execution = await this.#listener.pending.run({
      signal,
      send: (ticket) => this.#send({ type: 'job', ticket, job }),
      cancel: (ticket) => this.#send({ type: 'cancel', ticket }),
      kill: () => this.#channel.kill(),
      graceMs: this.#timing.cancelMs,
    });
    return { ...execution, id: job.id };
  }

  async close(): Promise<void> {
    await this.#channel.close();
    await this.ended;
  }

  #send(message: ClientMessage): void {
    this.#channel.send(encode(message));
  }
}

function encode(message: ClientMessage): string {
  return `${JSON.stringify(message)}\n`;
}
