import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { FairQueue } from '../executions/fair-queue.ts';
import { RequestFault } from '../http/request-fault.ts';
import type { TextAnswer, TextRequest } from './text-worker.ts';

/** No honest text takes a hundredth of it, however busy the machine is. */
const defaultTimeoutMs = 30_000;
const heapMb = 2048;

/** A text that ended the thread, or kept it too long. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

export type TextThread = ReturnType<typeof createTextThread>;

/**
 * One thread, one text at a time, owners by turns. A text that ends or occupies the thread, or takes longer than
 * `timeoutMs`, ends for its caller alone.
 */
export function createTextThread(timeoutMs = defaultTimeoutMs) {
  const queue = new FairQueue<() => void>();
  let current: Worker | undefined;
  let isBusy = false;
  const ask = async (request: TextRequest, transfer: TransferListItem[]): Promise<unknown> => {
    current ??= await startWorker();
    const worker = current;
    // An idle thread does not keep the process.
    worker.ref();
    const answer = await awaitAnswer(worker, timeoutMs, () => worker.postMessage(request, transfer));
    worker.unref();
    if (answer === undefined) {
      current = undefined;
      await worker.terminate();
      throw new UnreadableText('The text takes too much time or memory to be read.');
    }
    if ('value' in answer) return answer.value;
    if ('fault' in answer) throw new RequestFault(answer.fault.status, answer.fault.message);
    throw new BigCodeBenchError('INVARIANT', answer.error);
  };
  return {
    get waiting() {
      return queue.size;
    },
    async run(owner: string, request: TextRequest, transfer: TransferListItem[] = []): Promise<unknown> {
      if (isBusy) await new Promise<void>((goOn) => queue.add(owner, goOn));
      isBusy = true;
      try {
        return await ask(request, transfer);
      } finally {
        const goOn = queue.take();
        if (goOn) goOn();
        else isBusy = false;
      }
    },
    async close(): Promise<void> {
      await current?.terminate();
    },
  };
}

/** Undefined if the thread died or took too long. */
function awaitAnswer(worker: Worker, timeoutMs: number, ask: () => void): Promise<TextAnswer | undefined> {
  return new Promise((resolve) => {
    const settle = (answer?: TextAnswer) => {
      clearTimeout(timer);
      worker.off('message', settle);
      worker.off('exit', onEnd);
      resolve(answer);
    };
    const onEnd = () => settle();
    const timer = setTimeout(onEnd, timeoutMs);
    worker.on('message', settle);
    worker.on('exit', onEnd);
    ask();
  });
}

/** Resolves when it has loaded what it needs: that is no time that a text takes. */
async function startWorker(): Promise<Worker> {
  // In a clone that was not built, this file and the thread's are TypeScript.
  const extension = extname(fileURLToPath(import.meta.url));
  const worker = new Worker(new URL(`./text-worker${extension}`, import.meta.url), {
    execArgv: extension === '.ts' ? ['--import', 'jiti/register'] : [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // What the thread dies of is told to the caller, as its `exit`.
  worker.on('error', () => {});
  const isReady = await new Promise<boolean>((resolve) => {
    worker.once('message', () => resolve(true));
    worker.once('exit', () => resolve(false));
  });
  if (!isReady) throw new BigCodeBenchError('INVARIANT', 'The thread that reads long texts does not start.');
  return worker;
}
