import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import {
  type RawLine,
  rawLineSchema,
  type Submission,
  type SubmittedRun,
  submissionSchema,
} from '../../schema/submission.ts';
import { readLines } from '../../util/json-lines.ts';
import { errorCodeOf } from '../../util/system-error.ts';

/** A bundle on disk. Nothing in it is believed before it is checked. */
export interface Bundle {
  readonly path: string;
  readonly submission: Submission;
  /** Paths of all files in it, sorted, relative. */
  readonly files: readonly string[];
  /** Where a file of the bundle is; what its description names but it does not hold is an error. */
  locate(file: string): string;
}

export async function openBundle(path: string): Promise<Bundle> {
  const file = join(path, 'submission.json');
  let submission: Submission;
  try {
    submission = submissionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new BigCodeBenchError('BAD_INPUT', `${file} cannot be read: ${explain(cause)}.`, { cause, data: { file } });
  }
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  return { path, submission, files, locate: (name) => locateListed(path, files, name) };
}

/** Only what lies in the bundle is read, whatever its own description says. */
function locateListed(path: string, files: readonly string[], name: string): string {
  if (files.includes(name)) return join(path, name);
  throw new BigCodeBenchError('BAD_INPUT', `${path} has no ${name}, which its submission.json names.`);
}

const sampleLineSchema = z.looseObject({ task_id: z.string(), solution: z.string() });

export type SampleLine = z.infer<typeof sampleLineSchema>;

export function readSampleLines(bundle: Bundle, run: SubmittedRun): Promise<SampleLine[]> {
  return readJsonLines(bundle, run.files.samples, sampleLineSchema);
}

export function readRawLines(bundle: Bundle, run: SubmittedRun): Promise<RawLine[]> {
  return readJsonLines(bundle, run.files.raw, rawLineSchema);
}

async function readJsonLines<Line>(bundle: Bundle, file: string, schema: z.ZodType<Line>): Promise<Line[]> {
  const path = bundle.locate(file);
  const lines: Line[] = [];
  for await (const { number, text } of readLines(path)) {
    try {
      lines.push(schema.parse(JSON.parse(text)));
    } catch (cause) {
      throw new BigCodeBenchError('BAD_INPUT', `${path}:${number} is not a line of a bundle.`, { cause });
    }
  }
  return lines;
}

function explain(cause: unknown): string {
  if (errorCodeOf(cause) === 'ENOENT') return 'there is no such file, so this is no bundle';
  if (!(cause instanceof z.ZodError)) return 'it is not JSON';
  const [issue] = cause.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a submission'}`;
}
