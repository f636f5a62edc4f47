import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import type { Optional } from '../../schema/optional.ts';
import type { Usage } from '../../schema/sample.ts';
import { type Split, splitSchema } from '../../schema/task.ts';
import { groupBy } from '../../util/group-by.ts';
import { readLines } from '../../util/json-lines.ts';
import { requireRegularFile } from '../../util/regular-file.ts';
import { gatherTasks, type Result, sumKnown } from '../result.ts';

export interface ForeignSample {
  readonly model: string;
  readonly task: string | number;
  readonly split?: Split | undefined;
  /** 1 passes. Undefined or not a number: it was not judged, or something else failed than the answer. */
  readonly score: number | undefined;
  readonly cause: string;
  readonly usage?: Usage | undefined;
  readonly costUsd?: number | undefined;
  readonly texts?: (() => Promise<SampleTexts>) | undefined;
}

export type SampleTexts = Optional<Record<'solution' | 'answer', string>>;

/** What a reader finds in a log. What the log does not say is left out. */
export interface ForeignLog extends Pick<Result, 'parameters'> {
  readonly samples: readonly ForeignSample[];
  readonly split?: Split | undefined;
  readonly date?: string | undefined;
  /** Bare numbers are ids of the benchmark's tasks. */
  readonly isBenchmark?: boolean | undefined;
  readonly notes?: readonly string[] | undefined;
}

export type ForeignResult = NonNullable<ReturnType<typeof gatherResult>>;

export function gatherResults(path: string, log: ForeignLog): ForeignResult[] {
  const above = log.samples.find(({ score = 0 }) => score > 1 + rounding);
  if (above) {
    const why = `it has scores above 1, such as ${above.score}, and does not say which of them are right answers`;
    throw fileError(path, `${path} cannot be compared: ${why}.`);
  }
  const samples = log.samples.map((sample) => {
    return { ...sample, split: sample.split ?? log.split ?? nameTask(sample.task, log).split };
  });
  const groups = [...groupBy(samples, ({ model, split }) => `${model}\0${split}`).values()];
  const results = groups.flatMap((group) => gatherResult(path, log, group) ?? []);
  if (results.length === 0) throw fileError(path, `${path} cannot be compared: there is no verdict on any task in it.`);
  return results;
}

/** What sums of weighted scores are off by. */
const rounding = 1e-9;

/** The result that samples of one model and split give; undefined if none of them was judged. */
function gatherResult(path: string, log: ForeignLog, group: readonly ForeignSample[]) {
  const samples = group.flatMap((sample) => {
    const { score = Number.NaN } = sample;
    return Number.isNaN(score) ? [] : [{ ...sample, passed: score >= 1 - rounding }];
  });
  const [first] = samples;
  if (!first) return undefined;
  const left = group.length - samples.length;
  const { notes = [] } = log;
  const byTask = groupBy(samples, ({ task }) => nameTask(task, log).id);
  const gathered = [...byTask].flatMap(([taskId, ofTask]) =>
    ofTask.map(({ passed, cause }) => ({ taskId, status: passed ? ('pass' as const) : ('fail' as const), cause })),
  );
  const result: Result = {
    ...{ model: first.model, source: path, parameters: log.parameters, conditions: { split: first.split } },
    tasks: gatherTasks(gathered),
    costUsd: sumKnown(samples.map(({ costUsd }) => costUsd)) ?? undefined,
    usage: sumUsage(samples),
    notes: left === 0 ? notes : [...notes, `${path}: ${left} samples have no verdict and are left out.`],
  };
  return { result, samples: byTask, date: log.date ?? '' };
}

function sumUsage(samples: readonly ForeignSample[]): Usage | undefined {
  const sum = (key: keyof Usage) => sumKnown(samples.map(({ usage }) => usage?.[key])) ?? undefined;
  const [inputTokens, outputTokens] = [sum('inputTokens'), sum('outputTokens')];
  return inputTokens === undefined && outputTokens === undefined ? undefined : { inputTokens, outputTokens };
}

/** The benchmark's tasks have many names: `BigCodeBench/17`, `bigcodebench-complete-0017`, in its own logs `17`. */
function nameTask(name: string | number, { isBenchmark }: ForeignLog) {
  const [, set, split, number] =
    /^(bigcodebench[/_-])?(?:(complete|instruct)[/_-])?(\d{1,9})$/i.exec(String(name)) ?? [];
  if (number === undefined || !(isBenchmark || set)) return { id: String(name), split: undefined };
  return { id: `BigCodeBench/${Number(number)}`, split: splitSchema.safeParse(split?.toLowerCase()).data };
}

const mostBytes = 512 << 20;
const mostLineBytes = 64 << 20;

export const rowMetadataSchema = z.object({
  task_id: z.string().optional().catch(undefined),
  split: splitSchema.optional().catch(undefined),
});

/** The tokens of an answer, as most tools name them. */
export const usageSchema = z
  .object({ input_tokens: z.number(), output_tokens: z.number() })
  .transform(({ input_tokens: inputTokens, output_tokens: outputTokens }): Usage => ({ inputTokens, outputTokens }));

/** A JSON document of a tool; `what` says of which kind. */
export async function readDocument<Value>(path: string, schema: z.ZodType<Value>, what: string): Promise<Value> {
  await requireRegularFile(path, mostBytes);
  return parseDocument(await readFile(path, 'utf8'), schema, path, what);
}

export async function readRows<Value>(path: string, schema: z.ZodType<Value>, what: string): Promise<Value[]> {
  await requireRegularFile(path, mostBytes);
  const rows: Value[] = [];
  for await (const { number, text } of readLines(path, { maxLineBytes: mostLineBytes })) {
    rows.push(parseDocument(text, schema, `${path}:${number}`, what));
  }
  return rows;
}

export function parseDocument<Value>(text: string, schema: z.ZodType<Value>, path: string, what: string): Value {
  try {
    return schema.parse(parsePythonJson(text));
  } catch (cause) {
    const [issue] = cause instanceof z.ZodError ? cause.issues : [];
    const why = issue ? `${issue.path.join('.')}: ${issue.message}` : String(cause);
    throw fileError(path, `${path} cannot be read as ${what}: ${why}.`, { cause });
  }
}

/** Python writes NaN and Infinity into JSON, which knows neither. */
function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const known = text.replace(/"(?:[^"\\]|\\.?)*"?|NaN|-?Infinity/gs, (token) =>
      token.startsWith('"') ? token : 'null',
    );
    if (known === text) throw error;
    return JSON.parse(known);
  }
}
