import { addAbortListener } from 'node:events';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution, Job } from '../../schema/execution.ts';
import { createDeferred } from '../../util/deferred.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { parseJson } from '../../util/parse-json.ts';
import { messageOf } from '../../util/system-error.ts';
import { EngineFault } from '../execute-bounded.ts';
import { SentJobs } from '../sent-jobs.ts';
import {
  type ClientMessage,
  protocolVersion,
  type WorkerHello,
  type WorkerMessage,
  workerMessageSchema,
} from './messages.ts';

export interface ConnectOptions {
  readonly launcher: WorkerLauncher;
  /** Modules that jobs will import, where known. */
  readonly libs?: readonly string[] | undefined;
  /** Told what workers say besides the protocol. */
  readonly onLog: (line: string) => void;
  readonly timing?: Partial<typeof defaultTiming> | undefined;
  readonly signal: AbortSignal;
}

const defaultTiming = {
  /** How long a worker may take to say hello; images may have to be fetched first. */
  startMs: 180_000,
  heartbeatMs: 10_000,
  /** A worker that says nothing for this long is gone. */
  silenceMs: 60_000,
  /** How long a worker may take to end a cancelled job. */
  cancelMs: 5_000,
};

/** A login shell may greet before the worker does. */
const strayLinesBeforeHello = 100;

export type RemoteWorker = Awaited<ReturnType<typeof connectWorker>>;

/**
 * Starts a worker and waits for its hello. What a worker itself says is wrong with it is a `BigCodeBenchError`: to try
 * again would not help. Anything else is a `WorkerFault`.
 */
export async function connectWorker({ launcher, libs, onLog, timing, signal }: ConnectOptions) {
  signal.throwIfAborted();
  const { name } = launcher;
  const { startMs, heartbeatMs, silenceMs, cancelMs } = { ...defaultTiming, ...timing };
  const greeting = createDeferred<WorkerHello>();
  // It is awaited later; a failure before that must not count as unhandled.
  greeting.promise.catch(() => {});
  const pending = new SentJobs<Execution>();
  let heardAt = Date.now();
  let strayLinesLeft = strayLinesBeforeHello;
  let isDead = false;
  let fault: string | undefined;
  let beat: NodeJS.Timeout | undefined;

  const onMessage = (message: WorkerMessage): void => {
    switch (message.type) {
      case 'hello':
        strayLinesLeft = 0;
        greeting.resolve(message);
        return;
      case 'fault':
        fault = message.message;
        greeting.reject(new BigCodeBenchError('ENGINE', `${name}: ${fault}`));
        return;
      case 'alive':
        return;
      case 'execution':
        pending.resolve(message.ticket, message.execution);
        return;
      case 'cancelled':
        pending.reject(message.ticket, new WorkerFault('the worker cancelled a job by itself'));
    }
  };
  const decode = createLineDecoder((line) => {
    const { data } = workerMessageSchema.safeParse(parseJson(line));
    if (data) return onMessage(data);
    onLog(`${name}: ${line.slice(0, 300)}`);
    if (strayLinesLeft-- > 0) return;
    throw new WorkerFault(`said something else than the job protocol: ${JSON.stringify(line.slice(0, 80))}`);
  });
  const opening = launcher.launch((chunk) => {
    heardAt = Date.now();
    try {
      decode(chunk);
    } catch (error) {
      fault ??= messageOf(error);
      void opening.then((channel) => channel.kill()).catch(() => {});
    }
  }, signal);
  const channel = await opening;
  const send = (message: ClientMessage) => channel.send(`${JSON.stringify(message)}\n`);
  /** Nothing more will come: everyone waiting gets the error. */
  const end = (how: string) => {
    isDead = true;
    clearInterval(beat);
    const reason = new WorkerFault(`${name}: ${fault ?? how}`);
    greeting.reject(reason);
    pending.rejectAll(reason);
  };
  const ended = channel.ended.then(end);
  const greet = async (): Promise<WorkerHello> => {
    using _timer = setTimeout(() => {
      end(`no answer within ${startMs / 1000} s`);
      channel.kill();
    }, startMs);
    send({ type: 'open', protocol: protocolVersion, ...(libs && { libs: [...libs] }) });
    const hello = await greeting.promise;
    if (hello.protocol !== protocolVersion) {
      const spoken = `${name} is version ${hello.version} and speaks protocol ${hello.protocol}`;
      const fix = `this side ${protocolVersion}: install the same version on both sides.`;
      throw new BigCodeBenchError('ENGINE', `${spoken}, ${fix}`);
    }
    beat = setInterval(() => {
      send({ type: 'alive' });
      if (Date.now() - heardAt > silenceMs) channel.kill();
    }, heartbeatMs);
    return hello;
  };
  using _aborting = addAbortListener(signal, () => channel.kill());
  const hello = await greet().catch(async (error: unknown) => {
    await channel.close();
    signal.throwIfAborted();
    throw error;
  });
  return {
    hello,
    /** Resolves when it has ended and everything it had to do is rejected. */
    ended,
    get isDead() {
      return isDead;
    },
    get load() {
      return pending.size;
    },
    /** Runs one job. Rejects with the signal's reason once nothing of the job is left, or with a WorkerFault. */
    async run(job: Job, jobSignal: AbortSignal): Promise<Execution> {
      if (isDead) throw new WorkerFault('the worker is gone');
      const execution = await pending.run({
        signal: jobSignal,
        graceMs: cancelMs,
        send: (ticket) => send({ type: 'job', ticket, job }),
        cancel: (ticket) => send({ type: 'cancel', ticket }),
        kill: () => channel.kill(),
      });
      return { ...execution, id: job.id };
    },
    async close(): Promise<void> {
      await channel.close();
      await ended;
    },
  };
}

/** A worker failed its jobs or cannot be reached; another one, or a new one, may do better. */
export class WorkerFault extends EngineFault {
  override readonly name = 'WorkerFault';
}

/** Text to and from one worker, whatever carries it: the stdin and stdout of a command, a remote sandbox's process. */
export interface JobChannel {
  send(text: string): void;
  /** Resolves with how it ended, in words, when nothing more will come. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends the worker: politely first, by force when that does not help. Resolves when it is gone. */
  close(): Promise<void>;
  kill(): void;
}

/** Starts one worker, and another one each time the last has died. */
export interface WorkerLauncher {
  /** Names the worker in messages, without secrets. */
  readonly name: string;
  launch(onText: (chunk: Buffer | string) => void, signal: AbortSignal): Promise<JobChannel>;
}

/** How a worker ended, with the last lines that it wrote to stderr. */
export function addLastWords(how: string, said: string): string {
  const last = said.trim().split('\n').slice(-3).join(' | ');
  return last === '' ? how : `${how} (${last})`;
}
