import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { runProgram } from '../util/run-program.ts';

/** Written by interpreters that are allowed to; nothing that a program's result depends on. */
const bytecode = '__pycache__';

/** The first file or folder below these whose change time is later than a moment; undefined if there is none. */
export async function findNewer(
  roots: readonly string[],
  since: Date,
  run: typeof runProgram,
): Promise<string | undefined> {
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
    const newer = await walkForNewer(
      names.map((name) => join(path, name)),
      sinceMs,
    );
    if (newer !== undefined) return newer;
  }
  return undefined;
}
