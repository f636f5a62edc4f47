import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
