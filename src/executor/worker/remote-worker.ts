import { addAbortListener } from 'node:events';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { createDeferred } from '../../util/deferred.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { parseJson } from '../../util/parse-json.ts';
import { PendingJobs } from '../pending-jobs.ts';
import {
  type ClientMessage,
  protocolVersion,
  type WorkerHello,
  type WorkerMessage,
  workerMessageSchema,
} from './messages.ts';
import { type JobChannel, WorkerFault, type WorkerLauncher } from './worker-launcher.ts';

export interface ConnectOptions {
  readonly launcher: WorkerLauncher;
  /** Modules that jobs will import, where known. */
  readonly libs?: readonly string[] | undefined;
  /** Told what workers say besides the protocol. */
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

/** A login shell may greet before the worker does. */
const strayLinesBeforeHello = 100;

/** One connected worker and the conversation with it. */
export class RemoteWorker {
  /** Set, like all that is, before `connect` hands it out. */
  hello!: WorkerHello;
  /** Resolves when it has ended and everything it had to do is rejected. */
  ended!: Promise<void>;
  isDead = false;
  #channel!: JobChannel;
  #beat: NodeJS.Timeout | undefined;
  readonly #options: ConnectOptions;
  readonly #timing: ConnectionTiming;
  readonly #greeting = createDeferred<WorkerHello>();
  readonly #pending = new PendingJobs<Execution>();
  readonly #decode = createLineDecoder((line) => this.#onLine(line));
  #heardAt = Date.now();
  #hasGreeted = false;
  #strayLines = 0;
  #fault: string | undefined;

  private constructor(options: ConnectOptions) {
    this.#options = options;
    this.#timing = { ...defaultTiming, ...options.timing };
    // It is awaited later; a failure before that must not count as unhandled.
    this.#greeting.promise.catch(() => {});
  }

  /**
   * Starts a worker and waits for its hello. What a worker itself says is wrong with it is a `BigCodeBenchError`: to try
   * again would not help. Anything else is a `WorkerFault`.
   */
  static async connect(options: ConnectOptions): Promise<RemoteWorker> {
    const { launcher, signal } = options;
    signal.throwIfAborted();
    const worker = new RemoteWorker(options);
    const onText = (chunk: Buffer | string) => {
      if (!worker.#take(chunk)) void opening.then((channel) => channel.kill()).catch(() => {});
    };
    const opening = launcher.launch(onText, signal);
    const channel = await opening;
    worker.#channel = channel;
    worker.ended = channel.ended.then((how) => worker.#end(how));
    using _aborting = addAbortListener(signal, () => channel.kill());
    try {
      await worker.#greet();
      return worker;
    } catch (error) {
      await channel.close();
      signal.throwIfAborted();
      throw error;
    }
  }

  async #greet(): Promise<void> {
    const { launcher, libs } = this.#options;
    const { startMs, heartbeatMs, silenceMs } = this.#timing;
    using _timer = setTimeout(() => {
      this.#end(`no answer within ${startMs / 1000} s`);
      this.#channel.kill();
    }, startMs);
    this.#send({ type: 'open', protocol: protocolVersion, ...(libs && { libs: [...libs] }) });
    this.hello = await this.#greeting.promise;
    if (this.hello.protocol !== protocolVersion) {
      const spoken = `${launcher.name} is version ${this.hello.version} and speaks protocol ${this.hello.protocol}`;
      const fix = `this side ${protocolVersion}: install the same version on both sides.`;
      throw new BigCodeBenchError('ENGINE', `${spoken}, ${fix}`);
    }
    this.#beat = setInterval(() => {
      this.#send({ type: 'alive' });
      if (Date.now() - this.#heardAt > silenceMs) this.#channel.kill();
    }, heartbeatMs);
  }

  /** Jobs under way. */
  get load(): number {
    return this.#pending.size;
  }

  /** Runs one job. Rejects with the signal's reason once nothing of the job is left, or with a WorkerFault. */
  async run(job: Job, signal: AbortSignal): Promise<Execution> {
    if (this.isDead) throw new WorkerFault('the worker is gone');
    const execution = await this.#pending.run({
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
    this.#channel.send(`${JSON.stringify(message)}\n`);
  }

  /** Takes what came; false when it is not the job protocol and nothing more should be heard. */
  #take(chunk: Buffer | string): boolean {
    this.#heardAt = Date.now();
    try {
      this.#decode(chunk);
      return true;
    } catch (error) {
      this.#fault ??= error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Nothing more will come: everyone waiting gets the error. */
  #end(how: string): void {
    this.isDead = true;
    clearInterval(this.#beat);
    const fault = new WorkerFault(`${this.#options.launcher.name}: ${this.#fault ?? how}`);
    this.#greeting.reject(fault);
    this.#pending.rejectAll(fault);
  }

  #onLine(line: string): void {
    const message = workerMessageSchema.safeParse(parseJson(line));
    if (message.success) {
      this.#onMessage(message.data);
      return;
    }
    this.#options.onLog(`${this.#options.launcher.name}: ${line.slice(0, 300)}`);
    if (this.#hasGreeted || ++this.#strayLines > strayLinesBeforeHello) {
      throw new WorkerFault(`said something else than the job protocol: ${JSON.stringify(line.slice(0, 80))}`);
    }
  }

  #onMessage(message: WorkerMessage): void {
    switch (message.type) {
      case 'hello':
        this.#hasGreeted = true;
        this.#greeting.resolve(message);
        return;
      case 'fault':
        this.#fault = message.message;
        this.#greeting.reject(new BigCodeBenchError('ENGINE', `${this.#options.launcher.name}: ${message.message}`));
        return;
      case 'alive':
        return;
      case 'execution':
        this.#pending.resolve(message.ticket, message.execution);
        return;
      case 'cancelled':
        this.#pending.reject(message.ticket, new WorkerFault('the worker cancelled a job by itself'));
    }
  }
}
