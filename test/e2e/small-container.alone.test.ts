/** The real command where a container grants half a CPU and 2 GB. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { namespaces } from '../../src/executor/local/testing/namespaces.ts';
import { listRunFolders } from '../../src/store/manifest.ts';
import { readRun } from '../../src/store/run-log.ts';
import { runProgram } from '../../src/util/run-program.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { installed } from './testing/installed.ts';
import { controlGroups, createLimitedGroup } from './testing/limited-group.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const jiti = fileURLToPath(import.meta.resolve('jiti/register'));

async function runLimited(words: readonly string[], folder: string) {
  using group = createLimitedGroup({ cpus: 0.5, memoryBytes: 2 ** 31 });
  const variables = { ...process.env, BCB_CACHE_DIR: join(folder, 'cache') };
  const node = [process.execPath, '--import', jiti];
  return await runProgram([...(group?.words ?? []), ...node, ...words], { variables, cwd: folder });
}

describeNeeding(
  installed,
  namespaces,
  controlGroups,
)('half a CPU and 2 GB', () => {
  it('are what the executor and the doctor see', async () => {
    const { stdout } = await runLimited([here('testing/sizing-script.ts')], tmpdir());
    expect(JSON.parse(stdout)).toMatchObject({
      capacity: 1,
      sizing: { parallel: 1, mostMemoryMb: Math.ceil(0.8 * 2048) },
      machine: { cpuQuota: 0.5, memoryMb: 2147, isMemoryLimited: true },
    });
  });

  it('are enough for the starter tasks: no honest sample times out', { timeout: 600_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bcb-small-'));
    try {
      const words = ['run', '--model', 'canonical', '--subset', 'starter', '--split', 'complete', '--out', folder];
      const { code, stderr } = await runLimited([here('../../src/bin.ts'), ...words, '--quiet'], folder);
      expect(code, stderr).toBe(0);
      const [run = ''] = await listRunFolders(folder);
      const { judged } = (await readRun(run)).state;
      expect(judged).toHaveLength(50);
      expect(judged.filter(({ verdict }) => verdict.outcome !== 'pass')).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
