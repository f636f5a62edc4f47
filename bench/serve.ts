/** What HTTP costs over calling the executor, as ratios of one run; and what becomes of many calls, timeouts, output. */
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Agent, request } from 'undici';
import { resolveDataFolder } from '../src/environment/data-folder.ts';
import { loadEnvironment } from '../src/environment/load-environment.ts';
import { createSafetyRule } from '../src/evaluate/jobs/verdict-rules.ts';
import type { Executor } from '../src/executor/executor.ts';
import { createLocalExecutor } from '../src/executor/local/create-local-executor.ts';
import { defaultRules } from '../src/schema/evaluation-rules.ts';
import { defaultLimits, type Job } from '../src/schema/execution.ts';
import { createServer } from '../src/server/create-server.ts';
import { createRandom } from '../src/util/random.ts';
import { streamPrograms, type Tally } from './soak/conversations.ts';
import type { BenchResult } from './support/results.ts';

const inFlight = 64;
const jobs = Number(process.env.BCB_BENCH_JOBS ?? 4000);
const turns = 8;
const connections = Number(process.env.BCB_BENCH_CONNECTIONS ?? 10_000);
/** Programs sent as JSON Lines. */
const lines = Number(process.env.BCB_BENCH_LINES ?? 100_000);
const streams = 4;
const timeouts = Number(process.env.BCB_BENCH_TIMEOUTS ?? 1000);

const test =
  'import unittest\nclass TestCases(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(task_func(), 1)\n';
let next = 0;
/** No two are the same: nothing may be shared. */
const trivial = () => `# ${next++}\ndef task_func():\n    return 1\n`;

export async function run(): Promise<BenchResult> {
  const { environment } = await loadEnvironment({ dataFolder: resolveDataFolder(process.env), isLargest: true });
  const executor = await createLocalExecutor({ environment, isWarm: true });
  const taskSet = { name: 'none', version: '0', hash: '' };
  const listener = await createServer({ executor, taskSet, tasks: [] }).listen({ port: 0, replacesGlobals: true });
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const post = async (path: string, body: object) => {
    // Not `fetch`: it costs as much again as the server does, in the same process.
    const response = await request(`${listener.url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      dispatcher,
    });
    return { status: response.statusCode, body: (await response.body.json()) as Record<string, unknown> };
  };
  try {
    // What `bcb exec` does with a job: the scan for what is dangerous, then the executor.
    const judgeSafety = createSafetyRule(defaultRules);
    const library = async () => {
      const judged = await judgeSafety(trivial());
      if ('code' in judged) await executeOne(executor, judged.code);
    };
    const http = () => post('/v1/executions', { code: trivial(), test });
    for (const call of [library, http]) await many(500, inFlight, call);
    // By turns, so that whatever else the machine does hits both alike.
    const rates = { library: 0, http: 0 };
    for (let turn = 0; turn < turns; turn++) {
      rates.library += await many(jobs / turns, inFlight, library);
      rates.http += await many(jobs / turns, inFlight, http);
    }
    const alone = { library: await median(100, library), http: await median(100, http) };
    const burst = await Promise.all(
      Array.from({ length: 1000 }, (_, number) => post('/run_code', script(`print(${number})`))),
    );
    const statuses = new Set(burst.map(({ status }) => status));
    const rss = [await endless(post, 100)];
    rss.push(await endless(post, timeouts));
    const small = await median(5, () => post('/run_code', script('print("x")')));
    const large = await median(5, () => post('/run_code', script('print("x" * 10_000_000)')));
    const streamed = await streamMany(listener.url, dispatcher);
    const answers = await connectMany(listener.port, connections);
    const rows = [
      ['', 'measured', 'target'],
      ['throughput, HTTP / library', (rates.http / rates.library).toFixed(2), '≥ 0.9'],
      ['p50 over HTTP − library, one at a time', `${(alone.http - alone.library).toFixed(1)} ms`, '≤ 3 ms'],
      ['1,000 /run_code at once: statuses', [...statuses].join(', '), '200, 504'],
      [`memory after 100 → ${timeouts} timeouts`, rss.map((mb) => `${mb.toFixed(0)} MB`).join(' → '), 'flat'],
      ['processes left', String(countChildren()), 'those of the idle pool'],
      [`${connections} connections at once: answers`, answers, `200: ${connections}`],
      [`${lines} programs as JSON Lines, ${streams} connections: wrong ids or verdicts`, streamed, '0'],
      ['10 MB of output, more than 1 byte', `${(large - small).toFixed(0)} ms`, '< 1,000 ms'],
    ];
    return [{ rows }];
  } finally {
    await listener.close({ graceMs: 0 });
    await dispatcher.close();
    await executor.close();
  }
}

/** What went wrong with many programs that come in pieces of any size, with pauses. */
async function streamMany(url: string, dispatcher: Agent): Promise<string> {
  const tally: Tally = { requests: 0, retries: 0, cut: 0, faults: new Map() };
  const client = { url, token: '', dispatcher, tally, random: createRandom(1), next: () => next++ };
  await Promise.all(Array.from({ length: streams }, () => streamPrograms(client, Math.ceil(lines / streams))));
  return [...tally.faults].map(([fault, times]) => `${times} × ${fault}`).join('; ') || '0';
}

const script = (code: string, run_timeout = 10) => ({ code, language: 'python', run_timeout });

async function executeOne(executor: Executor, code: string): Promise<void> {
  const job: Job = { id: 'x', code, test, limits: defaultLimits, libs: [] };
  for await (const _ of executor.execute([job])) return;
}

/** Calls a second. */
async function many(count: number, width: number, call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left-- > 0) await call();
    }),
  );
  return (1000 * count) / (performance.now() - startedAt);
}

async function median(count: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < count; at++) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
}

/** Runs programs into their time limit; gives the memory after that. */
async function endless(post: (path: string, body: object) => Promise<unknown>, count: number): Promise<number> {
  await many(count, inFlight, () => post('/run_code', script(`import time # ${next++}\ntime.sleep(60)`, 0.2)));
  return process.memoryUsage.rss() / 2 ** 20;
}

/** How often each status came; from a process of its own, because a process may only have so many files open. */
async function connectMany(port: number, count: number): Promise<string> {
  const script = join(import.meta.dirname, 'support', 'open-connections.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(port), String(count)]);
  return Object.entries(JSON.parse(stdout))
    .map(([status, times]) => `${status}: ${times}`)
    .join(', ');
}

function countChildren(): number {
  const table = execFileSync('ps', ['-eo', 'ppid='], { encoding: 'utf8' });
  return table.split('\n').filter((line) => Number(line) === process.pid).length;
}
