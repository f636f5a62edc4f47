import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import { runProgram } from '../util/run-program.ts';

const kernelTickMs = 12;

/**
 * Watches the files that programs import. Whatever is written, moved, removed or replaced leaves a newer change time on
 * a file or on its folder, so one walk without reading a single file tells; a tree that was swapped as a whole has
 * another inode.
 */
export async function watchEnvironment(environment: PythonEnvironment) {
  const roots = rootsOf(environment);
  const identify = () => Promise.all(roots.map(identityOf));
  const before = await identify();
  const startedAt = Date.now();
  // Change times lag behind the clock by up to a tick of the kernel: what happens from here on must come out later.
  await sleep(kernelTickMs);
  /** Throws UNTRUSTED_ENVIRONMENT when anything changed since this was created, or since an earlier moment. */
  return async (since = new Date(startedAt)): Promise<void> => {
    const after = await identify();
    const swapped = roots.find((_, at) => before[at] !== after[at]);
    const changed = swapped ?? (await findNewer(roots, since, runProgram));
    if (changed === undefined) return;
    const install = `bcb env install --profile ${environment.profile}`;
    const message = `The Python environment changed while it was used (${changed}): results since the last check were dropped. Run \`${install}\`, then the same command to resume.`;
    throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', message, { data: { path: changed } });
  };
}

/** What programs import from; of a base interpreter its standard library alone, since the rest may be the system's. */
function rootsOf({ root, pythonHome, pythonVersion, nltkData, matplotlibConfig }: PythonEnvironment): string[] {
  const standardLibrary = join(pythonHome, 'lib', `python${pythonVersion.split('.').slice(0, 2).join('.')}`);
  return [root, standardLibrary, nltkData, matplotlibConfig].filter((path) => path !== undefined);
}

async function identityOf(path: string): Promise<string> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined);
  return found ? `${dirname(path)}:${found.dev}:${found.ino}` : 'absent';
}

/** Written by interpreters that are allowed to; nothing that a program's result depends on. */
const bytecode = '__pycache__';

/** The first file or folder below these whose change time is later than a moment; undefined if there is none. */
export async function findNewer(roots: readonly string[], since: Date, run: typeof runProgram) {
  const moment = `@${(since.getTime() / 1000).toFixed(3)}`;
  const words = [...roots, '-name', bytecode, '-prune', '-o', '-newerct', moment, '-print', '-quit'];
  const { code, stdout, stderr } = await run(['find', ...words], { variables: process.env });
  if (stdout !== '') return stdout.trim();
  // A root that is gone is a finding too; a `find` that does not know these words is not.
  if (code === 0) return undefined;
  if (/No such file/.test(stderr)) return roots.find((root) => stderr.includes(root)) ?? roots[0];
  return walkForNewer(roots, since.getTime());
}

/** The same without `find`, or with one that cannot compare change times. */
export async function walkForNewer(paths: readonly string[], sinceMs: number): Promise<string | undefined> {
  for (const path of paths) {
    const found = await lstat(path).catch(() => undefined);
    if (!found || found.ctimeMs > sinceMs) return path;
    if (!found.isDirectory()) continue;
    const names = (await readdir(path)).filter((name) => name !== bytecode);
    const below = names.map((name) => join(path, name));
    const newer = await walkForNewer(below, sinceMs);
    if (newer !== undefined) return newer;
  }
  return undefined;
}
