import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { skipFor } from './testing/needs.ts';

async function createPlace(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bcb-make-folder-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

it('creates all that is missing, once, also when several want it', async () => {
  const path = join(await createPlace(), 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'd'))]);
  expect((await stat(join(path, 'd'))).isDirectory()).toBe(true);
  await makeFolder(path);
});

it('says what the system says where nothing can be created', async () => {
  await expect(makeFolder('/proc/nowhere/below')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/nowhere' });
  const file = join(await createPlace(), 'file');
  await writeFile(file, '');
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: /EEXIST|ENOTDIR/ });
});

it('calls a read-only file system by its name', async (context) => {
  const place = await createPlace();
  const script = fileURLToPath(new URL('./testing/make-folder-script.ts', import.meta.url));
  const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
  const words = ['-rm', 'sh', '-c', `mount -t tmpfs -o ro tmpfs ${place} && exec "$@"`, 'sh'];
  const node = [process.execPath, '--import', jiti, script, join(place, 'a/b')];
  const { stdout, status } = spawnSync('unshare', [...words, ...node], { encoding: 'utf8' });
  if (status !== 0) return skipFor(context, 'user namespaces');
  expect(stdout.trim()).toBe('EROFS');
});
