import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, type PythonInfo, resolveNamedPython } from './find-python.ts';

const versions = ['3.10', '3.11', '3.12', '3.13'];
let folder: string;
let real: PythonInfo;
let minor: string;

function writeProgram(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bcb-python-'));
  const found = await findPython({ versions, variables: process.env, dataFolder: folder });
  if (!found) throw new Error('These tests need a Python 3.10 to 3.13.');
  real = found;
  minor = found.version.split('.').slice(0, 2).join('.');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('findPython', () => {
  it('describes an interpreter that really starts', () => {
    expect(real).toMatchObject({ implementation: 'CPython', bits: 64 });
    expect(real.stdlib).toEqual(expect.arrayContaining(['json', 'os', 'random']));
  });

  it('skips a shim that refuses to start and takes the version next to it, with an empty HOME', async () => {
    const root = join(folder, 'pyenv');
    writeProgram(join(root, 'shims', `python${minor}`), '#!/bin/sh\necho "pyenv: command not found" >&2\nexit 127\n');
    mkdirSync(join(root, 'versions', `${minor}.99`, 'bin'), { recursive: true });
    symlinkSync(real.executable, join(root, 'versions', `${minor}.99`, 'bin', `python${minor}`));
    const variables = { PATH: `${join(root, 'shims')}`, HOME: join(folder, 'empty') };
    const found = await findPython({ versions: [minor], variables, dataFolder: folder });
    expect(found?.executable).toBe(real.executable);
  });

  it('finds what uv manages', async () => {
    const home = join(folder, 'home');
    const bin = join(home, '.local/share/uv/python', `cpython-${minor}.0-linux`, 'bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(real.executable, join(bin, `python${minor}`));
    const found = await findPython({ versions: [minor], variables: { PATH: '', HOME: home }, dataFolder: folder });
    expect(found?.version).toBe(real.version);
  });

  it('is not misled by a name: the version is what the interpreter says', async () => {
    const bin = join(folder, 'misnamed');
    writeProgram(join(bin, 'python3.9'), `#!/bin/sh\nexec ${real.executable} "$@"\n`);
    const variables = { PATH: bin, HOME: folder };
    const seen: string[] = [];
    await findPython({
      versions: ['3.9'],
      variables,
      dataFolder: folder,
      accept: (info) => !seen.push(info.version),
    });
    expect(seen.filter((version) => !version.startsWith('3.9.'))).toEqual([]);
  });
});

describe('resolveNamedPython', () => {
  const resolveIt = (name: string) =>
    resolveNamedPython(name, { versions, variables: process.env, dataFolder: folder });

  it('takes a path and a version', async () => {
    expect((await resolveIt(real.executable)).version).toBe(real.version);
    expect((await resolveIt(minor)).version).toMatch(new RegExp(`^${minor.replace('.', '\\.')}\\.`));
  });

  it('says so if it is not a Python', async () => {
    await expect(resolveIt('/bin/true')).rejects.toThrow('/bin/true is not a working Python');
    await expect(resolveIt('/nowhere/python')).rejects.toThrow('is not a working Python');
    await expect(resolveIt('no-such-python')).rejects.toThrow('is not a working Python');
  });

  it('says so if there is no lock for it', async () => {
    const asked = resolveNamedPython(real.executable, {
      versions: ['3.7'],
      variables: process.env,
      dataFolder: folder,
    });
    await expect(asked).rejects.toThrow(/is CPython 3\.\d+\.\d+ \(64 bit\), but locks exist only for CPython 3\.7\./);
    await expect(resolveIt('2.6')).rejects.toThrow('There is no lock for Python 2.6: use 3.10, 3.11, 3.12, 3.13.');
  });
});
