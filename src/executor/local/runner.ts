import { type ChildProcess, spawn } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import type { Writable } from 'node:stream';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Job } from '../../schema/execution.ts';
import { createDeferred } from '../../util/deferred.ts';
import { signalGroup } from '../../util/signal-group.ts';
import { messageOf } from '../../util/system-error.ts';
import { EngineFault } from '../execute-bounded.ts';
import { SentJobs } from '../sent-jobs.ts';
import { createFrameDecoder, encodeFrame } from './frame-codec.ts';
import {
  type ParentMessage,
  type RawExecution,
  type Reply,
  type RunnerFacts,
  type RunnerMessage,
  runnerMessageSchema,
} from './runner-messages.ts';
import type { SandboxCommand } from './sandbox-command.ts';

const startTimeoutMs = 120_000;
const cancelGraceMs = 900;
const stopGraceMs = 500;
const logLimitBytes = 64 * 1024;

/** The engine failed a job; another runner may do better. */
export class RunnerFault extends EngineFault {
  override readonly name = 'RunnerFault';
  /** A library that must not be preloaded, when that is what went wrong. */
  readonly module: string | undefined;

  constructor(message: string, module?: string) {
    super(message);
    this.module = module;
  }
}

type RunnerOptions = Readonly<{ command: SandboxCommand; preload: readonly string[]; onLog: (line: string) => void }>;

/** Sends a call to a conversation; the next one after its reply. When its time is over, it is interrupted. */
export type SendCall = (code: string, wallMs: number) => void;

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
  /** Called with the world of a conversation; the job's own code is not run. */
  readonly onOpen?: ((call: SendCall) => void) | undefined;
  readonly onReply?: ((reply: Reply) => void) | undefined;
  /** The program has ended and needs no core any more; the execution follows. */
  readonly onEnded?: (() => void) | undefined;
}

export type WarmProcess = Omit<Runner, 'facts'> & { readonly facts: Pick<RunnerFacts, 'placesAtOnce' | 'residentMb'> };

/** One warm runner process and the conversation with it. */
export class Runner {
  /** Set before `start` hands it out. */
  facts!: RunnerFacts;
  residentMb = 0;
  samplesRun = 0;
  isDead = false;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #ready = createDeferred<RunnerFacts>();
  readonly #pending = new SentJobs<RawExecution>();
  readonly #observers = new Map<number, Pick<RunOptions, 'onLoad' | 'onReply' | 'onEnded'>>();

  private constructor({ command, preload, onLog }: RunnerOptions) {
    const child = spawn(command.file, command.args, {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      cwd: '/',
      env: command.env,
      // Ctrl-C in the terminal is for us, not for it.
      detached: true,
    });
    const [stdin, stdout, stderr, data] = child.stdio;
    if (!stdin || !stdout || !stderr || !data) throw new BigCodeBenchError('INVARIANT', 'The runner has no pipes.');
    this.#child = child;
    this.#stdin = stdin;
    let log = '';
    this.exited = once(child, 'close')
      .then(([code, signal]) => `the runner ended with ${signal ?? `status ${code}`}`)
      .catch((error: unknown) => `the runner cannot be started: ${messageOf(error)}`)
      .then((how) => {
        this.isDead = true;
        this.#ready.reject(new RunnerFault(log ? `${how}: ${log.trim().slice(-500)}` : how));
        this.#pending.rejectAll(new RunnerFault(how));
      });
    const decode = createFrameDecoder((message) => this.#onMessage(runnerMessageSchema.parse(message)));
    stdout.on('data', (chunk: Buffer) => {
      try {
        decode(chunk);
      } catch (error) {
        onLog(`the runner broke the protocol: ${String(error)}`);
        this.kill();
      }
    });
    stderr.on('data', (chunk: Buffer) => {
      if (log.length < logLimitBytes) log += chunk.toString('utf8');
      onLog(chunk.toString('utf8').trimEnd());
    });
    // A runner that dies takes its pipes with it; `exited` tells that better than EPIPE.
    for (const stream of [stdin, data]) stream.on('error', () => {});
    (data as Writable).end(command.data);
    this.#send({ ...command.config, preload });
  }

  /** Starts the process and waits until it is warm. Rejects with a RunnerFault when it cannot be. */
  static async start(options: RunnerOptions, signal?: AbortSignal): Promise<Runner> {
    signal?.throwIfAborted();
    const runner = new Runner(options);
    using _aborting = signal && addAbortListener(signal, () => runner.kill());
    using _timer = setTimeout(() => runner.kill(), startTimeoutMs);
    try {
      const { threads } = await runner.#ready.promise;
      if (threads !== 1) throw new RunnerFault(`the runner has ${threads} threads`);
      return runner;
    } catch (error) {
      runner.kill();
      signal?.throwIfAborted();
      throw error;
    }
  }

  get load(): number {
    return this.#pending.size;
  }

  /** Runs one job. Rejects with the signal's reason once the sample is gone, or with a RunnerFault. */
  run(job: Job, { seed, signal, onOpen, ...observer }: RunOptions): Promise<RawExecution> {
    if (this.isDead) return Promise.reject(new RunnerFault('the runner is gone'));
    this.samplesRun++;
    const { code, test, script, separate, failFast, limits } = job;
    return this.#pending.run({
      signal,
      graceMs: cancelGraceMs,
      send: (id) => {
        this.#observers.set(id, observer);
        const isConversation = onOpen && true;
        this.#send({ type: 'run', id, code, test, script, separate, failFast, isConversation, seed, limits });
        onOpen?.((piece, wallMs) => this.#send({ type: 'call', id, code: piece, wallMs }));
      },
      cancel: (id) => this.#send({ type: 'cancel', id }),
      kill: () => this.kill(),
    });
  }

  /** Ends the process politely, then not. What it was running is rejected. */
  async stop(): Promise<void> {
    this.#stdin.end();
    using _timer = setTimeout(() => this.kill(), stopGraceMs);
    await this.exited;
  }

  /**
   * It leads a process group. bwrap's own child may not have asked yet to die with its parent: until it has a session of
   * its own it is in the group; after that it gets to the end of its input.
   */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    this.#stdin.destroy();
    if (exitCode === null && signalCode === null) signalGroup(pid, 'SIGKILL');
  }

  #send(message: ParentMessage): void {
    this.#stdin.write(encodeFrame(message));
  }

  #onMessage(message: RunnerMessage): void {
    switch (message.type) {
      case 'ready':
        this.facts = message;
        this.residentMb = message.residentMb;
        this.#ready.resolve(message);
        return;
      case 'unfit':
        this.#ready.reject(new RunnerFault(message.reason, message.module ?? undefined));
        return;
      case 'load':
        this.residentMb = message.residentMb;
        for (const [id, cpuMs, wantsCpu, waitedMs] of message.samples) {
          this.#observers.get(id)?.onLoad?.({ cpuMs, wantsCpu, waitedMs });
        }
        return;
      case 'replied':
        this.#observers.get(message.id)?.onReply?.(message);
        return;
      case 'ended':
        this.#observers.get(message.id)?.onEnded?.();
        return;
      default:
        this.#observers.delete(message.id);
        if (message.type === 'done') this.#pending.resolve(message.id, message.execution);
        else
          this.#pending.reject(message.id, new RunnerFault(message.type === 'fault' ? message.reason : message.type));
    }
  }
}
