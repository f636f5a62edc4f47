import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { expect, it } from 'vitest';
import type { Verdict } from '../schema/verdict.ts';
import { encodeVerdictTable, verdictRowSchema } from './verdict-table.ts';

const verdict: Verdict = {
  taskId: 'BigCodeBench/1',
  index: 0,
  solution: '',
  outcome: 'fail',
  status: 'fail',
  tests: [
    { name: 'test_a', outcome: 'pass', ms: 1 },
    { name: 'test_ü', outcome: 'fail', ms: 2, message: 'AssertionError: “1” != 2' },
  ],
  wallMs: 12.5,
  cpuMs: 10,
  testCpuMs: 3,
  peakMb: 41,
  exit: 1,
  stdout: '',
  stderr: '',
  flags: ['exec-call'],
  programHash: 'cd',
  jobHash: 'ab',
  cached: false,
};

async function* verdicts(count: number): AsyncGenerator<Verdict> {
  for (let index = 0; index < count; index++) {
    yield index % 2 === 0
      ? { ...verdict, index }
      : { ...verdict, index, outcome: 'pass', status: 'pass', tests: [], chance: { passed: 1, runs: 2 } };
  }
}

it('reads back as the rows that went in, over several row groups', async () => {
  const bytes = await encodeVerdictTable(verdicts(25_001));
  const file = bytes.slice().buffer;
  const rows = await parquetReadObjects({ file, compressors });
  expect(rows).toHaveLength(25_001);
  expect(rows[0]).toMatchObject({
    task_id: 'BigCodeBench/1',
    outcome: 'fail',
    reason: null,
    tests_passed: 1,
    failed_tests: ['test_ü'],
    flags: ['exec-call'],
    wall_ms: 12.5,
    proof: null,
    cached: false,
  });
  expect(rows[25_000]).toMatchObject({
    sample: 25_000,
    exit: 1,
    signal: null,
    first_message: 'AssertionError: “1” != 2',
  });
  expect(rows[1]).toMatchObject({ passed: true, tests: 0, chance_passed: 1, chance_runs: 2 });
  expect(Object.keys(rows[0] ?? {})).toEqual(Object.keys(verdictRowSchema.shape));
});

it('is a valid table without rows', async () => {
  const bytes = await encodeVerdictTable(verdicts(0));
  expect(await parquetReadObjects({ file: bytes.slice().buffer, compressors })).toEqual([]);
});
