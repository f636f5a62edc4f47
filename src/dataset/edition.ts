import { resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { pathExists } from '../util/path-exists.ts';
import { publishedIds } from './public-tasks.ts';
import type { TaskSet } from './task-set.ts';

/** What `--dataset-version` names: a version on the hub, or somebody's own copy of the tasks; and the hash it must have. */
export type Edition = Readonly<Partial<Record<'version' | 'path' | 'hash', string>>>;

/** `v0.1.4`, `mended.jsonl`, `v0.1.4@1f2e3d4c`. */
export async function findEdition(text: string, cwd: string): Promise<Edition> {
  const [, place = text, hash] = /^(.+)@([0-9a-fA-F]{6,64})$/.exec(text) ?? [];
  const pinned = hash === undefined ? {} : { hash: hash.toLowerCase() };
  const path = resolve(cwd, place);
  const looksLikePath = /[/\\]|\.(?:jsonl|jsonl\.gz|json|parquet)$/.test(place);
  const isPath = looksLikePath || (!/^v\d/.test(place) && (await pathExists(path)));
  return { ...(isPath ? { path } : { version: place }), ...pinned };
}

export function requireEdition(set: TaskSet, { path, version, hash }: Edition): TaskSet {
  const refuse = (sentence: string) => new BigCodeBenchError('DATASET', sentence, { data: { hash: set.hash } });
  if (hash !== undefined && !set.hash.startsWith(hash)) {
    throw refuse(`${path ?? version} is another edition: its hash is ${set.hash.slice(0, hash.length)}, not ${hash}.`);
  }
  const known = new Set(publishedIds);
  const other = path === undefined ? undefined : set.tasks.find(({ id }) => !known.has(id));
  if (!other) return set;
  throw refuse(`${path} is no edition of the dataset, which has no ${other.id}: use --subset for tasks of your own.`);
}
