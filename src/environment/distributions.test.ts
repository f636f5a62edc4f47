import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listDistributions, listImports, listModules, readRecord } from './distributions.ts';

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
