import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type TransferListItem, Worker } from 'node:worker_threads';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { createDeferred } from '../../util/deferred.ts';
import { raceAbort } from '../../util/race-abort.ts';
import { FairQueue } from '../executions/fair-queue.ts';
import { RequestFault, tooBusy } from '../http/request-fault.ts';
import { within } from '../http/within.ts';
import type { TextAnswer, TextRequest } from './text-worker.ts';

/** No honest text takes a hundredth of it, however busy the machine is. */
const defaultTimeoutMs = 30_000;
const startsWithinMs = 10 * 60_000;
const heapMb = 2048;
/** An owner has one at a time: one whose texts are slow leaves the other to everybody else. */
const threadCount = 2;
/** Of texts that wait or are read; a single one may be larger. */
const mostBytesOfOwner = 128 * 1024 * 1024;
const mostBytes = 512 * 1024 * 1024;

/** A text that ended a thread, or kept it too long; or one there is no room for, which is its cause then. */
export class UnreadableText extends Error {
  override readonly name = 'UnreadableText';
}

/** Whose text it is, and how many bytes it keeps while it waits; aborted when nobody waits for it any more. */
export type TextSender = Readonly<{ owner: string; bytes: number; signal?: AbortSignal | undefined }>;

export type TextThreads = ReturnType<typeof createTextThreads>;

/**
 * Few threads, one text at a time in each, owners by turns. A text that ends or occupies its thread, or takes longer than
 * `timeoutMs`, ends for its caller alone.
 */
export function createTextThreads(timeoutMs = defaultTimeoutMs) {
  const threads = Array.from({ length: threadCount }, (): { worker?: Worker | undefined } => ({}));
  type Thread = (typeof threads)[number];
  const free = [...threads];
  const queue = new FairQueue<{ readonly owner: string; start(thread: Thread): void }>();
  /** Owners of what is being read. */
  const reading = new Set<string>();
  /** Senders of what waits or is read. */
  const senders = new Set<TextSender>();
  const requireRoom = ({ owner, bytes }: TextSender) => {
    let [own, all] = [0, 0];
    for (const sender of senders) {
      all += sender.bytes;
      if (sender.owner === owner) own += sender.bytes;
    }
    const isFull = (own > 0 && own + bytes > mostBytesOfOwner) || (all > 0 && all + bytes > mostBytes);
    if (isFull) throw new UnreadableText('Too many texts wait already.', { cause: tooBusy() });
  };
  const dispatch = () => {
    for (let thread = free.at(-1); thread !== undefined; thread = free.at(-1)) {
      const turn = queue.take((owner) => !reading.has(owner));
      if (turn === undefined) return;
      free.pop();
      reading.add(turn.owner);
      turn.start(thread);
    }
  };
  const ask = async (thread: Thread, request: TextRequest, transfer: TransferListItem[]): Promise<unknown> => {
    thread.worker ??= await startWorker();
    const { worker } = thread;
    // An idle thread does not keep the process.
    worker.ref();
    const answer = await hear(worker, timeoutMs, () => worker.postMessage(request, transfer));
    worker.unref();
    if (answer === undefined) {
      thread.worker = undefined;
      await worker.terminate();
      throw new UnreadableText('The text takes too much time or memory to be read.');
    }
    if ('value' in answer) return answer.value;
    if ('fault' in answer) throw new RequestFault(answer.fault.status, answer.fault.message, answer.fault);
    throw new BigCodeBenchError('INVARIANT', answer.error);
  };
  return {
    get waiting() {
      return queue.size;
    },
    async run(sender: TextSender, request: TextRequest, transfer: TransferListItem[] = []) {
      requireRoom(sender);
      const { owner, signal } = sender;
      const { promise: started, resolve: start } = createDeferred<Thread>();
      const turn = { owner, start };
      const read = async () => {
        const thread = await started;
        try {
          return await ask(thread, request, transfer);
        } finally {
          free.push(thread);
          reading.delete(owner);
          dispatch();
        }
      };
      senders.add(sender);
      queue.add(owner, turn);
      dispatch();
      try {
        return await raceAbort(read(), signal);
      } finally {
        // What nobody waits for any more is not read.
        queue.remove(owner, turn);
        senders.delete(sender);
      }
    },
    async close(): Promise<void> {
      await Promise.all(threads.map(({ worker }) => worker?.terminate()));
    },
  };
}

/** What a thread says next; undefined if it dies or takes too long. */
async function hear(worker: Worker, timeoutMs: number, ask = () => {}): Promise<TextAnswer | undefined> {
  const over = new AbortController();
  const { signal } = over;
  const said = once(worker, 'message', { signal });
  const ended = once(worker, 'exit', { signal }).then(() => []);
  ask();
  try {
    const [answer] = await within(timeoutMs, Promise.race([said, ended]), () => []);
    return answer as TextAnswer | undefined;
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}

/** Resolves when it has loaded what it needs: that is no time that a text takes. */
async function startWorker(): Promise<Worker> {
  // In a clone that was not built, this file and the thread's are TypeScript.
  const extension = extname(fileURLToPath(import.meta.url));
  const worker = new Worker(new URL(`./text-worker${extension}`, import.meta.url), {
    execArgv: extension === '.ts' ? ['--import', 'jiti/register'] : [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // What the thread dies of is told to the caller, as its end.
  worker.on('error', () => {});
  if ((await hear(worker, startsWithinMs)) !== undefined) return worker;
  throw new BigCodeBenchError('INVARIANT', 'The thread that reads long texts does not start.');
}
