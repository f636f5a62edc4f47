import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openRunFolder } from './run-folder.ts';
import { resolveSamplesPath } from './samples-path.ts';

it('finds the samples of a run, and leaves other paths as they are', async () => {
  await using out = await createTemporaryFolder();
  const create = async (samples: unknown) => {
    await using folder = await openRunFolder({
      outDir: out.path,
      prefix: 'g',
      identity: { samples },
      provenance: { samples },
    });
    return folder.path;
  };
  expect(await resolveSamplesPath(await create('M.jsonl'))).toBe(join(out.path, 'M.jsonl'));
  expect(await resolveSamplesPath(await create('/elsewhere/M.jsonl'))).toBe('/elsewhere/M.jsonl');
  expect(await resolveSamplesPath(out.path)).toBe(out.path);
  expect(await resolveSamplesPath('/nowhere/M.jsonl')).toBe('/nowhere/M.jsonl');
  await expect(resolveSamplesPath(await create(undefined))).rejects.toMatchObject({ code: 'BAD_INPUT' });
});
