import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type PackManifest, packManifestSchema } from '../schema/pack-manifest.ts';
import type { Task } from '../schema/task.ts';
import { isRecord } from '../util/is-record.ts';
import type { OutputFile } from '../util/output-file.ts';
import { fileFault, type LocatedRow, parseRowJson } from './task-file.ts';
import { buildTaskRow } from './task-row.ts';

/** Which file of a task folder contains which column; the rest is in `task.json`. */
export const columnFiles = {
  complete_prompt: 'prompt.py',
  canonical_solution: 'solution.py',
  test: 'test.py',
} as const;

/** Task folders of a pack, in natural order (`2` before `10`); a single task folder is a pack of one. */
export async function listTaskFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true });
  if (entries.some(({ name }) => name === 'task.json')) return [path];
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const { compare } = new Intl.Collator('en', { numeric: true });
  return folders.map(({ name }) => join(path, name)).sort(compare);
}

export async function* readTaskFolders(path: string, signal?: AbortSignal): AsyncGenerator<LocatedRow> {
  for (const folder of await listTaskFolders(path)) {
    signal?.throwIfAborted();
    yield readTaskFolder(folder);
  }
}

export async function readTaskFolder(folder: string): Promise<LocatedRow> {
  const file = join(folder, 'task.json');
  const [facts, ...columns] = await Promise.all([
    readText(file).then((text) => parseJsonObject(text, file)),
    ...Object.entries(columnFiles).map(async ([column, name]) => [column, await readText(join(folder, name))] as const),
  ]);
  return { row: { ...facts, ...Object.fromEntries(columns) }, origin: { file } };
}

export function buildTaskFolder(task: Task): OutputFile<string>[] {
  const row: Readonly<Record<string, unknown>> = buildTaskRow(task);
  const facts = Object.entries(row).filter(([column]) => !Object.hasOwn(columnFiles, column));
  return [
    { path: 'task.json', content: `${JSON.stringify(Object.fromEntries(facts), null, 2)}\n` },
    ...Object.entries(columnFiles).map(([column, path]) => ({ path, content: String(row[column]) })),
  ];
}

/** A pack's `manifest.json`; undefined if it has none. */
export async function loadPackManifest(path: string): Promise<PackManifest | undefined> {
  const file = join(path, 'manifest.json');
  if (!(await readdir(path)).includes('manifest.json')) return undefined;
  const text = await readText(file);
  const parsed = packManifestSchema.safeParse(parseJsonObject(text, file));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const [key] = issue?.path ?? [];
  const problem = `${issue?.path.length ? `field ${JSON.stringify(issue.path.join('.'))}: ` : ''}${issue?.message}`;
  const line = key === undefined ? 1 : findKeyLine(text, String(key));
  throw new BigCodeBenchError('DATASET', `${file}:${line}: ${problem}.`, { data: { file, line, problem } });
}

/** The line, from 1, that has this key in conventionally formatted JSON. */
export function findKeyLine(json: string, key: string): number {
  const at = json.split('\n').findIndex((line) => line.includes(`${JSON.stringify(key)}:`));
  return at < 0 ? 1 : at + 1;
}

function parseJsonObject(text: string, file: string): Record<string, unknown> {
  const value = parseRowJson(text, { file, line: 1 });
  if (isRecord(value)) return value;
  throw fileFault({ file }, 'is not a JSON object');
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw fileFault({ file }, 'is missing', cause);
  }
}
