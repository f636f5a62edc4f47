import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Job } from '../../schema/job.ts';
import { createDeferred } from '../../util/deferred.ts';
import { PendingJobs } from '../pending-jobs.ts';
import { createFrameDecoder, encodeFrame } from './frame-codec.ts';
import { type ParentMessage, type RawExecution, type RunnerFacts, runnerMessageSchema } from './runner-messages.ts';
import type { SandboxCommand } from './sandbox-command.ts';

const startTimeoutMs = 120_000;
const cancelGraceMs = 900;
const stopGraceMs = 500;
const logLimitBytes = 64 * 1024;

/** The engine failed a job; another runner may do better. */
export class RunnerFault extends Error {
  override readonly name = 'RunnerFault';
  /** A library that must not be preloaded, when that is what went wrong. */
  readonly module: string | undefined;

  constructor(message: string, module?: string) {
    super(message);
    this.module = module;
  }
}

export interface RunnerOptions {
  readonly command: SandboxCommand;
  readonly preload: readonly string[];
  readonly onLog: (line: string) => void;
}

/** What a running sample has used of the CPU so far, and whether it runs or waits for one right now. */
export interface SampleLoad {
  readonly cpuMs: number;
  readonly wantsCpu: boolean;
  /** How long its threads have waited for a CPU so far, where the kernel tells. */
  readonly waitedMs?: number | null;
}

export interface RunOptions {
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  /** Called some times a second, once the sample is not brand new. */
  readonly onLoad?: ((load: SampleLoad) => void) | undefined;
  /** The program has ended and needs no core any more; the execution follows. */
  readonly onEnded?: (() => void) | undefined;
}

/** What the pool needs of a runner. */
export interface WarmProcess {
  readonly facts: Pick<RunnerFacts, 'placesAtOnce' | 'residentMb'>;
  readonly residentMb: number;
  readonly samplesRun: number;
  readonly isDead: boolean;
  /** Samples under way. */
  readonly load: number;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  /** Runs one job. Rejects with the signal's reason once the sample is gone, or with a RunnerFault. */
  run(job: Job, options: RunOptions): Promise<RawExecution>;
  /** Ends the process politely, then not. What it was running is rejected. */
  stop(): Promise<void>;
  kill(): void;
}

/** One warm runner process and the conversation with it. */
export class Runner implements WarmProcess {
  readonly facts: RunnerFacts;
  residentMb: number;
  samplesRun = 0;
  readonly exited: Promise<void>;
  readonly #conversation: Conversation;
  #isDead = false;

  private constructor(conversation: Conversation, facts: RunnerFacts) {
    this.facts = facts;
    this.residentMb = facts.residentMb;
    this.#conversation = conversation;
    this.exited = conversation.exited.then((how) => {
      this.#isDead = true;
      conversation.pending.rejectAll(new RunnerFault(how));
    });
    conversation.onResident = (residentMb) => {
      this.residentMb = residentMb;
    };
  }

  /** Starts the process and waits until it is warm. Rejects with a RunnerFault when it cannot be. */
  static async start(options: RunnerOptions, signal?: AbortSignal): Promise<Runner> {
    signal?.throwIfAborted();
    const conversation = converse(options);
    const onAbort = () => conversation.kill();
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(onAbort, startTimeoutMs);
    try {
      const facts = await conversation.ready;
      if (facts.threads !== 1) throw new RunnerFault(`the runner has ${facts.threads} threads`);
      return new Runner(conversation, facts);
    } catch (error) {
      onAbort();
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get load(): number {
    return this.#conversation.pending.size;
  }

  run(job: Job, { seed, signal, onLoad, onEnded }: RunOptions): Promise<RawExecution> {
    if (this.#isDead) return Promise.reject(new RunnerFault('the runner is gone'));
    this.samplesRun++;
    const { code, test, script, separate, failFast, limits } = job;
    const { pending, observers } = this.#conversation;
    return pending.run({
      signal,
      send: (id) => {
        observers.set(id, { onLoad, onEnded });
        this.#send({ type: 'run', id, code, test, script, separate, failFast, seed, limits });
      },
      cancel: (id) => this.#send({ type: 'cancel', id }),
      kill: () => this.kill(),
      graceMs: cancelGraceMs,
    });
  }

  async stop(): Promise<void> {
    this.#conversation.stdin.end();
    const timer = setTimeout(() => this.kill(), stopGraceMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    this.#conversation.kill();
  }

  #send(message: ParentMessage): void {
    this.#conversation.stdin.write(encodeFrame(message));
  }
}

interface Conversation {
  readonly stdin: Writable;
  readonly pending: PendingJobs<RawExecution>;
  /** Of the pending samples. */
  readonly observers: Map<number, Pick<RunOptions, 'onLoad' | 'onEnded'>>;
  readonly ready: Promise<RunnerFacts>;
  /** Resolves with a sentence when the process and its streams have ended. */
  readonly exited: Promise<string>;
  onResident: (residentMb: number) => void;
  kill(): void;
}

/**
 * Kills a runner that leads a process group. bwrap's own child may not have asked yet to die with its parent: until it has
 * a session of its own it is in the group; after that it gets to the end of its input.
 */
function killRunner({ pid, stdin, exitCode, signalCode }: ChildProcess): void {
  stdin?.destroy();
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function converse({ command, preload, onLog }: RunnerOptions): Conversation {
  const child = spawn(command.file, command.args, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    cwd: '/',
    env: command.env,
    // Ctrl-C in the terminal is for us, not for it.
    detached: true,
  });
  const [stdin, stdout, stderr, data] = child.stdio;
  if (!stdin || !stdout || !stderr || !data) throw new BigCodeBenchError('INVARIANT', 'The runner has no pipes.');
  const pending = new PendingJobs<RawExecution>();
  const observers: Conversation['observers'] = new Map();
  let log = '';
  const ready = createDeferred<RunnerFacts>();
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`the runner cannot be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(`the runner ended with ${signal ?? `status ${code}`}`));
  });
  const conversation: Conversation = {
    stdin,
    pending,
    observers,
    ready: ready.promise,
    exited,
    onResident: () => {},
    kill: () => killRunner(child),
  };

  const onMessage = (raw: unknown) => {
    const message = runnerMessageSchema.parse(raw);
    switch (message.type) {
      case 'ready':
        ready.resolve(message);
        return;
      case 'unfit':
        ready.reject(new RunnerFault(message.reason, message.module ?? undefined));
        return;
      case 'load':
        conversation.onResident(message.residentMb);
        for (const [id, cpuMs, wantsCpu, waitedMs] of message.samples) {
          observers.get(id)?.onLoad?.({ cpuMs, wantsCpu, waitedMs });
        }
        return;
      case 'ended':
        observers.get(message.id)?.onEnded?.();
        return;
      default:
        observers.delete(message.id);
        if (message.type === 'done') pending.resolve(message.id, message.execution);
        else pending.reject(message.id, new RunnerFault(message.type === 'fault' ? message.reason : message.type));
    }
  };
  const decode = createFrameDecoder(onMessage);
  stdout.on('data', (chunk: Buffer) => {
    try {
      decode(chunk);
    } catch (error) {
      onLog(`the runner broke the protocol: ${String(error)}`);
      killRunner(child);
    }
  });
  stderr.on('data', (chunk: Buffer) => {
    if (log.length < logLimitBytes) log += chunk.toString('utf8');
    onLog(chunk.toString('utf8').trimEnd());
  });
  // A runner that dies takes its pipes with it; `exited` tells that better than EPIPE.
  for (const stream of [stdin, data]) stream.on('error', () => {});
  void exited.then((how) => ready.reject(new RunnerFault(log ? `${how}: ${log.trim().slice(-500)}` : how)));
  (data as Writable).end(command.data);
  (stdin as Writable).write(encodeFrame({ ...command.config, preload }));
  return conversation;
}
