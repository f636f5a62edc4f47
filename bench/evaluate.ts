import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluationEventSchema } from '../src/schema/evaluation-event.ts';
import { scanJournal } from '../src/store/scan-journal.ts';
import { hasSharedData, sharedData } from '../src/util/testing/shared-data.ts';
import { writeMany } from './evaluate/write-many.ts';

const tasksPath = sharedData('bigcodebench-v0.1.4.jsonl.gz');
const recordedPath = (end: string) => sharedData('samples', `qwen2.5-coder-7b-instruct--complete.${end}`);

/** The whole command on 1,140 recorded answers, cold and warm; then 114,000 verdicts scored and written. */
export async function run(): Promise<void> {
  if (!hasSharedData) {
    console.log('skipped: ../shared/data does not exist');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'bcb-bench-'));
  try {
    await benchCommand(folder);
    await benchMany(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchCommand(folder: string): Promise<void> {
  const cold = await evaluate(folder, 'cold');
  if (cold.code !== 0) {
    console.log(
      `skipped: evaluate exited with ${cold.code} (is the full environment installed? \`bcb env install --profile full\`)`,
    );
    return;
  }
  const { testCpuS, longestS, limitS } = await readFloor(join(folder, 'cold', 'runs', cold.runId, 'journal.jsonl'));
  console.log(`cold, ground truth included   ${cold.seconds.toFixed(1)} s`);
  console.log(
    `test CPU                      ${testCpuS.toFixed(1)} s on ${availableParallelism()} cores, longest ${longestS.toFixed(1)} s`,
  );
  console.log(`limit                         ${limitS.toFixed(1)} s`);
  console.log(`cold / limit                  ${(cold.seconds / limitS).toFixed(2)} (target: at most 1.1)`);
  // A timeout is trusted once two runs agree: the second one executes those samples again, the third executes nothing.
  const second = await evaluate(folder, 'second');
  console.log(`second run, timeouts again    ${second.seconds.toFixed(1)} s`);
  const warm = await evaluate(folder, 'warm');
  console.log(`full cache, another folder    ${warm.seconds.toFixed(1)} s (target: at most 5)`);
}

/** Runs the built command with its own cache. */
async function evaluate(folder: string, out: string): Promise<{ code: number; seconds: number; runId: string }> {
  const bin = join(import.meta.dirname, '..', 'dist', 'bin.js');
  const words = ['evaluate', '--samples', recordedPath('samples.jsonl.gz'), '--json', '--out', join(folder, out)];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [bin, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BCB_CACHE_DIR: join(folder, 'cache'), BIGCODEBENCH_OVERRIDE_PATH: tasksPath },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)));
  const seconds = (performance.now() - startedAt) / 1000;
  return { code, seconds, runId: code === 0 ? (JSON.parse(text) as { run_id: string }).run_id : '' };
}

/** No command can be faster than all test CPU time spread over all cores, or than its longest program. */
async function readFloor(path: string): Promise<{ testCpuS: number; longestS: number; limitS: number }> {
  let testCpuMs = 0;
  let longestMs = 0;
  for await (const { event } of scanJournal({ path, schema: evaluationEventSchema })) {
    if (event.type !== 'ground-truth' && event.type !== 'verdict') continue;
    const times = event.type === 'verdict' ? event.verdict : event.groundTruth;
    testCpuMs += times.testCpuMs;
    longestMs = Math.max(longestMs, times.wallMs);
  }
  const [testCpuS, longestS] = [testCpuMs / 1000, longestMs / 1000];
  return { testCpuS, longestS, limitS: Math.max(testCpuS / availableParallelism(), longestS) };
}

async function benchMany(folder: string): Promise<void> {
  await writeMany({
    folder,
    tasksPath,
    samplesPath: recordedPath('samples.jsonl.gz'),
    evalResultsPath: recordedPath('eval_results.json.gz'),
    copies: 100,
  });
  const jiti = new URL(import.meta.resolve('jiti/register')).pathname;
  const script = join(import.meta.dirname, 'evaluate', 'score-many.ts');
  const child = spawn(process.execPath, ['--import', jiti, script, folder, tasksPath], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await new Promise((resolve) => child.on('close', resolve));
  const found = JSON.parse(text) as { samples: number; scoreAndWriteSeconds: number; peakMb: number };
  console.log(`${found.samples} verdicts scored, files written   ${found.scoreAndWriteSeconds} s (target: at most 10)`);
  console.log(`peak memory                             ${found.peakMb} MB (target: at most 500)`);
}
