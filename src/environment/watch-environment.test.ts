import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { findNewer, walkForNewer, watchEnvironment } from './watch-environment.ts';

async function createPlace() {
  const folder = await createTemporaryFolder();
  const root = join(folder.path, 'env');
  const pythonHome = join(folder.path, 'python');
  await mkdir(join(root, 'lib', 'pandas'), { recursive: true });
  await mkdir(join(pythonHome, 'lib', 'python3.10'), { recursive: true });
  const file = join(root, 'lib', 'pandas', 'frame.py');
  await writeFile(file, 'x = 1');
  const environment: PythonEnvironment = {
    profile: 'starter',
    root,
    pythonHome,
    python: join(root, 'bin', 'python'),
    pythonVersion: '3.10.13',
    fingerprint: 'f',
    modules: [],
  };
  // Change times are finer than the clock: what was made in the millisecond of the start would count as changed.
  await sleep(2);
  return { ...folder, root, file, pythonHome, watch: await watchEnvironment(environment) };
}

describe('watchEnvironment', () => {
  it('is silent about what stays as it is', async () => {
    await using place = await createPlace();
    await place.watch();
  });

  it.each([
    ['edited', (file: string) => writeFile(file, 'x = 2')],
    ['removed', (file: string) => rm(file)],
    ['renamed', (file: string) => rename(file, `${file}.old`)],
    ['made unreadable', (file: string) => chmod(file, 0o000)],
  ])('notices a file that is %s', async (_, change) => {
    await using place = await createPlace();
    await change(place.file);
    await expect(place.watch()).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
  });

  it('notices a tree that is swapped or gone, and a changed standard library', async () => {
    await using place = await createPlace();
    await rename(place.root, `${place.root}.away`);
    await expect(place.watch()).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    await using other = await createPlace();
    await writeFile(join(other.pythonHome, 'lib', 'python3.10', 'json.py'), '');
    await expect(other.watch()).rejects.toThrow(/python3\.10/);
  });

  it('can look back to an earlier moment', async () => {
    await using place = await createPlace();
    await expect(place.watch(new Date(0))).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
  });

  it('finds the same without a `find` that compares change times', async () => {
    await using place = await createPlace();
    const bare = async () => ({ code: 1, stdout: '', stderr: 'find: unrecognized: -newerct' });
    expect(await findNewer([place.root], new Date(), bare)).toBeUndefined();
    expect(await findNewer([place.root], new Date(0), bare)).toBe(place.root);
    await writeFile(place.file, 'x = 3');
    expect(await walkForNewer([place.root], Date.now() - 10_000)).toBeDefined();
  });
});
