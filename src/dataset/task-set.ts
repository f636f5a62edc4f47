import { createHash } from 'node:crypto';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { PackManifest } from '../schema/pack-manifest.ts';
import type { Task } from '../schema/task.ts';
import { FaultList } from '../util/fault-list.ts';
import type { LocatedRow } from './task-file.ts';
import { describeOrigin, parseTaskRow, type RowOrigin } from './task-row.ts';

/** Tasks that belong together, in source order. */
export interface TaskSet {
  /** `bigcodebench`, `bigcodebench-hard`, the pack's name, or the file's. */
  readonly name: string;
  /** The dataset's or pack's version; for a plain file, the beginning of its hash. */
  readonly version: string;
  readonly tasks: readonly Task[];
  /** SHA-256 of everything that affects prompts and verdicts, whatever format the tasks came in. */
  readonly hash: string;
  /** Present if the tasks came from a pack with a `manifest.json`. */
  readonly manifest?: PackManifest;
}

/** Turns rows into tasks; bad rows, duplicate ids, or no tasks at all, are an error. */
export async function parseTaskRows(rows: Iterable<LocatedRow> | AsyncIterable<LocatedRow>, source: string) {
  const tasks: Task[] = [];
  const faults = new FaultList();
  const origins = new Map<string, RowOrigin>();
  for await (const { row, origin, fault } of rows) {
    if (fault) faults.add(fault);
    const task = fault ? undefined : faults.attempt(() => parseNewTask(row, origin, origins));
    if (task === undefined) continue;
    origins.set(task.id, origin);
    tasks.push(task);
  }
  faults.throwIfAny((count) => `${source} has ${count} rows that are not tasks:`);
  if (tasks.length === 0) {
    throw new BigCodeBenchError('DATASET', `${source} contains no tasks.`, { data: { file: source } });
  }
  return tasks;
}

function parseNewTask(row: unknown, origin: RowOrigin, origins: ReadonlyMap<string, RowOrigin>): Task {
  const task = parseTaskRow(row, origin);
  const earlier = origins.get(task.id);
  if (!earlier) return task;
  const sentence = `${describeOrigin(origin)}: task ${task.id} is also at ${describeOrigin(earlier)}; ids must differ.`;
  throw new BigCodeBenchError('DATASET', sentence, { data: { ...origin, taskId: task.id } });
}

/** SHA-256 of tasks and their order; the same for the same tasks from JSONL, parquet or folders. */
export function hashTasks(tasks: readonly Task[]): string {
  const hash = createHash('sha256');
  for (const task of tasks) {
    const { id, completePrompt, instructPrompt, codePrompt, canonicalSolution, test, entryPoint, libs } = task;
    const fields = [id, completePrompt, instructPrompt, codePrompt, canonicalSolution, test, entryPoint, ...libs];
    // Lengths separate the fields; `JSON.stringify` would too, at four times the cost.
    hash.update(fields.map((field) => `${field.length}:${field}`).join(''));
    hash.update(';');
  }
  return hash.digest('hex');
}
