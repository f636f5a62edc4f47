import type { BasicType } from 'hyparquet-writer';
import { type ZodType, z } from 'zod';
import { isFailing, outcomeSchema, upstreamStatusSchema } from '../schema/execution.ts';
import type { Verdict } from '../schema/verdict.ts';

type Column = Readonly<{ type: BasicType; schema: ZodType; of: (verdict: Verdict) => unknown }>;

function columnOf(type: BasicType, schema: ZodType): (of: Column['of']) => Column {
  return (of) => ({ type, schema, of });
}

const text = columnOf('STRING', z.string());
const optionalText = columnOf('STRING', z.string().nullable());
const count = columnOf('INT32', z.number().int());
const optionalCount = columnOf('INT32', z.number().int().nullable());
const amount = columnOf('DOUBLE', z.number());
const yesOrNo = columnOf('BOOLEAN', z.boolean());
/** An array as JSON text, which the writer makes of it. */
const list = columnOf('JSON', z.string());

const messageTail = 500;

const columns = {
  task_id: text(({ taskId }) => taskId),
  sample: count(({ index }) => index),
  passed: yesOrNo(({ status }) => status === 'pass'),
  outcome: columnOf('STRING', outcomeSchema)(({ outcome }) => outcome),
  status: columnOf('STRING', upstreamStatusSchema)(({ status }) => status),
  reason: optionalText(({ reason }) => reason),
  tests: count(({ tests }) => tests.length),
  tests_passed: count(({ tests }) => tests.filter(({ outcome }) => outcome === 'pass').length),
  failed_tests: list(({ tests }) => tests.filter(isFailing).map(({ name }) => name)),
  /** The end of what the first of them said. A copy, for a slice would keep the whole text in memory. */
  first_message: optionalText(({ tests }) => {
    const message = tests.find(isFailing)?.message;
    return message && Buffer.from(message.slice(-messageTail)).toString();
  }),
  wall_ms: amount(({ wallMs }) => wallMs),
  cpu_ms: amount(({ cpuMs }) => cpuMs),
  test_cpu_ms: amount(({ testCpuMs }) => testCpuMs),
  peak_mb: amount(({ peakMb }) => peakMb),
  exit: optionalCount(({ exit }) => exit),
  signal: optionalText(({ signal }) => signal),
  /** Rule ids. */
  flags: list(({ flags }) => flags),
  /** `proven` or `unproven`, of passes that were to be proven. */
  proof: optionalText(({ proof }) => proof?.state),
  cached: yesOrNo(({ cached }) => cached),
  chance_passed: optionalCount(({ chance }) => chance?.passed),
  chance_runs: optionalCount(({ chance }) => chance?.runs),
  job_hash: text(({ jobHash }) => jobHash),
} satisfies Record<string, Column>;

const named: readonly (readonly [string, Column])[] = Object.entries(columns);

/** One row of `verdicts.parquet`: a sample and what became of it, flat, for queries. */
export const verdictRowSchema = z.object(Object.fromEntries(named.map(([name, { schema }]) => [name, schema])));

/** Few, so that what waits to be written is let go of soon. */
const rowsPerGroup = 1000;

/** The bytes of `verdicts.parquet`. */
export async function encodeVerdictTable(verdicts: AsyncIterable<Verdict>): Promise<Uint8Array> {
  const { ByteWriter, parquetWriteRows } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  await parquetWriteRows({
    writer,
    rows: mapRows(verdicts),
    columns: named.map(([name, { type, schema }]) => ({ name, type, nullable: schema instanceof z.ZodNullable })),
    rowGroupSize: rowsPerGroup,
  });
  return writer.getBytes();
}

async function* mapRows(verdicts: AsyncIterable<Verdict>): AsyncGenerator<Record<string, unknown>> {
  for await (const verdict of verdicts) {
    yield Object.fromEntries(named.map(([name, { of }]) => [name, of(verdict) ?? null]));
  }
}
