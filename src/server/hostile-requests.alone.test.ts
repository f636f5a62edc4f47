import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeFrame } from '../executor/local/frame-codec.ts';
import { tierFor } from '../executor/local/tiers.ts';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { needing } from '../util/testing/needs.ts';
import { type HostileRequest, listHostileRequests, toRequest } from './testing/hostile-requests.ts';
import { watchLoopTime } from './testing/loop-time.ts';
import { openServer, type TestServer, testTasks } from './testing/open-server.ts';

const taskId = testTasks[0]?.id ?? '';
const { small, large } = listHostileRequests(taskId);
const corpus = [...small, ...large];
const linux = { name: 'Linux', isMet: process.platform === 'linux' };
/** How long the loop may compute in one go. */
const mostMs = 100;

/** Does with a job what an executor of this machine does with it on the event loop, and runs nothing. */
const executor = createScriptedExecutor((job) => {
  const { code, test, script, limits } = job;
  const tier = tierFor(job, () => true);
  const frame = encodeFrame({ type: 'run', id: 1, code, test, script, seed: 1, limits });
  return { stdout: `${tier} ${frame.length}` };
});

let folder: Awaited<ReturnType<typeof createTemporaryFolder>>;
let server: TestServer;
beforeEach(async () => {
  folder = await createTemporaryFolder();
  server = openServer({ executor, outDir: folder.path });
});
afterEach(async () => {
  await server.close({ graceMs: 0 });
  await folder[Symbol.asyncDispose]();
});

async function send(hostile: HostileRequest): Promise<number> {
  const response = await server.fetch(toRequest(hostile));
  await response.arrayBuffer();
  return response.status;
}

it('answers 2,000 hostile requests, none by a fault of its own, and is held by none', {
  timeout: 900_000,
  ...needing(linux),
}, async () => {
  for (let session = 0; session < 3000; session++) {
    await server.request('/v1/sessions', { json: { task_id: taskId } });
  }
  // Parsers are loaded and compiled first.
  const faults: string[] = [];
  for (const hostile of corpus) {
    const status = await send(hostile);
    if (status >= 500) faults.push(`${hostile.name} (${hostile.path}): ${status}`);
  }
  expect(faults).toEqual([]);
  using loop = watchLoopTime();
  const held: string[] = [];
  for (let sent = 0; sent < 2000; sent++) {
    const hostile = (corpus[sent] ?? small[sent % small.length]) as HostileRequest;
    const ms = await measureShortest(hostile, loop);
    if (ms > mostMs) held.push(`${hostile.name} (${hostile.path}): ${Math.round(ms)} ms`);
  }
  expect(held).toEqual([]);
});

/** For how long a request has the loop compute. One that seems to be too long is sent again: a collection of garbage counts, too. */
async function measureShortest(hostile: HostileRequest, loop: ReturnType<typeof watchLoopTime>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && shortest > mostMs; times++) {
    // What a sender has to do to make a request is not the server's doing.
    const request = toRequest(hostile);
    await new Promise((resolve) => setImmediate(resolve));
    loop.read();
    const response = await server.fetch(request);
    await response.arrayBuffer();
    shortest = Math.min(shortest, loop.read());
  }
  return shortest;
}
