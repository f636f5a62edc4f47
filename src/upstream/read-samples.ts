import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { BigCodeBenchError, fileError } from '../error/bigcodebench-error.ts';
import { withoutUndefined } from '../schema/optional.ts';
import { FaultList } from '../util/fault-list.ts';
import { describeArray, looksLikeArray, readLines } from '../util/json-lines.ts';
import { isAbsent } from '../util/system-error.ts';

/** One answer in a samples file: `solution`, a whole program, or `completion`, which continues the prompt. */
export interface SampleRecord {
  readonly taskId: string;
  /** Numbers the samples of one task from 0, in file order. */
  readonly index: number;
  readonly solution?: string;
  readonly completion?: string;
  /** The answer before extraction, if the file has it (`raw_solution`). */
  readonly rawText?: string;
  /** All other fields of the line, unchanged. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** `FILE:LINE`, or the file, for messages. */
  readonly origin: string;
}

const linesAtOnce = 256;

const lineSchema = z.looseObject({
  task_id: z.string().min(1),
  solution: z.string().nullish(),
  completion: z.string().nullish(),
  raw_solution: z.string().nullish(),
  _identifier: z.string().optional(),
});

export interface ReadSamplesOptions {
  /** Called for a line that is not a sample; reading then continues. Without it, such a line is an error. */
  readonly onBadLine?: (error: BigCodeBenchError) => void;
  /** False, as with `onBadLine`: a line with only `raw_solution`, or with a null for an answer, is a sample too. */
  readonly needsCode?: boolean;
  /** A longer line is an error. */
  readonly maxLineBytes?: number;
}

/** Reads samples as the original does: JSON Lines, also gzipped, or a folder of `BigCodeBench_17/0.py` files. */
export async function* readSamples(path: string, options: ReadSamplesOptions = {}): AsyncGenerator<SampleRecord> {
  const found = await stat(path).catch((cause: unknown) => {
    throw badInput(path, isAbsent(cause) ? 'no such file or folder' : String(cause), cause);
  });
  const counts = new Map<string, number>();
  let isEmpty = true;
  for await (const record of found.isDirectory() ? readFolder(path) : readFileLines(path, options)) {
    const index = counts.get(record.taskId) ?? 0;
    counts.set(record.taskId, index + 1);
    isEmpty = false;
    yield { ...record, index };
  }
  if (isEmpty) throw badInput(path, 'it contains no samples');
}

/** The raw answers of a samples file, by `rawKey`. */
export async function readRawTexts(path: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { taskId, index, rawText } of readSamples(path)) {
    if (rawText !== undefined) texts.set(rawKey(taskId, index), rawText);
  }
  return texts;
}

export function rawKey(taskId: string, index: number): string {
  return `${taskId}\0${index}`;
}

type Uncounted = Omit<SampleRecord, 'index'>;

async function* readFileLines(path: string, options: ReadSamplesOptions): AsyncGenerator<Uncounted> {
  const { onBadLine, needsCode = onBadLine === undefined, ...bounds } = options;
  const faults = new FaultList();
  const identifiers = new Map<string, string>();
  try {
    for await (const { number, text } of readLines(path, bounds)) {
      // A piece of a file may hold thousands of lines: what else waits, such as requests to a server, goes on meanwhile.
      if (number % linesAtOnce === 0) await nextTurn();
      if (number === 1 && looksLikeArray(text)) throw fileError(path, `${path} ${describeArray(path)}.`);
      const origin = `${path}:${number}`;
      const record = faults.attempt(() => {
        const parsed = parseLine(text, origin, needsCode);
        return onBadLine ? parsed : checkIdentifier(parsed, identifiers);
      }, onBadLine);
      if (record !== undefined) yield record;
    }
  } catch (cause) {
    // zlib's own errors, and system errors about the file.
    if (cause instanceof Error && 'code' in cause && !(cause instanceof BigCodeBenchError)) {
      throw badInput(path, cause.message, cause);
    }
    throw cause;
  }
  faults.throwIfAny((count) => `${path} has ${count} lines that cannot be used as samples:`);
}

function checkIdentifier(record: Uncounted, identifiers: Map<string, string>): Uncounted {
  const identifier = record.extra._identifier;
  if (typeof identifier !== 'string') return record;
  const earlier = identifiers.get(identifier);
  if (earlier) throw badInput(record.origin, `_identifier ${JSON.stringify(identifier)} is also at ${earlier}`);
  identifiers.set(identifier, record.origin);
  return record;
}

/** Turns one line of a samples file into a record; `origin` names the line in errors. */
function parseLine(text: string, origin: string, needsCode: boolean): Uncounted {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badInput(origin, 'it is not JSON', cause);
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) throw badInput(origin, describeIssue(parsed.error), parsed.error);
  const { task_id: taskId, solution, completion, raw_solution: rawText, ...extra } = parsed.data;
  const isNull = solution === null || completion === null;
  const hasAnswer = isNull || rawText !== undefined;
  const texts = { solution: solution ?? undefined, completion: completion ?? undefined, rawText: rawText ?? undefined };
  if (texts.solution === undefined && texts.completion === undefined && (needsCode || !hasAnswer)) {
    throw badInput(origin, describeMissing(isNull, texts.rawText !== undefined));
  }
  return { taskId, ...withoutUndefined(texts), extra, origin };
}

function describeMissing(isNull: boolean, isRaw: boolean): string {
  if (isRaw) return 'it is a raw answer without a solution; extract the code with `bcb sanitize --samples FILE`';
  return `its solution is ${isNull ? 'null' : 'missing'}; use "" for an answer without code`;
}

async function* readFolder(path: string): AsyncGenerator<Uncounted> {
  const folders = (await readdir(path, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const { name } of folders.sort((a, b) => compareNumbers(a.name, b.name))) {
    const split = name.lastIndexOf('_');
    if (split <= 0) continue;
    const taskId = `${name.slice(0, split)}/${name.slice(split + 1)}`;
    const files = (await readdir(join(path, name))).filter((file) => file.endsWith('.py')).sort(compareNumbers);
    for (const file of files) {
      const origin = join(path, name, file);
      yield { taskId, solution: decode(await readFile(origin), origin), extra: {}, origin };
    }
  }
}

function decode(bytes: Uint8Array, origin: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw badInput(origin, 'it is not valid UTF-8', cause);
  }
}

const collator = new Intl.Collator('en', { numeric: true });

function compareNumbers(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : 1);
}

function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const field = issue?.path.join('.');
  return `${field ? `"${field}": ` : ''}${issue?.message ?? 'it is not a sample'}`;
}

function badInput(origin: string, what: string, cause?: unknown): BigCodeBenchError {
  return fileError(origin, `${origin} cannot be used as samples: ${what}.`, { cause });
}
