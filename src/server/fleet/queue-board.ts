import { serveStatic } from '@hono/node-server/serve-static';
import type { Hono } from 'hono';
import { queueNameOf, type WorkerFacts } from '../../executor/queue/messages.ts';
import { closeWithin, openStore, type Store } from '../../executor/queue/store.ts';

/** Bull Board on a fleet's queue: a page with its chunks, by state. It only looks. Undefined where it is not installed. */
export async function openQueueBoard(store: Store, worker: Pick<WorkerFacts, 'fingerprint' | 'engine'>) {
  const path = '/admin/queues';
  const imported = await importBullBoard();
  if (!imported) return undefined;
  const [{ createBullBoard }, { BullMQAdapter }, { HonoAdapter }] = imported;
  const queue = (await openStore(store)).queue(queueNameOf(worker));
  const adapter = new HonoAdapter(serveStatic);
  adapter.setBasePath(path);
  createBullBoard({ queues: [new BullMQAdapter(queue, { readOnlyMode: true })], serverAdapter: adapter });
  const app: Hono = adapter.registerPlugin();
  return { path, app, [Symbol.asyncDispose]: () => closeWithin([queue]) };
}

async function importBullBoard() {
  try {
    return await Promise.all([
      import('@bull-board/api'),
      import('@bull-board/api/bullMQAdapter'),
      import('@bull-board/hono'),
    ]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}
