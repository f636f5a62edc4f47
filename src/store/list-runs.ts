import { basename, dirname, join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { RunRecord } from '../schema/run-record.ts';
import { readRecord } from './read-run.ts';
import { listRunFolders, readManifest } from './run-folder.ts';
import { readSweep } from './sweep-journal.ts';

export interface ListedRun {
  readonly path: string;
  readonly record: RunRecord;
}

export interface ListRunsOptions {
  /** Told of each run that cannot be read, such as one of an older version; the others are listed. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
}

/**
 * The evaluations of a sweep (`runs/r-…`), of an output folder, or the one that is named (`runs/e-…`). Like `readRun`,
 * it locks and writes nothing.
 */
export async function listRuns(path: string, { onWarning }: ListRunsOptions = {}): Promise<ListedRun[]> {
  const folder = resolve(path);
  const manifest = await readManifest(folder);
  // What is named itself must be readable.
  if (manifest && !manifest.id.startsWith('r-')) {
    return [{ path: folder, record: (await readRecord(folder)).record }];
  }
  const paths = manifest
    ? (await readSweep(folder)).map((id) => join(dirname(folder), id))
    : await listEvaluations(folder);
  const listed: ListedRun[] = [];
  for (const each of paths) {
    try {
      listed.push({ path: each, record: (await readRecord(each)).record });
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      onWarning?.(error.message);
    }
  }
  return listed;
}

async function listEvaluations(folder: string): Promise<string[]> {
  const outDir = basename(folder) === 'runs' ? dirname(folder) : folder;
  const names = await listRunFolders(outDir, 'e');
  if (names.length > 0) return names.map((name) => join(outDir, 'runs', name));
  throw new BigCodeBenchError('BAD_INPUT', `There is no run in ${folder}: name a run's folder or what --out was.`);
}
