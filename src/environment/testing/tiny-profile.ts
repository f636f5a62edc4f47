import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { resolveDataFolder } from '../data-folder.ts';
import type { PythonInfo } from '../find-python.ts';
import { findPython } from '../find-python.ts';
import { getUv } from '../get-uv.ts';
import { pythonTag } from '../lock.ts';

const makeWheel = fileURLToPath(new URL('make_wheel.py', import.meta.url));

export interface TinyProfile extends Disposable {
  readonly folder: string;
  readonly python: PythonInfo;
  /** Everything an installation needs, without a network: our own wheels in a folder that pip knows about. */
  readonly options: {
    readonly profile: 'starter';
    readonly dataFolder: string;
    readonly lockFolder: string;
    readonly variables: Record<string, string | undefined>;
  };
  /** Adds another wheel and returns its hash. */
  addWheel(name: string, version: string, files: Readonly<Record<string, string>>): string;
  writeLock(entries: readonly { name: string; version: string; hash: string }[]): void;
}

/** Whether uv is there; asked for once. */
let uv: Promise<boolean> | undefined;

/** Setup has installed uv there. */
const shared = resolveDataFolder(process.env);

/** A starter profile of two small libraries; undefined if uv cannot be downloaded. */
export async function createTinyProfile(): Promise<TinyProfile | undefined> {
  const python = await findPython({
    versions: ['3.10', '3.11', '3.12', '3.13'],
    variables: process.env,
    dataFolder: '',
  });
  uv ??= fetchUv();
  if (!python || !(await uv)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bcb-tiny-'));
  const wheels = join(folder, 'wheels');
  const locks = join(folder, 'locks');
  const dataFolder = join(folder, 'data');
  for (const each of [wheels, locks, dataFolder]) mkdirSync(each);
  symlinkSync(join(shared, 'tools'), join(dataFolder, 'tools'));
  const addWheel: TinyProfile['addWheel'] = (name, version, files) => {
    const words = Object.entries(files).map(([path, content]) => `${path}=${content}`);
    const command = [makeWheel, wheels, name, version, ...words];
    return execFileSync(python.executable, command, { encoding: 'utf8' }).trim();
  };
  const writeLock: TinyProfile['writeLock'] = (entries) => {
    const lines = entries.map(({ name, version, hash }) => `${name}==${version} \\\n    --hash=sha256:${hash}\n`);
    writeFileSync(join(locks, `starter-${pythonTag(python.version)}.txt`), lines.join(''));
  };
  const first = {
    'tinyone/__init__.py': 'VALUE = 1\ndef main(): print(VALUE)\n',
    'tinyone/tests/test_it.py': 'x = 1\n',
  };
  writeLock([
    { name: 'tinyone', version: '1.0', hash: addWheel('tinyone', '1.0', first) },
    { name: 'tinytwo', version: '2.0', hash: addWheel('tinytwo', '2.0', { 'tinytwo.py': 'def main(): pass\n' }) },
  ]);
  const variables = { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: wheels };
  return {
    folder,
    python,
    options: { profile: 'starter', dataFolder, lockFolder: locks, variables },
    addWheel,
    writeLock,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function fetchUv(): Promise<boolean> {
  try {
    await getUv({ dataFolder: shared, variables: process.env });
    return true;
  } catch (error) {
    if (error instanceof BigCodeBenchError && error.code === 'NETWORK') return false;
    throw error;
  }
}
