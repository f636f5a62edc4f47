import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { namespaces } from '../../executor/local/testing/namespaces.ts';
import { listDescendants } from '../../executor/local/testing/process-tree.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import type { Listener } from '../http/listen.ts';
import { openRealServer, type RealServer } from '../testing/real-server.ts';

/** A client with many sessions, each with an interpreter that has a child. It says when all are there; told to, it calls some. */
const client = `
const [url, count] = process.argv.slice(1);
const post = async (path, body) => (await fetch(url + path, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })).json();
const begin = async (at) => {
  const { session_id: id } = await post('/v1/sessions', { task_id: 'Real/1', idle_s: 60 });
  const code = 'import subprocess\\nmine = ' + at + '\\nchild = subprocess.Popen(["sleep", "1000"])';
  const { outcome } = await post('/v1/sessions/' + id + '/run_python', { code, timeout_s: 120 });
  const { stdout } = await post('/v1/sessions/' + id + '/run_python', { code: 'mine', timeout_s: 120 });
  return outcome === 'pass' && stdout === at + '\\n' ? id : undefined;
};
const ids = await Promise.all(Array.from({ length: Number(count) }, (_, at) => begin(at)));
console.log(JSON.stringify(ids.filter(Boolean).length));
process.stdin.once('data', () => {
  for (const id of ids.slice(0, 8)) {
    void post('/v1/sessions/' + id + '/run_python', { code: 'import time\\ntime.sleep(100)', timeout_s: 120 });
  }
});
`;

let server: RealServer;
let listener: Listener;
beforeAll(async () => {
  server = await openRealServer();
  listener = await server.listen({ port: 0 });
});
afterAll(async () => {
  await listener.close({ graceMs: 0 });
  await server.close();
});

const sleeping = () => listDescendants(process.pid).filter(({ name }) => name === 'sleep').length;
const counted = async (name: string) =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(await (await server.request('/metrics')).text())?.[1]);

interface Client {
  readonly child: ChildProcess & { readonly stdin: Writable };
  /** How many of its interpreters have answered twice. */
  readonly ready: number;
}

async function start(count: number): Promise<Client> {
  const args = ['--input-type=module', '-e', client, listener.url, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const died = once(child, 'exit').then(() => ['0']);
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), died]);
  return { child, ready: Number(line) };
}

describeNeeding(namespaces)('two hundred sessions at once', () => {
  it('leave nothing of clients that are killed', { timeout: 600_000 }, async () => {
    const startedAt = performance.now();
    const clients = await Promise.all([start(100), start(100)]);
    expect(clients.map(({ ready }) => ready)).toEqual([100, 100]);
    expect(sleeping()).toBe(200);
    expect(await counted('bcb_interpreters')).toBe(200);
    console.log(`200 interpreters in ${Math.round(performance.now() - startedAt)} ms`);
    clients[0]?.child.stdin.write('call\n');
    await expect.poll(() => counted('bcb_jobs_running')).toBe(8);
    // Others are served meanwhile.
    const script = { script: 'print(sum(range(10**6)))' };
    expect(await (await server.request('/v1/executions', { json: script })).json()).toMatchObject({ outcome: 'pass' });
    const killedAt = performance.now();
    for (const { child } of clients) child.kill('SIGKILL');
    // What runs ends with the connection, what waits when nobody called for a minute.
    await expect.poll(sleeping, { timeout: 60_000 }).toBeLessThanOrEqual(192);
    console.log(`what ran is gone ${Math.round(performance.now() - killedAt)} ms after the kill`);
    await expect.poll(sleeping, { timeout: 180_000, interval: 500 }).toBe(0);
    await expect.poll(() => counted('bcb_sessions'), { timeout: 60_000 }).toBe(0);
    expect(await counted('bcb_interpreters')).toBe(0);
    console.log(`nothing is left ${Math.round(performance.now() - killedAt)} ms after the kill`);
  });

  it('are episodes of OpenEnv that end with their connections', { timeout: 600_000 }, async () => {
    const sockets = Array.from(
      { length: 200 },
      () => new WebSocket(`${listener.url.replace('http', 'ws')}/openenv/ws`),
    );
    const heard = sockets.map(async (socket) => {
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'reset', data: { task_id: 'Real/1' } }));
      await once(socket, 'message');
      socket.send(JSON.stringify({ type: 'step', data: { solution: 'def task_func(a, b):\n    return a + b\n' } }));
      const [answer] = await once(socket, 'message');
      return (JSON.parse(String(answer)) as { data: { reward: number } }).data.reward;
    });
    expect((await Promise.all(heard)).reduce((sum, reward) => sum + reward, 0)).toBe(200);
    expect(await counted('bcb_sessions')).toBe(200);
    for (const socket of sockets) socket.terminate();
    await expect.poll(() => counted('bcb_sessions')).toBe(0);
  });
});
