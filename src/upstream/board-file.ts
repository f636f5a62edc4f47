/** `results.json` and `results-hard.json`: what the original's site shows, model by model. */
import { z } from 'zod';
import { fileError } from '../error/bigcodebench-error.ts';
import { type Fault, findRepeated, readInputFile } from './input-file.ts';
import { formatPythonJson, PythonFloat } from './python-json.ts';

/** An entry of the original's `model_info`. */
export const modelInfoSchema = z.object({
  name: z.string().min(1),
  link: z.string(),
  /** A chat model; a base model completes the prompt instead. */
  prompted: z.boolean(),
  moe: z.boolean(),
  /** Billions of parameters, and of those that are active at once. */
  size: z.number().positive().nullable(),
  act_param: z.number().positive().nullable(),
  'open-data': z.enum(['Full', 'Partial', 'None']),
  /** Whether the beginning of the answer was given. */
  prefill: z.boolean(),
  /** `YYYY-MM-DD`. */
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
});

export type ModelInfo = z.infer<typeof modelInfoSchema>;

/** The same while it is collected from several places: any field may be missing. */
export const knownModelInfoSchema = modelInfoSchema.partial();

export type KnownModelInfo = z.infer<typeof knownModelInfoSchema>;

const percent = z.number().min(0).max(100).nullable();

/** Older files lack some fields and have others that mean nothing any more. */
const publishedEntrySchema = z.looseObject({
  link: z.string(),
  'open-data': z.string(),
  'pass@1': z.object({ instruct: percent, complete: percent }),
  prompted: z.boolean(),
  moe: z.boolean().optional(),
  size: z.number().nullable(),
  act_param: z.number().nullable().optional(),
  date: z.string().optional(),
  prefill: z.boolean().optional(),
  elo_mle: z.number().nullable().optional(),
});

export type PublishedEntry = z.infer<typeof publishedEntrySchema>;

export async function readBoardFile(path: string): Promise<ReadonlyMap<string, PublishedEntry>> {
  return parseBoard(await readInputFile(path, fault), path);
}

export function parseBoard(text: string, origin: string): ReadonlyMap<string, PublishedEntry> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fault(origin, 'it is not JSON', cause);
  }
  // JSON keeps the last of two equal keys in silence; models are the keys one level in.
  const keys = [...text.matchAll(/^ {4}("(?:[^"\\]|\\.)*"): \{$/gm)].map(([, key]) => key ?? '');
  const twice = findRepeated(keys);
  if (twice !== undefined) throw fault(origin, `model ${twice} appears twice`);
  const parsed = z.record(z.string(), publishedEntrySchema).safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw fault(origin, `${issue?.path.join(' → ') ?? ''}: ${issue?.message ?? 'not a board'}`, parsed.error);
  }
  if (Object.keys(parsed.data).length === 0) throw fault(origin, 'it contains no models');
  return new Map(Object.entries(parsed.data));
}

export interface BoardEntry {
  readonly info: ModelInfo;
  /** Shares from 0 to 1. */
  readonly complete: number | undefined;
  readonly instruct: number | undefined;
}

/** The text of `results.json`. A complete score of exactly 0 is written as null, since the original takes it for absent. */
export function formatBoard(entries: readonly BoardEntry[]): string {
  const board = entries.map(({ info, complete, instruct }): [string, unknown] => [
    info.name,
    {
      link: info.link,
      'open-data': info['open-data'],
      'pass@1': { instruct: toScore(instruct), complete: toScore(complete || undefined) },
      prompted: info.prompted,
      moe: info.moe,
      size: info.size,
      act_param: info.act_param,
      date: info.date,
      prefill: info.prefill,
    },
  ]);
  return formatPythonJson(Object.fromEntries(board), { indent: 4 });
}

function toScore(share: number | undefined): PythonFloat | null {
  return share === undefined ? null : new PythonFloat(roundPercent(share));
}

/** `round(100 · share, 1)` as numpy does it: to the nearest tenth, halves to even. */
export function roundPercent(share: number): number {
  const tenths = 100 * share * 10;
  const below = Math.floor(tenths);
  const rest = tenths - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
  return rounded / 10;
}

/** The entry of a model for the `model_info` of the original's `analysis/utils.py`. */
export function formatModelInfo(prefix: string, info: ModelInfo): string {
  const lines = modelInfoSchema.keyof().options.map((key) => `        "${key}": ${toPython(info[key])},\n`);
  return `    ${toPython(prefix)}: {\n${lines.join('')}    },\n`;
}

/** A JSON string or number is a Python literal, too. */
function toPython(value: string | number | boolean | null): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

const fault: Fault = (origin, what, cause) =>
  fileError(origin, `${origin} cannot be read as a published board: ${what}.`, { cause });
