import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import { upstreamStatusSchema } from '../../schema/execution.ts';
import { rawLineSchema, type Submission, type SubmittedRun, submissionSchema } from '../../schema/submission.ts';
import { withStoreErrors } from '../../store/store-error.ts';
import { readEvalResults } from '../../upstream/eval-results.ts';
import { readLines } from '../../util/json-lines.ts';
import { requireRegularFile } from '../../util/regular-file.ts';
import { errorCodeOf } from '../../util/system-error.ts';

export type Bundle = Awaited<ReturnType<typeof openBundle>>;

/** Opens a bundle on disk. Nothing in it is believed before it is checked. */
export async function openBundle(path: string) {
  const files = await listFiles(path);
  const file = join(path, 'submission.json');
  let submission: Submission;
  try {
    submission = submissionSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw fileError(file, `${file} cannot be read: ${explain(cause)}.`, { cause });
  }
  /** Where a file of the bundle is; what its description names but it does not hold is an error. */
  const locate = (name: string) => {
    // Only what lies in the bundle is read, whatever its own description says.
    if (files.includes(name)) return join(path, name);
    throw fileError(path, `${path} has no ${name}, which its submission.json names.`);
  };
  return { submission, files, locate };
}

/** All files, none of which may lead out of the bundle or keep its reader waiting. */
async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) await requireRegularFile(file);
  return files.map((file) => relative(path, file).split(sep).join('/')).sort();
}

const maxLineBytes = 64 << 20;

const sampleLineSchema = z.looseObject({ task_id: z.string(), solution: z.string() });

/** What checking a bundle needs of a verdict; `chance_runs` is set if other seeds gave another one. */
const verdictRowSchema = z.object({
  task_id: z.string(),
  status: upstreamStatusSchema,
  outcome: z.string(),
  chance_runs: z.number().nullish(),
});

export async function readBundleFiles({ locate }: Bundle, { files }: SubmittedRun) {
  return {
    samples: await readJsonLines(locate(files.samples), sampleLineSchema),
    raw: await readJsonLines(locate(files.raw), rawLineSchema),
    results: await readEvalResults(locate(files.eval_results)),
    verdicts: await readVerdictRows(locate(files.verdicts)),
  };
}

async function readJsonLines<Line>(path: string, schema: z.ZodType<Line>): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const { number, text } of readLines(path, { maxLineBytes })) {
    try {
      lines.push(schema.parse(JSON.parse(text)));
    } catch (cause) {
      throw fileError(path, `${path}:${number} is not a line of a bundle.`, { cause });
    }
  }
  return lines;
}

async function readVerdictRows(path: string) {
  const [{ parquetReadObjects }, { compressors }, bytes] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
    withStoreErrors(path, () => readFile(path)),
  ]);
  try {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const columns = Object.keys(verdictRowSchema.shape);
    return z.array(verdictRowSchema).parse(await parquetReadObjects({ file, compressors, columns }));
  } catch (cause) {
    throw fileError(path, `${path} is not a table of verdicts, or is damaged.`, { code: 'STORE', cause });
  }
}

function explain(cause: unknown): string {
  if (errorCodeOf(cause) === 'ENOENT') return 'there is no such file, so this is no bundle';
  if (!(cause instanceof z.ZodError)) return 'it is not JSON';
  const [issue] = cause.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a submission'}`;
}
