import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { JobChannel, WorkerPlace } from './job-channel.ts';
import { type ClientMessage, protocolVersion, type WorkerHello } from './messages.ts';
import { WorkerFault } from './worker-fault.ts';
import { WorkerListener } from './worker-listener.ts';

export interface ConnectOptions {
  readonly place: WorkerPlace;
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
  #nextTicket = 0;
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
  static async connect({ place, libs, onLog, signal, ...options }: ConnectOptions): Promise<RemoteWorker> {
    const timing = { ...defaultTiming, ...options.timing };
    signal.throwIfAborted();
    const listener = new WorkerListener(place.name, onLog);
    const onText = (chunk: Buffer | string) => {
      if (!listener.take(chunk)) void opening.then((channel) => channel.kill()).catch(() => {});
    };
    const opening = place.open({ onText }, signal);
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
      if (hello.protocol !== protocolVersion) throw otherProtocol(place.name, hello);
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
  run(job: Job, signal: AbortSignal): Promise<Execution> {
    if (this.#isDead) return Promise.reject(new WorkerFault('the worker is gone'));
    if (signal.aborted) return Promise.reject(signal.reason);
    const ticket = this.#nextTicket++;
    return new Promise<Execution>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const onAbort = () => {
        this.#send({ type: 'cancel', ticket });
        timer = setTimeout(() => this.#channel.kill(), this.#timing.cancelMs);
      };
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        if (signal.aborted) reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#listener.pending.set(ticket, {
        resolve: (execution) => {
          settle();
          resolve({ ...execution, id: job.id });
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      });
      this.#send({ type: 'job', ticket, job });
    });
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

function otherProtocol(name: string, { protocol, version }: WorkerHello): BigCodeBenchError {
  return new BigCodeBenchError(
    'ENGINE',
    `${name} is version ${version} and speaks protocol ${protocol}, this side ${protocolVersion}: install the same version on both sides.`,
  );
}
