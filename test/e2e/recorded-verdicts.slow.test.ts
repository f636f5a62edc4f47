/**
 * The recorded answers of the slice, judged again in the sandbox: as many as the installed libraries allow. All 2,280
 * are judged by `npm run parity`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMain } from '../../src/cli/testing/run-main.ts';
import { loadTasks } from '../../src/dataset/load-tasks.ts';
import { resolveDataFolder } from '../../src/environment/data-folder.ts';
import { listMissing, listProgramEnvironments } from '../../src/environment/load-environment.ts';
import { namespaces } from '../../src/executor/local/testing/namespaces.ts';
import { readEvalResults } from '../../src/upstream/eval-results.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { recordedSlice } from '../../src/util/testing/recorded-data.ts';
import { installed } from './testing/installed.ts';

// In a weaker sandbox solutions that use sockets fail.
describeNeeding(installed, namespaces)('recorded answers', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-recorded-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(['complete', 'instruct'] as const)('are judged as they were: %s', { timeout: 300_000 }, async (split) => {
    const ids = await listRunnable();
    expect(ids.length).toBeGreaterThanOrEqual(48);
    const words = ['--samples', recordedSlice.samplesFile(split), '--split', split, '--select', ids.join(',')];
    const { code } = await runMain(['evaluate', ...words, '--out', folder, '--json', '--quiet'], {
      cwd: folder,
      variables: {
        ...process.env,
        BCB_CACHE_DIR: join(folder, 'cache'),
        BIGCODEBENCH_OVERRIDE_PATH: recordedSlice.tasksFile,
      },
    });
    expect(code).toBe(0);
    const ours = await readStatuses(join(folder, `qwen2.5-coder-7b-instruct--${split}.samples_eval_results.json`));
    const recorded = await readStatuses(recordedSlice.evalResultsFile(split));
    expect(ours).toEqual(Object.fromEntries(ids.map((id) => [id, recorded[id]])));
  });
});

/** Tasks whose libraries the smallest installed environment has. */
async function listRunnable(): Promise<string[]> {
  const [smallest] = await listProgramEnvironments(resolveDataFolder(process.env));
  if (!smallest) return [];
  const { tasks } = await loadTasks({ overridePath: recordedSlice.tasksFile });
  return tasks.filter(({ libs }) => listMissing(smallest.environment, libs).length === 0).map(({ id }) => id);
}

async function readStatuses(path: string): Promise<Record<string, string | undefined>> {
  const { eval: results } = await readEvalResults(path);
  return Object.fromEntries(Object.entries(results).map(([taskId, [entry]]) => [taskId, entry?.status]));
}
