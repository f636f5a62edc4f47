import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  listDistributions,
  listImports,
  listModules,
  loadLock,
  normalizeName,
  parseLock,
  readRecord,
  shippedFolder,
} from './lock.ts';

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

const entries = (...paths: string[]) => paths.map((path) => ({ path, hash: undefined }));

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-site-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('lists what the folders say, by normal names', async () => {
  const folder = createFolder();
  for (const name of ['Zed.Lib-1.0.post1.dist-info', 'a_b-2!1.0+cpu.dist-info', 'a_b', 'old-3.egg-info']) {
    mkdirSync(join(folder, name));
  }
  const found = await listDistributions(folder);
  expect(found.map(({ name, version }) => `${name} ${version}`)).toEqual([
    'a-b 2!1.0+cpu',
    'old 3',
    'zed-lib 1.0.post1',
  ]);
});

it('reads names with commas and quotes out of a list of files', async () => {
  const folder = createFolder();
  mkdirSync(join(folder, 'x-1.dist-info'));
  const lines = ['a.py,sha256=abc,3', '"b,""c"".py",sha256=def,4', 'x-1.dist-info/RECORD,,'];
  writeFileSync(join(folder, 'x-1.dist-info', 'RECORD'), `${lines.join('\r\n')}\r\n`);
  expect((await readRecord(folder, 'x-1.dist-info'))?.entries).toEqual([
    { path: 'a.py', hash: 'abc' },
    { path: 'b,"c".py', hash: 'def' },
    { path: 'x-1.dist-info/RECORD', hash: undefined },
  ]);
  expect(await readRecord(folder, 'none-1.dist-info')).toBeUndefined();
});

it('finds importable names: packages, modules and extension modules', () => {
  const files = entries(
    'pkg/__init__.py',
    'single.py',
    'fast.cpython-310-x86_64-linux-gnu.so',
    'stable.abi3.so',
    'pkg.libs/libx.so.1',
    'data/file.txt',
    '../../bin/tool',
    'pkg-1.0.dist-info/METADATA',
    '__pycache__/single.cpython-310.pyc',
    'not-a-module.py',
  );
  expect(listModules(files)).toEqual(['fast', 'pkg', 'single', 'stable']);
});

it('imports the packages inside a namespace, and no tests', () => {
  const files = entries('space/one/__init__.py', 'space/two/__init__.py', 'space/two/deep/__init__.py');
  expect(listImports(files)).toEqual(['space.one', 'space.two']);
  expect(listImports(entries('pkg/__init__.py', 'tests/__init__.py', '_private.py'))).toEqual(['pkg']);
});
