import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadLock, normalizeName, parseLock, shippedFolder } from './lock.ts';

const linux = { system: 'linux', machine: 'x86_64' };
const files = readdirSync(shippedFolder).filter((name) => name.endsWith('.txt'));
const read = (name: string) => readFileSync(join(shippedFolder, name), 'utf8');
const versionsOf = (name: string) =>
  new Map(parseLock(read(name), linux).map((each) => [each.name, each.version] as const));

describe('parseLock', () => {
  it('reads names, versions and the platforms that have wheels', () => {
    const text = [
      '# a comment',
      'plain==1.0 \\',
      '    --hash=sha256:aa',
      "some-where==2.0.post1 ; (sys_platform == 'linux' and platform_machine == 'x86_64') or (sys_platform == 'darwin' and platform_machine == 'arm64') \\",
      '    --hash=sha256:bb',
    ].join('\n');
    const available = (system: string, machine: string) =>
      parseLock(text, { system, machine }).map(({ name, version, isAvailable }) => [name, version, isAvailable]);
    expect(available('linux', 'x86_64')).toEqual([
      ['plain', '1.0', true],
      ['some-where', '2.0.post1', true],
    ]);
    expect(available('darwin', 'arm64')[1]?.[2]).toBe(true);
    expect(available('linux', 'aarch64')[1]?.[2]).toBe(false);
    expect(available('darwin', 'x86_64')[1]?.[2]).toBe(false);
  });
});

describe('the shipped locks', () => {
  it('are there for every supported Python', () => {
    const weights = ['11', '12', '13'].map((minor) => `weights-cp3${minor}`);
    const names = [
      'full-cp310',
      'full-cp311',
      'modern-cp312',
      'modern-cp313',
      'vllm-cp312',
      ...weights,
      ...['10', '11', '12', '13'].map((minor) => `starter-cp3${minor}`),
      'uv',
    ];
    expect(files.sort()).toEqual(names.map((name) => `${name}.txt`).sort());
  });

  it.each(files)('%s pins every distribution by hash and names no address', (name) => {
    const text = read(name);
    expect(text).not.toMatch(/:\/\/|--(index|find|extra)/);
    const entries = text.split(/^(?=[a-z0-9-]+==)/m).slice(1);
    expect(entries).toHaveLength(parseLock(text, linux).length);
    for (const entry of entries) expect(entry).toMatch(/--hash=sha256:[0-9a-f]{64}/);
  });

  it.each(files)('%s is complete on the reference platform', (name) => {
    expect(parseLock(read(name), linux).filter(({ isAvailable }) => !isAvailable)).toEqual([]);
  });

  it.each(['cp310', 'cp311'])('the starter libraries have the versions of the full lock on %s', (tag) => {
    const full = versionsOf(`full-${tag}.txt`);
    for (const [name, version] of versionsOf(`starter-${tag}.txt`))
      expect([name, full.get(name)]).toEqual([name, version]);
  });

  it("holds the benchmark's own pins in the reference", () => {
    const reference = versionsOf('full-cp310.txt');
    for (const line of readFileSync(join(shippedFolder, 'full.in'), 'utf8').split('\n')) {
      const [, name = '', version] = /^([\w.-]+)==([\w.]+)(?:$|; python_version < '3.11')/.exec(line) ?? [];
      if (version === undefined) continue;
      const found = reference.get(name.toLowerCase().replace(/[-_.]+/g, '-')) ?? '';
      expect([name, found.replace(/\.0$/, '')]).toEqual([name, version.replace(/\.0$/, '')]);
    }
  });

  it.each(['cp312', 'cp313'])(
    'the modern lock of %s says of which day it is, and lacks nothing on three platforms',
    async (tag) => {
      const pythonVersion = `3.${tag.slice(3)}.1`;
      const lock = await loadLock({ profile: 'modern', pythonVersion, platform: linux });
      expect(lock.date).toMatch(/^20\d\d-\d\d-\d\d$/);
      const wanted = read('modern.in').matchAll(/^[A-Za-z][\w.-]*$/gm);
      const locked = new Set(lock.distributions.map(({ name }) => name));
      expect([...wanted].map(([name]) => normalizeName(name)).filter((name) => !locked.has(name))).toEqual([]);
      for (const platform of [linux, { system: 'linux', machine: 'aarch64' }, { system: 'darwin', machine: 'arm64' }])
        expect(parseLock(read(`modern-${tag}.txt`), platform).filter(({ isAvailable }) => !isAvailable)).toEqual([]);
    },
  );

  it('says which Pythons there are for one without a lock', async () => {
    const loading = loadLock({ profile: 'full', pythonVersion: '3.12.1', platform: linux });
    await expect(loading).rejects.toThrow('There is no full environment for Python 3.12.1: use Python 3.10, 3.11.');
  });
});
