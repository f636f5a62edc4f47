/** Reads a pack for linting: unlike loading, it continues after a faulty task and knows where each part is. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Task } from '../../schema/task.ts';
import {
  columnFiles,
  findKeyLine,
  type LocatedRow,
  listTaskFolders,
  readTaskFile,
  readTaskFolder,
} from '../task-file.ts';
import { safeParseTaskRow } from '../task-row.ts';

/** Something the pack's author should look at. Errors fail the lint; warnings do not. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly rule:
    | ('manifest' | 'schema' | 'id' | 'syntax' | 'entry-point' | 'tests' | 'repeated-test' | 'library' | 'domain')
    | ('ground-truth' | 'empty-body' | 'wrong-solution' | 'audit');
  readonly message: string;
  readonly taskId?: string;
}

/** `tasks/003/test.py:12: repeated-test: …` */
export function formatFinding({ severity, file, line, rule, message }: Finding): string {
  return `${file}:${line}: ${severity === 'warning' ? 'warning: ' : ''}${rule}: ${message}`;
}

export type Location = Pick<Finding, 'file' | 'line'>;

/** The parts of a task that have their own lines. */
type TaskPart = 'prompt' | 'solution' | 'test' | 'wrong';

export interface LintTask {
  readonly task: Task;
  /** Keys of `task.json`. */
  readonly keys: readonly string[];
  /** The body of a wrong solution that must fail, if the pack has one. */
  readonly wrongSolution?: string | undefined;
  /** A line of a part; in a file of rows, the row's own line. */
  readonly locate: (part: TaskPart, line?: number) => Location;
  /** Where a column that is not a part is. */
  readonly locateKey: (key: string) => Location;
}

/** The tasks of a folder or file, and the findings that kept others from being read. */
export async function* readLintTasks(path: string): AsyncGenerator<LintTask | Finding> {
  if ((await stat(path)).isDirectory()) {
    for (const folder of await listTaskFolders(path)) yield await readFolder(folder);
    return;
  }
  try {
    for await (const located of readTaskFile(path)) {
      yield located.fault ? toFinding(located.fault, path) : readRow(located);
    }
  } catch (error) {
    yield toFinding(error, path);
  }
}

async function readFolder(folder: string): Promise<LintTask | Finding> {
  const file = join(folder, 'task.json');
  const files: Record<TaskPart, string> = {
    prompt: join(folder, columnFiles.complete_prompt),
    solution: join(folder, columnFiles.canonical_solution),
    test: join(folder, columnFiles.test),
    wrong: join(folder, 'wrong.py'),
  };
  for (const needed of [file, files.prompt, files.solution, files.test]) {
    if (!(await stat(needed).catch(() => undefined))?.isFile()) return schemaFinding({ file: needed }, 'is missing');
  }
  const read = await readTaskFolder(folder).catch((error: unknown) => toFinding(error, file));
  if ('severity' in read) return read;
  const { row } = read;
  const text = await readFile(file, 'utf8');
  const locateKey = (key: string): Location => ({ file, line: findKeyLine(text, key) });
  const parsed = safeParseTaskRow(row);
  if ('fault' in parsed) {
    const [key = ''] = parsed.fault.field.split('.');
    const column = Object.keys(columnFiles).find((name): name is keyof typeof columnFiles => name === key);
    return schemaFinding(column ? { file: join(folder, columnFiles[column]) } : locateKey(key), parsed.fault.problem);
  }
  const wrongSolution = await readFile(files.wrong, 'utf8').catch(() => undefined);
  const locate = (part: TaskPart, line = 1) => ({ file: files[part], line });
  return { task: parsed.task, keys: Object.keys(JSON.parse(text)), wrongSolution, locate, locateKey };
}

function readRow({ row, origin: { file, line, row: rowNumber } }: LocatedRow): LintTask | Finding {
  const location = { file, line: line ?? rowNumber ?? 1 };
  const parsed = safeParseTaskRow(row);
  if ('fault' in parsed) return schemaFinding(location, parsed.fault.problem);
  return { task: parsed.task, keys: [], locate: () => location, locateKey: () => location };
}

/** A file that cannot be read is a finding; any other error is rethrown. */
export function toFinding(error: unknown, file: string, rule: Finding['rule'] = 'schema'): Finding {
  if (!(error instanceof BigCodeBenchError)) throw error;
  const { line, problem } = error.data;
  const message = typeof problem === 'string' ? `${problem}.` : error.message;
  return { severity: 'error', file, line: typeof line === 'number' ? line : 1, rule, message };
}

export function schemaFinding({ file, line = 1 }: { file: string; line?: number }, problem: string): Finding {
  return { severity: 'error', file, line, rule: 'schema', message: `${problem}.` };
}
