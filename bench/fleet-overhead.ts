/**
 * The 1,140 recorded answers, judged by three workers of one slot each and by one local pool of three slots: verdicts must
 * be equal, and the fleet at most 5% slower. Needs the built package, the full environment, redis-server and the
 * recordings beside the repository. BCB_BENCH_SAMPLES bounds how many are judged.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { libsOf } from '../src/dataset/libs-of.ts';
import { loadTasks } from '../src/dataset/load-tasks.ts';
import { evaluateSamples } from '../src/evaluate/jobs/evaluate-samples.ts';
import type { EvaluatedSample } from '../src/evaluate/jobs/pending-jobs.ts';
import type { Executor } from '../src/executor/executor.ts';
import { startRedis } from '../src/executor/queue/testing/redis-server.ts';
import { openExecutor } from '../src/run/executor-table.ts';
import type { Task } from '../src/schema/task.ts';
import type { Verdict } from '../src/schema/verdict.ts';
import { readSamples } from '../src/upstream/read-samples.ts';
import { sharedData } from '../src/util/testing/shared-data.ts';
import { bin } from '../test/e2e/testing/installed.ts';
import { readRecordedTimes } from './support/recorded-times.ts';
import type { BenchResult } from './support/results.ts';

const most = Number(process.env.BCB_BENCH_SAMPLES ?? 1140);
const slots = 3;
/** Before the clock starts, so that every process has imported what it will need. */
const warmUps = 200;
const dataset = sharedData('bigcodebench-v0.1.4.jsonl.gz');
const recorded = sharedData('samples', 'qwen2.5-coder-7b-instruct--complete.samples.jsonl.gz');

export async function run(): Promise<BenchResult> {
  const { tasks } = await loadTasks({ subset: 'full', variables: { BIGCODEBENCH_OVERRIDE_PATH: dataset } });
  const samples: EvaluatedSample[] = [];
  for await (const { taskId, solution = '' } of readSamples(recorded)) {
    if (samples.length < most) samples.push({ taskId, index: 0, solution });
  }
  const open = (execution: string, parallel?: number) =>
    openExecutor([execution], { libs: libsOf(tasks), tasks, parallel }, { variables: process.env, cwd: '/', warn });
  const local = await measure(await open('local', slots), tasks, samples);
  await using redis = await startRedis();
  const workers = await Promise.all(Array.from({ length: slots }, () => startWorker(redis.url)));
  try {
    const fleet = await measure(await open(`queue:${redis.url}`), tasks, samples);
    const different = local.table.filter((line, at) => line !== fleet.table[at]);
    for (const line of different) console.log(`${line}\n${fleet.table[local.table.indexOf(line)]}`);
    const rows = [
      ['', 'measured', 'target'],
      ['samples', String(local.table.length), ''],
      ['verdicts that differ', String(different.length), '0'],
      ['one local pool', `${local.seconds.toFixed(1)} s`, ''],
      ['three workers', `${fleet.seconds.toFixed(1)} s`, ''],
      ['overhead', `${((fleet.seconds / local.seconds - 1) * 100).toFixed(1)}%`, '≤ 5%'],
    ];
    return [{ rows }];
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
  }
}

async function measure(opened: Executor, tasks: readonly Task[], samples: readonly EvaluatedSample[]) {
  await using executor = opened;
  // For time limits, and so that the longest start first.
  const groundTruth = await readRecordedTimes();
  const judge = async (some: readonly EvaluatedSample[]) => {
    const verdicts: Verdict[] = [];
    for await (const verdict of evaluateSamples({ samples: some, tasks, executor, groundTruth })) {
      verdicts.push(verdict);
    }
    return verdicts;
  };
  const short = samples.filter(({ taskId }) => (groundTruth.get(taskId)?.wallMs ?? 0) < 1000);
  const step = Math.max(1, Math.floor(short.length / warmUps));
  await judge(short.filter((_, at) => at % step === 0));
  const startedAt = performance.now();
  const verdicts = await judge(samples);
  return { seconds: (performance.now() - startedAt) / 1000, table: verdicts.map(lineOf).sort() };
}

/** Which tests a timeout cuts off is chance. */
function lineOf({ taskId, outcome, status, tests }: Verdict): string {
  const told = outcome === 'timeout' ? [] : tests;
  return `${taskId} ${outcome} ${status} ${told.map(({ name, outcome: result }) => `${name}=${result}`).join(' ')}`;
}

async function startWorker(url: string): Promise<ChildProcess> {
  const words = [bin, 'worker', '--queue', url, '--parallel', '1'];
  const worker = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: worker.stdout })) if (line.startsWith('ready')) break;
  return worker;
}

function warn(sentence: string): void {
  console.log(sentence);
}
