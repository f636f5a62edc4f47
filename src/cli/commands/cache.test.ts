import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runCommand } from '../testing/run-command.ts';
import { cacheCommand } from './cache.ts';

async function createPlace() {
  const folder = await createTemporaryFolder();
  for (const name of ['executions/aa', 'ground-truth/bb', 'models/cc']) {
    await mkdir(join(folder.path, name), { recursive: true });
    await writeFile(join(folder.path, name, '1.json'), 'x'.repeat(4096));
  }
  const run = async (...words: string[]) => {
    const variables = { BCB_CACHE_DIR: folder.path };
    return (await runCommand(cacheCommand, { words, cwd: folder.path, variables })).out;
  };
  return { ...folder, run };
}

it('lists what the cache holds', async () => {
  await using place = await createPlace();
  const text = await place.run('ls');
  expect(text).toContain(place.path);
  expect(await place.run()).toBe(text);
  expect(text).toMatch(/executions +1 +0\.0 MB +\d{4}-\d\d-\d\d\n/);
  expect(JSON.parse(await place.run('ls', '--json'))).toMatchObject({
    folder: place.path,
    caches: [{ name: 'executions', files: 1, bytes: 4096 }, { name: 'ground-truth' }, { name: 'models' }],
  });
});

it('forgets executions, and nothing that was downloaded', async () => {
  await using place = await createPlace();
  expect(await place.run('prune')).toContain('executions: 0 files removed');
  expect(await place.run('prune', '--cache-mb', '0')).toBe(
    'executions: 1 files removed, 0.0 MB\nground-truth: 1 files removed, 0.0 MB\nprovable: 0 files removed, 0.0 MB\n',
  );
  const { caches } = JSON.parse(await place.run('ls', '--json'));
  expect(caches).toMatchObject([{ files: 0 }, { files: 0 }, { name: 'models', files: 1 }]);
});

it('says so where there is none', async () => {
  await using place = await createPlace();
  const variables = { BCB_CACHE_DIR: join(place.path, 'absent') };
  expect((await runCommand(cacheCommand, { words: ['ls'], cwd: place.path, variables })).out).toContain('nothing');
});
