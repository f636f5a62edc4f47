/** The two files the original's tools read: `…_eval_results.json` and `…_pass_at_k.json`. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { fileError } from '../error/bigcodebench-error.ts';
import { type Execution, upstreamStatusSchema } from '../schema/execution.ts';
import { buildProgram, type Split, type Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { readLines } from '../util/json-lines.ts';
import { isAbsent } from '../util/system-error.ts';
import { formatPythonJson, PythonFloat } from './python-json.ts';

export const evalEntrySchema = z.object({
  task_id: z.string(),
  /** The program as it ran, including the calibration prefix if there was one. */
  solution: z.string(),
  status: upstreamStatusSchema,
  /** Test name → traceback; `ALL` → what stopped the program before its tests finished. */
  details: z.record(z.string(), z.string()),
});

export type EvalEntry = z.infer<typeof evalEntrySchema>;

export const evalResultsSchema = z.object({
  /** `2024-12-25 02:52`. */
  date: z.string(),
  eval: z.record(z.string(), z.array(evalEntrySchema)),
});

/** As it is read: with which passes of EvalPlus are those of its base tests alone. */
export type EvalResults = z.infer<typeof readableSchema>;

export function buildEntry(verdict: Verdict, task: Pick<Task, 'codePrompt'>, calibrated: boolean): EvalEntry {
  const solution = buildProgram(task, verdict.solution, calibrated);
  return { task_id: verdict.taskId, solution, status: verdict.status, details: buildDetails(verdict) };
}

/** The text of `eval_results.json`, piece by piece: a large run is no string. A task's entries follow each other. */
export async function* formatEvalResults(date: string, entries: AsyncIterable<EvalEntry>): AsyncGenerator<string> {
  let taskId: string | undefined;
  yield `{\n  "date": ${formatPythonJson(date)},\n  "eval": {`;
  for await (const entry of entries) {
    if (entry.task_id === taskId) {
      yield ',';
    } else {
      yield `${taskId === undefined ? '' : '\n    ],'}\n    ${formatPythonJson(entry.task_id)}: [`;
      taskId = entry.task_id;
    }
    yield `\n      ${formatPythonJson(entry, { margin: '      ' })}`;
  }
  yield taskId === undefined ? '}\n}' : '\n    ]\n  }\n}';
}

/** The original's `details`: failures as they ran, then errors; each ends a line, as its `inspect` expects. */
export function buildDetails(run: Pick<Execution, 'status' | 'outcome' | 'reason' | 'tests'>): EvalEntry['details'] {
  const { status, outcome, reason, tests } = run;
  if (status === 'pass') return {};
  const failing = (['fail', 'error'] as const).flatMap((bad) => tests.filter((test) => test.outcome === bad));
  const details = Object.fromEntries(failing.map((test) => [test.name, endLine(test.message ?? test.outcome)]));
  const endedEarly = outcome !== 'fail' && outcome !== 'error';
  if (failing.length > 0 && !endedEarly) return details;
  const end = reason === undefined ? outcome : endedEarly ? `${outcome}: ${reason}` : reason;
  return { ...details, ALL: endLine(end) };
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

export interface PassAtKFile {
  /** In output order. */
  readonly passAtK: ReadonlyMap<number, number>;
  readonly model: string;
  readonly split: Split;
  readonly subset: string;
  readonly calibrated: boolean;
  /** Omitted if ground truth was not checked. */
  readonly gtPassRate: number | undefined;
  readonly failedTasks: readonly string[];
}

export const passAtKFileSchema = z
  .looseObject({
    model: z.string(),
    split: z.string(),
    subset: z.string(),
    calibrated: z.boolean(),
    gt_pass_rate: z.number().nullable(),
    failed_tasks: z.array(z.string()),
  })
  .describe('`pass@k` fields contain a share from 0 to 1 for each k that the samples allow');

export function formatPassAtK({ passAtK, gtPassRate, failedTasks, ...facts }: PassAtKFile): string {
  const { model, split, subset, calibrated } = facts;
  const scores = [...passAtK].map(([k, value]): [string, PythonFloat] => [`pass@${k}`, new PythonFloat(value)]);
  return formatPythonJson({
    ...Object.fromEntries(scores),
    model,
    split,
    subset,
    calibrated,
    gt_pass_rate: gtPassRate === undefined ? null : new PythonFloat(gtPassRate),
    failed_tasks: failedTasks,
  });
}

/** A sample in a results file of EvalPlus, told as the original does: it must pass the base tests, and the added ones if they ran. */
const evalPlusEntrySchema = evalEntrySchema
  .pick({ task_id: true, solution: true })
  .extend({ base_status: upstreamStatusSchema, plus_status: upstreamStatusSchema.nullish() })
  .transform(({ task_id, solution, base_status: base, plus_status: plus }) => {
    const ended = base === 'pass' ? (plus ?? 'pass') : base;
    const cause = `${ended} in the ${base === 'pass' ? 'added' : 'base'} tests`;
    const details = ended === 'pass' ? {} : { ALL: cause };
    return { task_id, solution, status: ended, details, isBaseOnly: ended === 'pass' && !plus };
  });

const readableSchema = evalResultsSchema.extend({
  eval: z.record(z.string(), z.array(z.union([evalEntrySchema, evalPlusEntrySchema]))),
});

/** Reads an `eval_results.json`, the original's, ours or EvalPlus's, gzipped or not. */
export async function readEvalResults(path: string): Promise<EvalResults> {
  try {
    const bytes = await readFile(path);
    const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return readableSchema.parse(JSON.parse(text));
  } catch (cause) {
    const what = isAbsent(cause) ? 'the file does not exist' : 'it is not an eval_results.json';
    throw fileError(path, `${path} cannot be read: ${what}.`, { cause });
  }
}

/** A task's line in a file as the original and we write it. */
const taskLine = /^ {4}"(?:[^"\\]|\\.)+": \[/;

/** How many tasks a results file has, whatever its size; 0 if there is none. */
export async function countTasks(path: string): Promise<number> {
  let count = 0;
  try {
    for await (const { text } of readLines(path)) if (taskLine.test(text)) count++;
    return count;
  } catch {
    // Absent, or no text: nothing in it can be lost.
    return 0;
  }
}
