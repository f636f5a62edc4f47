import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Execution } from '../../schema/execution.ts';
import { createDeferred } from '../../util/deferred.ts';
import { createLineDecoder } from '../../util/line-decoder.ts';
import { parseJson } from '../../util/parse-json.ts';
import { PendingJobs } from '../pending-jobs.ts';
import { type WorkerHello, type WorkerMessage, workerMessageSchema } from './messages.ts';
import { WorkerFault } from './worker-launcher.ts';

/** A login shell may greet before the worker does. */
const strayLinesBeforeHello = 100;

/** Parses what a worker writes and hands messages to those waiting for them. */
export class WorkerListener {
  readonly #greeting = createDeferred<WorkerHello>();
  readonly hello = this.#greeting.promise;
  /** By ticket. */
  readonly pending = new PendingJobs<Execution>();
  heardAt = Date.now();
  readonly #name: string;
  readonly #onLog: (line: string) => void;
  readonly #decode: (chunk: Buffer | string) => void;
  #hasGreeted = false;
  #strayLines = 0;
  #fault: string | undefined;

  constructor(name: string, onLog: (line: string) => void) {
    this.#name = name;
    this.#onLog = onLog;
    this.#decode = createLineDecoder((line) => this.#onLine(line));
    // It is awaited later; a failure before that must not count as unhandled.
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
    this.#greeting.reject(fault);
    this.pending.rejectAll(fault);
  }

  #onLine(line: string): void {
    const message = workerMessageSchema.safeParse(parseJson(line));
    if (message.success) {
      this.#onMessage(message.data);
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
        this.#greeting.resolve(message);
        return;
      case 'fault':
        this.#fault = message.message;
        this.#greeting.reject(new BigCodeBenchError('ENGINE', `${this.#name}: ${message.message}`));
        return;
      case 'alive':
        return;
      case 'execution':
        this.pending.resolve(message.ticket, message.execution);
        return;
      case 'cancelled':
        this.pending.reject(message.ticket, new WorkerFault('the worker cancelled a job by itself'));
    }
  }
}
