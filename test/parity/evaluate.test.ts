/**
 * The 2,280 recorded answers judged again. Needs the full environment (`bcb env install --profile full`) and the
 * original's data beside the repository; takes ten minutes on two free cores.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMain } from '../../src/cli/testing/run-main.ts';
import type { UpstreamStatus } from '../../src/schema/execution.ts';
import { readEvalResults } from '../../src/upstream/eval-results.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { recordings, sharedData } from '../../src/util/testing/shared-data.ts';
import { fullEnvironment } from '../e2e/testing/installed.ts';

/** A task's word, whether or not it is the same in every sample: there is one sample a task. */
type Statuses = ReadonlyMap<string, UpstreamStatus>;

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bcb-parity-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const recordedPath = (split: string, end: string) =>
  sharedData('samples', `qwen2.5-coder-7b-instruct--${split}.${end}`);

async function judgeAgain(split: string): Promise<Statuses> {
  const words = ['evaluate', '--samples', recordedPath(split, 'samples.jsonl.gz'), '--split', split, '--out', folder];
  const { code } = await runMain([...words, '--json', '--quiet', '--allow-degraded'], {
    cwd: folder,
    variables: {
      ...process.env,
      BCB_CACHE_DIR: join(folder, 'cache'),
      BIGCODEBENCH_OVERRIDE_PATH: sharedData('bigcodebench-v0.1.4.jsonl.gz'),
    },
  });
  expect(code).toBe(0);
  return readStatuses(join(folder, `qwen2.5-coder-7b-instruct--${split}.samples_eval_results.json`));
}

async function readStatuses(path: string): Promise<Statuses> {
  const { eval: results } = await readEvalResults(path);
  return new Map(Object.entries(results).flatMap(([taskId, [entry]]) => (entry ? [[taskId, entry.status]] : [])));
}

/** Tasks of which one passes and the other does not. */
function differ(ours: Statuses, theirs: Statuses): string[] {
  return [...theirs].flatMap(([id, status]) => ((ours.get(id) === 'pass') === (status === 'pass') ? [] : [id]));
}

describeNeeding(recordings, fullEnvironment)('recorded answers', () => {
  test.each(['complete', 'instruct'] as const)('are judged as they were: %s', async (split) => {
    const ours = await judgeAgain(split);
    const recorded = await readStatuses(recordedPath(split, 'eval_results.json.gz'));
    const documented = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'parity.md'), 'utf8');
    const differing = differ(ours, recorded);
    const share = 1 - differing.length / recorded.size;
    expect.soft(share, `differing: ${differing.join(' ')}`).toBeGreaterThanOrEqual(0.993);
    expect.soft(differing.filter((id) => !documented.includes(`| ${id} |`))).toEqual([]);
    // A limit must not make a timeout of what passes.
    expect.soft(differing.filter((id) => ours.get(id) === 'timeout')).toEqual([]);
    if (split === 'instruct') return;
    const offline = new Map<string, UpstreamStatus>(
      Object.entries(JSON.parse(await readFile(recordedPath(split, 'offline-status.json'), 'utf8'))),
    );
    const differingOffline = differ(ours, offline);
    expect.soft(1 - differingOffline.length / offline.size).toBeGreaterThanOrEqual(0.997);
    expect.soft(differingOffline.filter((id) => !documented.includes(`| ${id} |`))).toEqual([]);
  });

  test('ground truth passes but for the six tasks that need the network', async () => {
    const { out } = await runMain(['evaluate', '--check-gt-only', '--json', '--quiet'], {
      cwd: folder,
      variables: {
        ...process.env,
        BCB_CACHE_DIR: join(folder, 'cache'),
        BIGCODEBENCH_OVERRIDE_PATH: sharedData('bigcodebench-v0.1.4.jsonl.gz'),
      },
    });
    const six = [101, 176, 314, 590, 1005, 1012].map((number) => `BigCodeBench/${number}`);
    expect(JSON.parse(out)).toMatchObject({ tasks: 1140, passed: 1134, failed_tasks: six, needs_network: six });
  });
});
