import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { type UpstreamStatus, upstreamStatusSchema } from '../schema/execution.ts';
import { isAbsent } from '../util/system-error.ts';
import { throwStoreError } from './store-error.ts';

const columnSchemas = {
  task_id: z.array(z.string()),
  status: z.array(upstreamStatusSchema),
  outcome: z.array(z.string()),
  reason: z.array(z.string().nullish()),
  first_message: z.array(z.string().nullish()),
  chance_runs: z.array(z.number().nullish()),
};

/** What comparing needs of a verdict. */
export interface VerdictSummary {
  readonly taskId: string;
  readonly status: UpstreamStatus;
  readonly outcome: string;
  /** Whether other seeds gave another verdict. */
  readonly isChance: boolean;
  /** The last line of the first failing test's message, or the reason. */
  readonly cause: () => string;
}

/**
 * The few columns of a `verdicts.parquet` that say who passed: of a run with many samples far less than its journal, and
 * never as objects, of which 100,000 would be a burden. Undefined if there is none.
 */
export async function readVerdictSummaries(path: string): Promise<Iterable<VerdictSummary> | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    return throwStoreError(error, path);
  });
  return bytes === undefined ? undefined : listSummaries(await readColumns(bytes, path));
}

type Columns = { readonly [Name in keyof typeof columnSchemas]: z.infer<(typeof columnSchemas)[Name]> };

async function readColumns(bytes: Buffer<ArrayBuffer>, path: string): Promise<Columns> {
  const [{ parquetRead }, { compressors }] = await Promise.all([import('hyparquet'), import('hyparquet-compressors')]);
  const names = Object.keys(columnSchemas);
  const columns = new Map(names.map((name) => [name, [] as unknown[]]));
  try {
    await parquetRead({
      file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
      compressors,
      columns: names,
      onChunk: ({ columnName, columnData, rowStart }) => {
        const column = columns.get(columnName);
        for (let at = 0; column && at < columnData.length; at++) column[rowStart + at] = columnData[at];
      },
    });
    return z.object(columnSchemas).parse(Object.fromEntries(columns));
  } catch (cause) {
    throw new BigCodeBenchError('STORE', `${path} is not a table of verdicts, or is damaged.`, {
      cause,
      data: { file: path },
    });
  }
}

function* listSummaries(columns: Columns): Generator<VerdictSummary> {
  for (const [row, taskId] of columns.task_id.entries()) {
    const status = columns.status[row] ?? 'fail';
    const outcome = columns.outcome[row] ?? status;
    yield {
      taskId,
      status,
      outcome,
      isChance: typeof columns.chance_runs[row] === 'number',
      cause: () => lastLine(columns.first_message[row] ?? '') ?? columns.reason[row] ?? outcome,
    };
  }
}

function lastLine(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .findLast((line) => line !== '');
}
