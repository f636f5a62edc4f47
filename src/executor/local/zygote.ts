import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Job } from '../../schema/job.ts';
import { createFrameDecoder, encodeFrame } from './frame-codec.ts';
import type { SandboxCommand } from './sandbox-command.ts';
import { type ParentMessage, type RawExecution, type ZygoteFacts, zygoteMessageSchema } from './zygote-messages.ts';

const startTimeoutMs = 120_000;
const cancelGraceMs = 900;
const stopGraceMs = 500;
const logLimitBytes = 64 * 1024;

/** The engine failed a job; another zygote may do better. */
export class ZygoteFault extends Error {
  override readonly name = 'ZygoteFault';
  /** A library that must not be preloaded, when that is what went wrong. */
  readonly module: string | undefined;

  constructor(message: string, module?: string) {
    super(message);
    this.module = module;
  }
}

export interface ZygoteOptions {
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
  readonly signal?: AbortSignal;
  /** Called some times a second, once the sample is not brand new. */
  readonly onLoad?: (load: SampleLoad) => void;
  /** The program has ended and needs no core any more; the execution follows. */
  readonly onEnded?: () => void;
}

interface Pending extends Pick<RunOptions, 'onLoad' | 'onEnded'> {
  readonly resolve: (execution: RawExecution) => void;
  readonly reject: (reason: unknown) => void;
  reason?: unknown;
}

/** What the pool needs of a zygote. */
export interface WarmProcess {
  readonly facts: Pick<ZygoteFacts, 'placesAtOnce' | 'residentMb'>;
  readonly residentMb: number;
  readonly samplesRun: number;
  readonly isDead: boolean;
  /** Samples under way. */
  readonly load: number;
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  /** Runs one job. Rejects with the signal's reason once the sample is gone, or with a ZygoteFault. */
  run(job: Job, options: RunOptions): Promise<RawExecution>;
  /** Ends the process politely, then not. What it was running is rejected. */
  stop(): Promise<void>;
  kill(): void;
}

/** One warm runner process and the conversation with it. */
export class Zygote implements WarmProcess {
  readonly facts: ZygoteFacts;
  residentMb: number;
  samplesRun = 0;
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #stdin: Writable;
  readonly #pending: Map<number, Pending>;
  #nextId = 1;
  #isDead = false;

  private constructor(conversation: Conversation, facts: ZygoteFacts) {
    this.facts = facts;
    this.residentMb = facts.residentMb;
    this.#child = conversation.child;
    this.#stdin = conversation.stdin;
    this.#pending = conversation.pending;
    this.exited = conversation.exited.then((how) => {
      this.#isDead = true;
      for (const { reject, reason } of this.#pending.values()) reject(reason ?? new ZygoteFault(how));
      this.#pending.clear();
    });
    conversation.onResident = (residentMb) => {
      this.residentMb = residentMb;
    };
  }

  /** Starts the process and waits until it is warm. Rejects with a ZygoteFault when it cannot be. */
  static async start(options: ZygoteOptions, signal?: AbortSignal): Promise<Zygote> {
    signal?.throwIfAborted();
    const conversation = converse(options);
    const onAbort = () => conversation.child.kill('SIGKILL');
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(onAbort, startTimeoutMs);
    try {
      const facts = await conversation.ready;
      if (facts.threads !== 1) throw new ZygoteFault(`the runner has ${facts.threads} threads`);
      return new Zygote(conversation, facts);
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
    return this.#pending.size;
  }

  run(job: Job, { seed, signal, onLoad, onEnded }: RunOptions): Promise<RawExecution> {
    const id = this.#nextId++;
    if (this.#isDead) return Promise.reject(new ZygoteFault('the runner is gone'));
    this.samplesRun++;
    return new Promise<RawExecution>((resolve, reject) => {
      let killTimer: NodeJS.Timeout | undefined;
      const onAbort = () => {
        const entry = this.#pending.get(id);
        if (entry === undefined) return;
        entry.reason = signal?.reason;
        this.#send({ type: 'cancel', id });
        killTimer = setTimeout(() => this.kill(), cancelGraceMs);
      };
      const settle = () => {
        clearTimeout(killTimer);
        signal?.removeEventListener('abort', onAbort);
      };
      this.#pending.set(id, {
        ...(onLoad && { onLoad }),
        ...(onEnded && { onEnded }),
        resolve: (execution) => {
          settle();
          resolve(execution);
        },
        reject: (reason) => {
          settle();
          reject(reason);
        },
      });
      const { code, test, script, twin, limits } = job;
      this.#send({ type: 'run', id, code, test, script, twin, seed, limits });
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  async stop(): Promise<void> {
    this.#stdin.end();
    const timer = setTimeout(() => this.kill(), stopGraceMs);
    await this.exited;
    clearTimeout(timer);
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: ParentMessage): void {
    this.#stdin.write(encodeFrame(message));
  }
}

interface Conversation {
  readonly child: ChildProcess;
  readonly stdin: Writable;
  readonly pending: Map<number, Pending>;
  readonly ready: Promise<ZygoteFacts>;
  /** Resolves with a sentence when the process and its streams have ended. */
  readonly exited: Promise<string>;
  onResident: (residentMb: number) => void;
}

function converse({ command, preload, onLog }: ZygoteOptions): Conversation {
  const child = spawn(command.file, command.args, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    cwd: '/',
    env: command.env,
    detached: command.detached,
  });
  const [stdin, stdout, stderr, data] = child.stdio;
  if (!stdin || !stdout || !stderr || !data) throw new BigCodeBenchError('INVARIANT', 'The runner has no pipes.');
  const pending = new Map<number, Pending>();
  let log = '';
  let settleReady: { resolve: (facts: ZygoteFacts) => void; reject: (reason: unknown) => void } | undefined;
  const ready = new Promise<ZygoteFacts>((resolve, reject) => {
    settleReady = { resolve, reject };
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`the runner cannot be started: ${error.message}`));
    child.once('close', (code, signal) => resolve(`the runner ended with ${signal ?? `status ${code}`}`));
  });
  const conversation: Conversation = { child, stdin, pending, ready, exited, onResident: () => {} };

  const onMessage = (raw: unknown) => {
    const message = zygoteMessageSchema.parse(raw);
    switch (message.type) {
      case 'ready':
        settleReady?.resolve(message);
        return;
      case 'unfit':
        settleReady?.reject(new ZygoteFault(message.reason, message.module ?? undefined));
        return;
      case 'load':
        conversation.onResident(message.residentMb);
        for (const [id, cpuMs, wantsCpu, waitedMs] of message.samples) {
          pending.get(id)?.onLoad?.({ cpuMs, wantsCpu, waitedMs });
        }
        return;
      case 'ended':
        pending.get(message.id)?.onEnded?.();
        return;
      default: {
        const entry = pending.get(message.id);
        pending.delete(message.id);
        if (message.type === 'done' && entry?.reason === undefined) entry?.resolve(message.execution);
        else entry?.reject(entry.reason ?? new ZygoteFault(message.type === 'fault' ? message.reason : message.type));
      }
    }
  };
  const decode = createFrameDecoder(onMessage);
  stdout.on('data', (chunk: Buffer) => {
    try {
      decode(chunk);
    } catch (error) {
      onLog(`the runner broke the protocol: ${String(error)}`);
      child.kill('SIGKILL');
    }
  });
  stderr.on('data', (chunk: Buffer) => {
    if (log.length < logLimitBytes) log += chunk.toString('utf8');
    onLog(chunk.toString('utf8').trimEnd());
  });
  // A runner that dies takes its pipes with it; `exited` tells that better than EPIPE.
  for (const stream of [stdin, data]) stream.on('error', () => {});
  void exited.then((how) => settleReady?.reject(new ZygoteFault(log ? `${how}: ${log.trim().slice(-500)}` : how)));
  (data as Writable).end(command.data);
  (stdin as Writable).write(encodeFrame({ ...command.config, preload }));
  return conversation;
}
