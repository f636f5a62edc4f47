/** How close a generation comes to what a provider can handle, and how soon it finds out what that is. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGeneration } from '../src/generate/generation-run.ts';
import { resolveModel } from '../src/model/resolve-model.ts';
import { sampleTask } from '../src/model/testing/sample-request.ts';
import { resolvePromptSettings } from '../src/prompt/build-prompt.ts';
import { renderTable } from '../src/report/text-table.ts';
import { createSanitizer } from '../src/sanitize/sanitizer.ts';
import type { Task } from '../src/schema/task.ts';
import { collectGarbage } from './support/collect-garbage.ts';

interface Seen {
  readonly requests: number;
  readonly answered: number;
  readonly refusedAt: readonly number[];
  readonly mostAtOnce: number;
  readonly atOnce: readonly number[];
}

interface Measured {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly seen: Seen;
  /** Of the process after garbage collection, a quarter in and at the end. */
  readonly megabytes: readonly [quarter: number, end: number];
}

export async function run(): Promise<void> {
  const wide = await measure({ tasks: 1140, capacity: 64, latencyMs: 500 });
  const ideal = Math.ceil(1140 / 64) * 0.5;
  const narrow = await measure({ tasks: 400, capacity: 8, latencyMs: 200 });
  const narrowIdeal = (400 / 8) * 0.2;
  const settled = narrow.seen.atOnce.slice(100 - narrow.seen.refusedAt.filter((at) => at <= 100).length);
  const mean = settled.reduce((sum, count) => sum + count, 0) / settled.length;
  const late = narrow.seen.refusedAt.filter((at) => at > 100).length;
  console.log(
    renderTable([
      [
        '1,140 tasks, 500 ms, room for 64',
        `${wide.seconds.toFixed(1)} s`,
        `ideal ${ideal.toFixed(1)} s`,
        ratio(wide.seconds / ideal),
      ],
      ['  CPU', `${wide.cpuSeconds.toFixed(1)} s`],
      ['  refused', `${wide.seen.refusedAt.length}`, `at most ${wide.seen.mostAtOnce} in flight`],
      ['  memory, a quarter in → end', `${wide.megabytes[0].toFixed(0)} → ${wide.megabytes[1].toFixed(0)} MB`],
      [
        '400 tasks, 200 ms, room for 8',
        `${narrow.seconds.toFixed(1)} s`,
        `ideal ${narrowIdeal.toFixed(1)} s`,
        ratio(narrow.seconds / narrowIdeal),
      ],
      ['  in flight after the first 100 requests', `${mean.toFixed(1)} of 8`],
      ['  refused among the first 100, after', `${narrow.seen.refusedAt.length - late}, ${late}`],
      ['load of the machine', `${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`],
    ]),
  );
}

function ratio(value: number): string {
  return `${value.toFixed(2)} × (target: 1.5)`;
}

interface World {
  readonly tasks: number;
  readonly capacity: number;
  readonly latencyMs: number;
}

async function measure({ tasks: count, capacity, latencyMs }: World): Promise<Measured> {
  const outDir = await mkdtemp(join(tmpdir(), 'bench-generate-'));
  const server = fork(join(import.meta.dirname, 'support', 'loopback-server.mjs'), [`${capacity}`, `${latencyMs}`], {
    execArgv: [],
  });
  try {
    const { port } = await receive<{ port: number }>(server);
    const { sanitize } = await createSanitizer();
    const tasks = createTasks(count);
    const model = await resolveModel('openai-compatible:bench', {
      baseUrl: `http://127.0.0.1:${port}/v1`,
      variables: {},
    });
    await using generation = await openGeneration({
      outDir,
      taskSet: { name: 'bench', version: '1', hash: '' },
      tasks,
      model,
      revision: 'main',
      prompt: resolvePromptSettings({ split: 'complete', kind: 'chat' }),
      parameters: { temperature: 0, maxNewTokens: 1280 },
      nSamples: 1,
      strategy: 'upstream',
      sanitize: (raw, { entryPoint }) => sanitize({ raw, entryPoint, strategy: 'upstream' }),
    });
    const startedAt = performance.now();
    const cpuBefore = process.cpuUsage();
    let done = 0;
    let quarter = 0;
    for await (const _ of generation.samples()) if (++done === Math.floor(count / 4)) quarter = measureMemory();
    await generation.writeSamples();
    const seconds = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    server.send('report');
    const { seen } = await receive<{ seen: Seen }>(server);
    return { seconds, cpuSeconds: (user + system) / 1e6, seen, megabytes: [quarter, measureMemory()] };
  } finally {
    server.disconnect();
    await rm(outDir, { recursive: true });
  }
}

/** What is still in use after garbage collection. */
function measureMemory(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

function receive<Message>(server: ChildProcess): Promise<Message> {
  return new Promise((resolve) => server.once('message', (message) => resolve(message as Message)));
}

function createTasks(count: number): Task[] {
  return Array.from({ length: count }, (_, at) => ({
    ...sampleTask,
    id: `Bench/${at}`,
    completePrompt: `def task_func():\n    """Task ${at}. ${'Words of a docstring. '.repeat(40)}"""\n`,
  }));
}
