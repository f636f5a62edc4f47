import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileError, usageError } from '../error/bigcodebench-error.ts';
import { listRunFolders } from '../store/manifest.ts';
import { readRun } from '../store/run-log.ts';
import { pathExists } from '../util/path-exists.ts';

/** What a word names: a path, or a run in the output folder or one below it, by id, the start of its id, or its name. */
export async function findPlace(word: string, cwd: string, out = 'bcb_results'): Promise<string> {
  const path = resolve(cwd, word);
  if (await pathExists(path)) return path;
  const folder = resolve(cwd, out);
  const runs = await listRunsBelow(folder);
  const byId = /^[0-9a-f]{3,12}$/.test(word) ? runs.filter((run) => basename(run).startsWith(word)) : [];
  const found = byId.length > 0 ? byId : await findNamed(word, runs);
  const [first, ...others] = found;
  if (!first) {
    const run = `and no run in ${folder} is called ${JSON.stringify(word)} (\`bcb runs\` lists them)`;
    throw fileError(path, `There is nothing at ${path}, ${run}.`);
  }
  // One run may lie in two folders; the outer one is meant.
  if (others.every((run) => basename(run) === basename(first))) return first;
  const ids = found.map((run) => basename(run)).join(', ');
  throw usageError(`${JSON.stringify(word)} may be ${ids}: type more of the id.`);
}

async function listRunsBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  return (await Promise.all([folder, ...below].map(listRunFolders))).flat();
}

async function findNamed(name: string, runs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of runs) {
    const log = await readRun(path).catch(() => undefined);
    if (log?.state.labels.name === name) found.push(path);
  }
  return found;
}
