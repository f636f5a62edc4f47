/**
 * The recorded answers to the 148 hard tasks, executed by every executor that runs our own runner: the verdict tables
 * must be the same. Needs the built package, the full environment and the recordings beside the repository.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { libsOf } from '../../src/dataset/libs-of.ts';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { evaluateSamples } from '../../src/evaluate/jobs/evaluate-samples.ts';
import {
  type LoopbackE2b,
  loopbackE2b,
  startLoopbackE2b,
} from '../../src/executor/e2b/testing/loopback-e2b/loopback-e2b.ts';
import { openExecutor } from '../../src/run/executor-table.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';
import type { Task } from '../../src/schema/task.ts';
import type { Verdict } from '../../src/schema/verdict.ts';
import { readSamples } from '../../src/upstream/read-samples.ts';
import { describeNeeding, skipFor } from '../../src/util/testing/needs.ts';
import { recordings, sharedData } from '../../src/util/testing/shared-data.ts';
import { bin, built, fullEnvironment } from '../e2e/testing/installed.ts';

const dataFolder = resolveDataFolder(process.env);
const needs = [recordings, built, fullEnvironment, loopbackE2b()];

const dataset = sharedData('bigcodebench-v0.1.4.jsonl.gz');
const recorded = sharedData('samples', 'qwen2.5-coder-7b-instruct--complete.samples.jsonl.gz');
const apiKey = 'e2b_loopback';

let tasks: readonly Task[] = [];
let peer: LoopbackE2b | undefined;
let server: ChildProcess | undefined;
let serverUrl = '';
let expected: readonly string[] = [];

beforeAll(async () => {
  if (needs.some(({ isMet }) => !isMet)) return;
  tasks = (await loadTasks({ subset: 'hard', variables: { BIGCODEBENCH_OVERRIDE_PATH: dataset } })).tasks;
  const inside = `env BCB_DATA_DIR=${dataFolder} ${process.execPath} ${bin}`;
  peer = await startLoopbackE2b({ programs: { bigcodebench: inside }, apiKey });
  server = spawn(process.execPath, [bin, 'serve', '--port', '0', '--subset', 'hard'], {
    env: { ...process.env, BIGCODEBENCH_OVERRIDE_PATH: dataset },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
    serverUrl = /listening on (\S+)/.exec(line)?.[1] ?? '';
    if (serverUrl !== '') break;
  }
}, 600_000);

afterAll(async () => {
  await peer?.[Symbol.asyncDispose]();
  if (server === undefined) return;
  server.kill('SIGKILL');
  await once(server, 'exit');
});

async function judge(execution: readonly string[]): Promise<Verdict[]> {
  const address = peer?.url ?? '';
  const variables = { ...process.env, E2B_API_KEY: apiKey, E2B_API_URL: address, E2B_SANDBOX_URL: address };
  const request = { libs: libsOf(tasks), tasks, sandboxes: 1, allowDegraded: true };
  const warn = (sentence: string) => console.log(sentence);
  await using executor = await openExecutor(execution, request, { variables, cwd: '/', warn });
  console.log(execution, executor.info);
  const ids = new Set(tasks.map(({ id }) => id));
  const samples = [];
  for await (const sample of readSamples(recorded)) {
    if (ids.has(sample.taskId)) samples.push({ taskId: sample.taskId, index: 0, solution: sample.solution ?? '' });
  }
  const rules = { ...defaultRules, timeLimit: { kind: 'fixed', seconds: 240 } } as const;
  const verdicts: Verdict[] = [];
  for await (const verdict of evaluateSamples({ samples, tasks, executor, rules })) verdicts.push(verdict);
  return verdicts;
}

/** One line a sample: what became of it, and of each of its tests; which of them a timeout cuts off is chance. */
const tableOf = (verdicts: readonly Verdict[]) =>
  verdicts
    .map(({ taskId, outcome, status, tests }) => {
      const told = outcome === 'timeout' ? [] : tests;
      const each = told.map(({ name, outcome: result }) => `${name}=${result}`).join(' ');
      return `${taskId} ${outcome} ${status} ${each}`;
    })
    .sort();

describeNeeding(...needs)('148 hard samples', () => {
  test('have verdicts here', async () => {
    expected = tableOf(await judge(['local']));
    expect(expected).toHaveLength(148);
  });

  test.each([
    ['exec', () => [`exec:${process.execPath} ${bin} worker --stdio`]],
    ['http', () => [`http:${serverUrl}`]],
    ['e2b', () => ['e2b']],
  ])('have the same verdicts by way of %s', async (_, execution) => {
    expect(tableOf(await judge(execution()))).toEqual(expected);
  });

  test('have the same status by way of gradio', async (context) => {
    const answer = await fetch(`${serverUrl}/config`);
    if (!answer.ok) skipFor(context, 'a server with Gradio');
    const verdicts = await judge([`gradio:${serverUrl}`]);
    const statuses = verdicts.map(({ taskId, status }) => `${taskId} ${status}`).sort();
    expect(statuses).toEqual(
      expected
        .map((line) => line.split(' '))
        .map(([id, , status]) => `${id} ${status}`)
        .sort(),
    );
  });
});
