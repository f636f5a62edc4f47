import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadEnvironment, loadLockOf, readEnvironment } from './load-environment.ts';
import { shippedFolder } from './lock.ts';
import { layoutOf, writeManifest } from './manifest.ts';

it('offers the profile that is enough first where none is installed', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'bcb-no-environment-'));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  await expect(loadEnvironment({ dataFolder, profile: 'starter' })).rejects.toThrow(
    /^No Python environment is installed: run `bcb env install` \(500 MB\) for the starter tasks, or `.*--profile full`/,
  );
  await expect(loadEnvironment({ dataFolder })).rejects.toThrow(
    /^No Python environment is installed: run `bcb env install --profile full` \(2\.5 GB\);/,
  );
});

describe('a world', () => {
  /** Folders that are listed as environments of these days, installed one after the other. */
  async function createWorlds(...dates: string[]) {
    const dataFolder = await mkdtemp(join(tmpdir(), 'bcb-worlds-'));
    onTestFinished(() => rm(dataFolder, { recursive: true }));
    const folders = dates.map((_, at) => join(dataFolder, 'environments', `modern-cp313-${at}`));
    for (const [at, folder] of folders.entries()) {
      await mkdir(layoutOf(folder, '3.13.0').sitePackages, { recursive: true });
      await writeManifest(folder, {
        ...{ version: 2, profile: 'modern', pythonVersion: '3.13.0', platform: 'linux-x86_64', lockHash: String(at) },
        ...{ pythonExecutable: '', pythonHome: '', stdlib: [], distributions: [], filesDigest: '', installer: '' },
        ...{ lockDate: dates[at], installedAt: `2026-02-01T00:00:0${at}.000Z` },
      });
    }
    const load = (path: string) => loadEnvironment({ dataFolder, path }).then(({ folder }) => folders.indexOf(folder));
    return { folders, load };
  }

  it('is found by whole words of its name alone, wherever that is looked for', async () => {
    const { load } = await createWorlds('2026-01-30', '2026-01-31', '2026-01-31', '2026-01-31', '2026-01-31');
    expect(await load('modern-cp313-2026-01-30')).toBe(0);
    // Of one day, the one that was installed last.
    for (const name of ['modern', 'modern-cp313', '/some/folder/modern-cp313-2026-01-31']) {
      expect(await load(name)).toBe(4);
    }
    for (const name of ['/', '.', 'm', 'mod', 'modern-cp31', 'modern-cp313-2026-01-3', 'modern-cp314']) {
      await expect(load(name)).rejects.toThrow('is not an environment');
    }
  });

  it('whose copy of its lock is gone is compared with the lock of this package', async () => {
    const { load, folders } = await createWorlds('2026-01-31');
    await load('modern');
    const installed = await readEnvironment(folders[0] ?? '');
    expect(installed && (await loadLockOf(installed)).path).toBe(join(shippedFolder, 'modern-cp313.txt'));
  });
});
