/**
 * A server for days, in short: many clients with three tokens, honest and hostile requests in every dialect, cut
 * connections; workers are killed and Redis is restarted meanwhile. BCB_BENCH_REQUESTS says how many requests,
 * BCB_BENCH_SEED which.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { startRedis } from '../src/executor/queue/testing/redis-server.ts';
import { createRandom } from '../src/util/random.ts';
import { type Client, converse, type Tally } from './soak/conversations.ts';
import { listAlive, listDescendants, readProcess } from './soak/processes.ts';
import type { BenchResult } from './support/results.ts';

const total = Number(process.env.BCB_BENCH_REQUESTS ?? 200_000);
const seed = Number(process.env.BCB_BENCH_SEED ?? 1);
const clients = 50;
const tokens = ['alice', 'bob', 'carol'];
const workers = 2;
/** Workers are killed this often, and Redis is restarted twice. */
const kills = 8;

export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'bcb-soak-'));
  await using redis = await startRedis();
  const fleet: ChildProcess[] = [];
  for (let at = 0; at < workers; at++) fleet.push((await start('worker', redis.url)).child);
  const { child: server, said: url } = await start('server', redis.url, folder, tokens.join(','));
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const tally: Tally = { requests: 0, retries: 0, cut: 0, faults: new Map() };
  const readings: Reading[] = [];
  let killed = 0;
  let restarts = 0;
  const random = createRandom(seed);
  /** What workers had started when they were killed. */
  const orphans = new Set<string>();
  const disturb = async (share: number) => {
    if (share * 10 >= readings.length + 1 && readings.length < 10) {
      readings.push(await read(server));
      console.log(`${tally.requests} requests after ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    if (share * kills > killed + 0.5 && killed < kills) {
      const at = killed++ % fleet.length;
      for (const name of listDescendants(fleet[at]?.pid)) orphans.add(name);
      fleet[at]?.kill('SIGKILL');
      fleet[at] = (await start('worker', redis.url)).child;
    }
    if (share * 3 > restarts + 1 && restarts < 2) {
      restarts++;
      await redis.kill();
      await redis.start();
    }
  };
  const startedAt = performance.now();
  try {
    let number = 0;
    let disturbing: Promise<void> | undefined;
    await Promise.all(
      Array.from({ length: clients }, async (_, at) => {
        const client: Client = {
          url,
          token: tokens[at % tokens.length] ?? '',
          dispatcher,
          tally,
          random,
          next: () => ++number,
        };
        while (tally.requests < total) {
          const done = await converse(client).catch((error: unknown) => {
            const fault = `a client: ${error instanceof Error ? error.message : String(error)}`;
            tally.faults.set(fault, (tally.faults.get(fault) ?? 0) + 1);
            return 1;
          });
          tally.requests += done;
          const share = tally.requests / total;
          disturbing ??= disturb(share).finally(() => {
            disturbing = undefined;
          });
        }
      }),
    );
    await disturbing;
    const seconds = (performance.now() - startedAt) / 1000;
    const metrics = await readMetrics(url, dispatcher);
    await dispatcher.close();
    for (const name of [server, ...fleet].flatMap(({ pid }) => listDescendants(pid))) orphans.add(name);
    const computed = await closeAll(server, fleet);
    await sleep(2000);
    const left = listAlive(orphans).length;
    const rows = describe({ tally, readings, seconds, killed, restarts, metrics, computed, left });
    if (rows.some((cells) => cells.at(-1) === 'no')) process.exitCode = 1;
    return [{ rows }];
  } finally {
    for (const child of [server, ...fleet]) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

interface Outcome {
  readonly tally: Tally;
  readonly readings: readonly Reading[];
  readonly seconds: number;
  readonly killed: number;
  readonly restarts: number;
  /** What the server tells of itself by name. */
  readonly metrics: (name: string) => number;
  /** Milliseconds in one go. */
  readonly computed: number;
  readonly left: number;
}

function describe({ tally, readings, seconds, killed, restarts, metrics, computed, left }: Outcome): string[][] {
  const mb = (size: number) => `${size.toFixed(1)} MB`;
  const [sharedMb, storedMb] = [metrics('bcb_shared_bytes') / 2 ** 20, metrics('bcb_stored_bytes') / 2 ** 20];
  const [held, files] = [readings.map((reading) => reading.held), readings.map(({ descriptors }) => descriptors)];
  const lagMs = 1000 * metrics('bcb_event_loop_lag_seconds{quantile="1"}');
  const faults = [...tally.faults].map(([fault, times]) => `${times} × ${fault}`);
  return [
    ['', 'measured', 'target', 'reached'],
    row('requests', `${tally.requests} in ${seconds.toFixed(0)} s, ${clients} clients, ${tokens.length} tokens`),
    row('disturbed by', `${killed} workers killed, Redis restarted ${restarts} times, ${tally.cut} connections cut`),
    row('asked again after 503 or 504', tally.retries),
    row('wrong ids, lost, double or wrong verdicts', faults.join('; ') || '0', '0', faults.length === 0),
    row('memory that the server holds, MB by tenths', inRow(held), 'flat after the first', isFlat(held, 5 + sharedMb)),
    row('  of it executions that equal jobs share', mb(sharedMb), 'at most 64 MB', sharedMb <= 64),
    row('  of it events of evaluations', metrics('bcb_evaluation_events')),
    row('what its process takes, MB by tenths', inRow(readings.map((reading) => reading.mb))),
    row('uploads and results on disk', mb(storedMb), 'at most 50 MB', storedMb <= 50e6 / 2 ** 20),
    row('its open files, by tenths', inRow(files), 'flat after the first', isFlat(files, 20)),
    row('longest lag of its event loop since the last look', `${Math.round(lagMs)} ms`),
    row('longest that the loop itself computed', `${Math.round(computed)} ms`, 'at most 100 ms', computed <= 100),
    row('processes left', left, '0', left === 0),
  ];
}

function row(what: string, measured: string | number, target = '', isReached?: boolean): string[] {
  return [what, String(measured), target, isReached === undefined ? '' : isReached ? 'yes' : 'no'];
}

/** Whether no number after the second tenth is more than a tenth above the second; `more`: what there may be besides. */
function isFlat([, second = 0, ...later]: readonly number[], more: number): boolean | undefined {
  return later.length === 0 ? undefined : later.every((number) => number <= 1.1 * second + more);
}

function inRow(numbers: readonly number[]): string {
  return numbers.map((number) => number.toFixed(0)).join(' → ');
}

interface Reading extends ReturnType<typeof readProcess> {
  /** Megabytes that a garbage collection leaves. */
  readonly held: number;
}

async function read(server: ChildProcess): Promise<Reading> {
  const said = once(server, 'message');
  server.send('memory');
  return { held: Number((await said)[0]), ...readProcess(server.pid) };
}

async function start(name: 'server' | 'worker', ...words: string[]): Promise<{ child: ChildProcess; said: string }> {
  const script = join(import.meta.dirname, 'soak', `${name}-script.ts`);
  const child = fork(script, words, {
    execArgv: ['--import', 'jiti/register'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`A ${name} ended before it was ready.`);
  });
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [string];
  return { child, said };
}

async function readMetrics(url: string, dispatcher: Agent): Promise<Outcome['metrics']> {
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const lines = (await (await request(`${url}/metrics`, { headers, dispatcher })).body.text()).split('\n');
  return (name) => Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

/** Gives what the server says of itself. */
async function closeAll(server: ChildProcess, fleet: readonly ChildProcess[]): Promise<number> {
  const said = once(server, 'message');
  server.send('close');
  await once(server, 'exit');
  for (const worker of fleet) {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  }
  return Number((await said)[0]);
}
