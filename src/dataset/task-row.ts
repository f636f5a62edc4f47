/** The border where rows from datasets, files and packs become tasks. */
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { domainSchema, type Task } from '../schema/task.ts';
import { isRecord } from '../util/is-record.ts';
import { parseJson } from '../util/parse-json.ts';
import { deriveCodePrompt } from './code-prompt.ts';
import { isHardId, listDomains } from './public-tasks.ts';

export interface RowOrigin {
  readonly file: string;
  /** Line of a text file, from 1. */
  readonly line?: number;
  /** Row of a parquet file, from 1. */
  readonly row?: number;
}

const text = z.string('must be text');
const filledText = text.min(1, 'must not be empty');
const docStructSchema = z.record(z.string(), z.unknown());

const libsText = z.string().transform((literal, context) => parsePythonStringList(literal) ?? refuse(context));
const libsSchema = z.union([z.array(z.string()), libsText], {
  error: "must be a list of strings, such as \"['os', 're']\"",
});

const docStructColumnSchema = z.union([docStructSchema, z.string().transform(parseDocStruct)], {
  error: 'must be a JSON object',
});

function parseDocStruct(json: string, context: z.RefinementCtx): Record<string, unknown> {
  if (json.trim() === '') return {};
  return docStructSchema.safeParse(parseJson(json)).data ?? refuse(context);
}

/** The union around it has the user-facing message. */
function refuse(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom' });
  return z.NEVER;
}

/**
 * A row as in the dataset. Columns a source may lack: `code_prompt` is derived from the complete prompt,
 * `entry_point` is `task_func`, `doc_struct` and `libs` are empty, `domains` follow from the libraries.
 */
const taskRowSchema = z.object({
  task_id: filledText,
  complete_prompt: filledText,
  instruct_prompt: text,
  canonical_solution: text,
  code_prompt: text.nullish(),
  test: filledText,
  entry_point: text.nullish(),
  doc_struct: docStructColumnSchema.nullish(),
  libs: libsSchema.nullish(),
  domains: z.array(z.enum(domainSchema.options, `must be one of ${domainSchema.options.join(', ')}`)).nullish(),
});

const requiredColumns = ['task_id', 'complete_prompt', 'instruct_prompt', 'canonical_solution', 'test'] as const;

/** The first pre-releases called the complete prompt `prompt`. */
const olderNames: Readonly<Record<string, (typeof requiredColumns)[number]>> = { prompt: 'complete_prompt' };

export const readColumns: readonly string[] = [...Object.keys(taskRowSchema.shape), ...Object.keys(olderNames)];

export function findMissingColumns(columns: readonly string[]): string[] {
  const present = new Set(columns.map((column) => olderNames[column] ?? column));
  return requiredColumns.filter((column) => !present.has(column));
}

interface RowFault {
  readonly taskId?: string | undefined;
  /** The column, and the path to the part that is wrong; empty if the row is not an object. */
  readonly field: string;
  /** `field "test" is missing` */
  readonly problem: string;
}

/** Turns a row from any source into a task, or says what is wrong with it. */
export function safeParseTaskRow(row: unknown): { readonly task: Task } | { readonly fault: RowFault } {
  const parsed = taskRowSchema.safeParse(withCurrentNames(row));
  if (!parsed.success) return { fault: explainRow(row, parsed.error) };
  const { data } = parsed;
  const { task_id: id, complete_prompt: completePrompt, instruct_prompt: instructPrompt, test } = data;
  const entryPoint = data.entry_point ?? 'task_func';
  const libs = data.libs ?? [];
  const task: Task = {
    id,
    completePrompt,
    instructPrompt,
    codePrompt: data.code_prompt ?? deriveCodePrompt(completePrompt, entryPoint),
    canonicalSolution: data.canonical_solution,
    test,
    entryPoint,
    docStruct: data.doc_struct ?? {},
    libs,
    domains: [...new Set(data.domains ?? listDomains(libs))],
    hard: isHardId(id),
  };
  return { task };
}

/** Turns a row from any source into a task; an error names file, line, task and field. */
export function parseTaskRow(row: unknown, origin: RowOrigin): Task {
  const parsed = safeParseTaskRow(row);
  if ('task' in parsed) return parsed.task;
  const { taskId, problem } = parsed.fault;
  const sentence = `${describeOrigin(origin)}: ${taskId ? `task ${taskId}: ` : ''}${problem}.`;
  throw new BigCodeBenchError('DATASET', sentence, { data: { ...origin, ...parsed.fault } });
}

/** A task's row, with the dataset's names. */
export function buildTaskRow(task: Task) {
  return {
    task_id: task.id,
    complete_prompt: task.completePrompt,
    instruct_prompt: task.instructPrompt,
    canonical_solution: task.canonicalSolution,
    code_prompt: task.codePrompt,
    test: task.test,
    entry_point: task.entryPoint,
    doc_struct: task.docStruct,
    libs: task.libs,
    domains: task.domains,
  };
}

function withCurrentNames(row: unknown): unknown {
  if (!isRecord(row)) return row;
  const renamed = Object.entries(olderNames).flatMap(([older, name]) => (older in row ? [[name, row[older]]] : []));
  return { ...Object.fromEntries(renamed), ...row };
}

function explainRow(row: unknown, error: z.ZodError): RowFault {
  if (!isRecord(row)) return { field: '', problem: 'is not a JSON object' };
  const issue = error.issues[0];
  const field = issue?.path.join('.') ?? '';
  const isMissing = issue?.path.length === 1 && !(field in row);
  return {
    taskId: typeof row.task_id === 'string' ? row.task_id : undefined,
    field,
    problem: `field ${JSON.stringify(field)} ${isMissing ? 'is missing' : (issue?.message ?? 'is not valid')}`,
  };
}

/** `tasks.jsonl:12`, or `tasks.parquet, row 12`. */
export function describeOrigin({ file, line, row }: RowOrigin): string {
  if (line !== undefined) return `${file}:${line}`;
  return row === undefined ? file : `${file}, row ${row}`;
}

/** Parses a Python list literal of strings such as `['random', "it's"]`; undefined for anything else. */
export function parsePythonStringList(literal: string): string[] | undefined {
  const items: string[] = [];
  let rest = /^\[(.*)\]$/s.exec(literal.trim())?.[1]?.trim();
  while (rest) {
    const [whole, single, double] = /^(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*(?:,\s*|$)/.exec(rest) ?? [];
    const item = unescapeText(single ?? double ?? '');
    if (whole === undefined || item === undefined) return undefined;
    items.push(item);
    rest = rest.slice(whole.length);
  }
  return rest === undefined ? undefined : items;
}

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** What `repr` of a string may contain; undefined for any other escape. */
function unescapeText(text: string): string | undefined {
  let isValid = true;
  const plain = text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gi,
    (_, hex2?: string, hex4?: string, hex8?: string, letter?: string) => {
      const code = Number.parseInt(hex2 ?? hex4 ?? hex8 ?? '', 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      const simple = simpleEscapes[letter ?? ''];
      if (simple === undefined) isValid = false;
      return simple ?? '';
    },
  );
  return isValid ? plain : undefined;
}
