import type { BasicType } from 'hyparquet-writer';
import { z } from 'zod';
import { isFailing, outcomeSchema, upstreamStatusSchema } from '../schema/execution.ts';
import type { Verdict } from '../schema/verdict.ts';

/** One row of `verdicts.parquet`: a sample and what became of it, flat, for queries. */
export const verdictRowSchema = z.object({
  task_id: z.string(),
  sample: z.number().int(),
  passed: z.boolean(),
  outcome: outcomeSchema,
  status: upstreamStatusSchema,
  reason: z.string().nullable(),
  tests: z.number().int(),
  tests_passed: z.number().int(),
  /** Names of the tests that did not pass, as a JSON array. */
  failed_tests: z.string(),
  /** The end of what the first of them said. */
  first_message: z.string().nullable(),
  wall_ms: z.number(),
  cpu_ms: z.number(),
  test_cpu_ms: z.number(),
  peak_mb: z.number(),
  exit: z.number().int().nullable(),
  signal: z.string().nullable(),
  /** Rule ids, as a JSON array. */
  flags: z.string(),
  /** `proven` or `unproven`, of passes that were to be proven. */
  proof: z.string().nullable(),
  cached: z.boolean(),
  chance_passed: z.number().int().nullable(),
  chance_runs: z.number().int().nullable(),
  job_hash: z.string(),
});

export type VerdictRow = z.infer<typeof verdictRowSchema>;

const columnTypes: Record<keyof VerdictRow, BasicType> = {
  task_id: 'STRING',
  sample: 'INT32',
  passed: 'BOOLEAN',
  outcome: 'STRING',
  status: 'STRING',
  reason: 'STRING',
  tests: 'INT32',
  tests_passed: 'INT32',
  failed_tests: 'JSON',
  first_message: 'STRING',
  wall_ms: 'DOUBLE',
  cpu_ms: 'DOUBLE',
  test_cpu_ms: 'DOUBLE',
  peak_mb: 'DOUBLE',
  exit: 'INT32',
  signal: 'STRING',
  flags: 'JSON',
  proof: 'STRING',
  cached: 'BOOLEAN',
  chance_passed: 'INT32',
  chance_runs: 'INT32',
  job_hash: 'STRING',
};

/** Few, so that what waits to be written is let go of soon. */
const rowsPerGroup = 1000;
const messageTail = 500;

/** The bytes of `verdicts.parquet`. */
export async function encodeVerdictTable(verdicts: AsyncIterable<Verdict>): Promise<Uint8Array> {
  const { ByteWriter, parquetWriteRows } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  await parquetWriteRows({
    writer,
    rows: mapRows(verdicts),
    columns: Object.entries(columnTypes).map(([name, type]) => ({
      name,
      type,
      nullable: verdictRowSchema.shape[name as keyof VerdictRow] instanceof z.ZodNullable,
    })),
    rowGroupSize: rowsPerGroup,
  });
  return writer.getBytes();
}

async function* mapRows(verdicts: AsyncIterable<Verdict>): AsyncGenerator<Record<string, unknown>> {
  const share = createSharing();
  for await (const verdict of verdicts) {
    const row = buildVerdictRow(verdict);
    yield {
      ...row,
      reason: share(row.reason),
      first_message: share(row.first_message),
      // The writer takes JSON columns as values and turns them into text itself.
      failed_tests: share(row.failed_tests, JSON.parse),
      flags: share(row.flags, JSON.parse),
    };
  }
}

/** Gives equal texts as one and the same value: samples of a task tend to fail alike, and rows wait for their group. */
function createSharing(): (text: string | null, convert?: (text: string) => unknown) => unknown {
  const shared = new Map<string, unknown>();
  return (text, convert = (same) => same) => {
    if (text === null) return null;
    if (shared.size > rowsPerGroup) shared.clear();
    if (!shared.has(text)) shared.set(text, convert(text));
    return shared.get(text);
  };
}

export function buildVerdictRow(verdict: Verdict): VerdictRow {
  const failed = verdict.tests.filter(isFailing);
  return {
    task_id: verdict.taskId,
    sample: verdict.index,
    passed: verdict.status === 'pass',
    outcome: verdict.outcome,
    status: verdict.status,
    reason: verdict.reason ?? null,
    tests: verdict.tests.length,
    tests_passed: verdict.tests.filter(({ outcome }) => outcome === 'pass').length,
    failed_tests: JSON.stringify(failed.map(({ name }) => name)),
    // A copy, for a slice would keep the whole text in memory.
    first_message: failed[0]?.message ? Buffer.from(failed[0].message.slice(-messageTail)).toString() : null,
    wall_ms: verdict.wallMs,
    cpu_ms: verdict.cpuMs,
    test_cpu_ms: verdict.testCpuMs,
    peak_mb: verdict.peakMb,
    exit: verdict.exit ?? null,
    signal: verdict.signal ?? null,
    flags: JSON.stringify(verdict.flags),
    proof: verdict.proof?.state ?? null,
    cached: verdict.cached,
    chance_passed: verdict.chance?.passed ?? null,
    chance_runs: verdict.chance?.runs ?? null,
    job_hash: verdict.jobHash,
  };
}
