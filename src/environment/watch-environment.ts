import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import { runProgram } from '../util/run-program.ts';
import { findNewer } from './find-newer.ts';

const kernelTickMs = 12;

/** Finds out whether an environment is still what it was. */
export interface EnvironmentWatch {
  /** Throws UNTRUSTED_ENVIRONMENT when anything changed since this was created, or since an earlier moment. */
  check(since?: Date): Promise<void>;
}

/**
 * Watches the files that programs import. Whatever is written, moved, removed or replaced leaves a newer change time on
 * a file or on its folder, so one walk without reading a single file tells; a tree that was swapped as a whole has
 * another inode.
 */
export async function watchEnvironment(environment: PythonEnvironment, now = Date.now): Promise<EnvironmentWatch> {
  const roots = rootsOf(environment);
  const identify = () => Promise.all(roots.map(identityOf));
  const before = await identify();
  const startedAt = now();
  // Change times lag behind the clock by up to a tick of the kernel: what happens from here on must come out later.
  await sleep(kernelTickMs);
  return {
    async check(since = new Date(startedAt)) {
      const after = await identify();
      const swapped = roots.find((_, at) => before[at] !== after[at]);
      const changed = swapped ?? (await findNewer(roots, since, runProgram));
      if (changed === undefined) return;
      throw new BigCodeBenchError(
        'UNTRUSTED_ENVIRONMENT',
        `The Python environment changed while it was used (${changed}): results since the last check were dropped. Run \`bcb env install --profile ${environment.profile}\`, then the same command to resume.`,
        { data: { path: changed } },
      );
    },
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
