import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type BigCodeBenchError, fileError } from '../error/bigcodebench-error.ts';
import { type Task, taskSchema } from '../schema/task.ts';
import { writeFileAtomic } from '../util/atomic-file.ts';
import { sha256 } from '../util/hash.ts';
import { readLines } from '../util/json-lines.ts';
import { pathExists } from '../util/path-exists.ts';
import { requireRegularFile } from '../util/regular-file.ts';
import { withStoreErrors } from './store-error.ts';

/**
 * Keeps tasks beside the runs that use them, once for the same tasks, so that a report can be made again without the
 * dataset. Returns where, seen from the folder of all runs.
 */
export async function keepTasks(runsFolder: string, tasks: readonly Task[]): Promise<string> {
  const text = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  const file = join('tasks', `${sha256(text).slice(0, 16)}.jsonl.gz`);
  const path = join(runsFolder, file);
  const write = async () => writeFileAtomic(path, await promisify(gzip)(text));
  if (!(await pathExists(path))) await withStoreErrors(path, write);
  return file;
}

/** The tasks with these ids, in this order. */
export async function readKeptTasks(path: string, ids: readonly string[]): Promise<Task[]> {
  const wanted = new Set(ids);
  const byId = new Map<string, Task>();
  await requireRegularFile(path);
  try {
    for await (const { text } of readLines(path)) {
      const task = taskSchema.parse(JSON.parse(text));
      if (wanted.has(task.id)) byId.set(task.id, task);
    }
  } catch (cause) {
    throw unreadable(path, cause);
  }
  const tasks = ids.flatMap((id) => byId.get(id) ?? []);
  if (tasks.length < ids.length) throw unreadable(path);
  return tasks;
}

function unreadable(path: string, cause?: unknown): BigCodeBenchError {
  const message = `The tasks of this run cannot be read from ${path}: rerun its command.`;
  return fileError(path, message, { code: 'STORE', cause });
}
