import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { type WorkerHello, type WorkerMessage, workerMessageSchema } from './messages.ts';
import { WorkerFault } from './worker-fault.ts';

/** A login shell may greet before the worker does. */
const strayLinesBeforeHello = 100;

export interface PendingJob {
  readonly resolve: (execution: Execution) => void;
  readonly reject: (reason: unknown) => void;
}

/** Parses what a worker writes and hands messages to those waiting for them. */
export class WorkerListener {
  readonly hello: Promise<WorkerHello>;
  /** By ticket. */
  readonly pending = new Map<number, PendingJob>();
  heardAt = Date.now();
  readonly #name: string;
  readonly #onLog: (line: string) => void;
  readonly #decode: (chunk: Buffer | string) => void;
  #greet: (hello: WorkerHello) => void = () => {};
  #refuse: (reason: unknown) => void = () => {};
  #hasGreeted = false;
  #strayLines = 0;
  #fault: string | undefined;

  constructor(name: string, onLog: (line: string) => void) {
    this.#name = name;
    this.#onLog = onLog;
    this.#decode = createLineDecoder((line) => this.#onLine(line));
    this.hello = new Promise((resolve, reject) => {
      this.#greet = resolve;
      this.#refuse = reject;
    });
    // It is awaited later; until then a failure of it is nobody's yet.
    this.hello.catch(() => {});
  }

  /** Takes what came; false when it is not the job protocol and nothing more should be heard. */
  take(chunk: Buffer | string): boolean {
    this.heardAt = Date.now();
    try {
      this.#decode(chunk);
      return true;
    } catch (error) {
      this.#fault ??= error instanceof Error ? error.message : String(error);
      return false;
    }
  }

  /** Nothing more will come: everyone waiting gets the error. */
  end(how: string): void {
    const fault = new WorkerFault(`${this.#name}: ${this.#fault ?? how}`);
    this.#refuse(fault);
    for (const { reject } of this.pending.values()) reject(fault);
    this.pending.clear();
  }

  #onLine(line: string): void {
    const message = safeParseMessage(line);
    if (message) {
      this.#onMessage(message);
      return;
    }
    this.#onLog(`${this.#name}: ${line.slice(0, 300)}`);
    if (this.#hasGreeted || ++this.#strayLines > strayLinesBeforeHello) {
      throw new WorkerFault(`said something else than the job protocol: ${JSON.stringify(line.slice(0, 80))}`);
    }
  }

  #onMessage(message: WorkerMessage): void {
    switch (message.type) {
      case 'hello':
        this.#hasGreeted = true;
        this.#greet(message);
        return;
      case 'fault':
        this.#fault = message.message;
        this.#refuse(new BigCodeBenchError('ENGINE', `${this.#name}: ${message.message}`));
        return;
      case 'alive':
        return;
      default: {
        const entry = this.pending.get(message.ticket);
        this.pending.delete(message.ticket);
        if (message.type === 'execution') entry?.resolve(message.execution);
        else entry?.reject(new WorkerFault('the worker cancelled a job by itself'));
      }
    }
  }
}

function safeParseMessage(line: string): WorkerMessage | undefined {
  try {
    return workerMessageSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}
