import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layoutOf, writeManifest } from '../../environment/manifest.ts';
import type { Profile } from '../../schema/python-environment.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { runMain } from '../testing/run-main.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-env-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const call = (...words: string[]) => runMain(words, { variables: { BCB_DATA_DIR: folder }, cwd: folder });

describe('env', () => {
  it('says what it can do', async () => {
    await expect(call('env')).rejects.toThrow('Try install, show, verify, path, upgrade');
    await expect(call('env', 'remove')).rejects.toThrow('Unknown subcommand "remove" for env');
  });

  it('shows that nothing is installed, and which command changes that', async () => {
    expect(await call('env', 'show')).toMatchObject({ code: 0, out: expect.stringContaining('bcb env install') });
    expect(JSON.parse((await call('env', 'show', '--json')).out)).toEqual({ environments: [] });
    for (const word of ['verify', 'path']) {
      await expect(call('env', word, '--profile', 'full')).rejects.toThrow('bcb env install --profile full');
    }
  });

  it('prints the folder that a default or a name stands for, whatever worlds are installed', async () => {
    await using data = await createTemporaryFolder();
    const path = (...words: string[]) =>
      runMain(['env', 'path', ...words], { variables: { BCB_DATA_DIR: data.path }, cwd: data.path });
    const older = await pretendToInstall(data.path, 'modern', '3.12.1');
    const newer = await pretendToInstall(data.path, 'modern', '3.13.0');
    await expect(path()).rejects.toThrow('bcb env install');
    const starter = await pretendToInstall(data.path, 'starter', '3.10.13');
    expect((await path()).out).toBe(`${starter}\n`);
    expect((await path('--profile', 'modern')).out).toBe(`${newer}\n`);
    expect((await path('--profile', 'modern', '--python', '3.12')).out).toBe(`${older}\n`);
    await expect(path('--profile', 'modern', '--python', '3.11')).rejects.toThrow('No such environment');
  });

  it('names the Pythons that have a lock before anything is fetched', async () => {
    for (const words of [['upgrade'], ['install', '--quiet']]) {
      const asked = call('env', ...words, '--profile', 'modern', '--python', '3.14');
      await expect(asked).rejects.toThrow('There is no lock for Python 3.14: use 3.13, 3.12.');
    }
  });

  it('refuses a Python that does not start', async () => {
    const words = ['env', 'install', '--python', '/bin/false', '--quiet'];
    await expect(call(...words)).rejects.toThrow('/bin/false is not a working Python');
  });
});

describe('doctor', () => {
  it('exits 4 without an environment and says what to type', async () => {
    const { code, out } = await call('doctor', '--json');
    expect(code).toBe(4);
    const document = JSON.parse(out);
    expect(document).toMatchObject({ trusted: false, libraries: [], machine: { node: process.versions.node } });
    expect(document.findings[0].fix).toContain('bcb env install');
    expect((await call('doctor')).out).toContain('cannot be trusted');
  });

  it('never shows a key', async () => {
    const variables = { BCB_DATA_DIR: folder, OPENAI_API_KEY: 'sk-secret-123' };
    const { out } = await runMain(['doctor', '--json'], { variables, cwd: folder });
    expect(JSON.parse(out).keys.OPENAI_API_KEY).toBe(true);
    expect(out).not.toContain('sk-secret');
  });
});

/** A folder that is listed as an environment. */
async function pretendToInstall(dataFolder: string, profile: Profile, pythonVersion: string): Promise<string> {
  const folder = join(dataFolder, 'environments', `${profile}-${pythonVersion}`);
  mkdirSync(layoutOf(folder, pythonVersion).sitePackages, { recursive: true });
  await writeManifest(folder, {
    ...{ version: 2, profile, pythonVersion, platform: 'linux-x86_64', lockHash: '', filesDigest: '', installer: '' },
    ...{ pythonExecutable: '/bin/python', pythonHome: '/', stdlib: [], distributions: [] },
    installedAt: '1999-01-31T00:00:00.000Z',
    lockDate: profile === 'modern' ? '1999-01-31' : undefined,
  });
  return folder;
}
