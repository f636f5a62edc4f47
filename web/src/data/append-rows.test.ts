import { describe, expect, it } from 'vitest';
import type { RunDocument, SampleColumns } from '../../../src/schema/view/run-document.ts';
import { appendRows } from './append-rows.ts';
import { createRun, createRunDocument } from './testing/run-document.ts';

const whole = createRunDocument();

/** The columns between two rows, as the server sends them: causes known at the end, flags by their row in the run. */
function cut(from: number, to: number): SampleColumns {
  const { samples } = whole;
  const causes = samples.causes.slice(0, Math.max(-1, ...samples.cause.slice(0, to)) + 1);
  const columns = [
    'task',
    'index',
    'outcome',
    'cause',
    'tests',
    'testsFailed',
    'cpuMs',
    'peakMb',
    'test',
    'message',
  ] as const;
  const parts = Object.fromEntries(columns.map((name) => [name, samples[name].slice(from, to)]));
  const flagged = samples.flagged.filter(({ row }) => row >= from && row < to);
  return { ...samples, ...parts, causes, flagged };
}

const started: RunDocument = { ...whole, samples: cut(0, 2) };

describe('appendRows', () => {
  it('is whole again after several parts', () => {
    const parts = [
      [2, 3],
      [3, 6],
    ] as const;
    const joined = parts.reduce<RunDocument | undefined>(
      (held, [from, to]) => held && appendRows(held, { run: whole.run, from, samples: cut(from, to) }),
      started,
    );
    expect(joined).toEqual(whole);
  });

  it('takes the new summary though no row came', () => {
    const run = createRun({ state: 'stopped' });
    expect(appendRows(whole, { run, from: 6, samples: cut(6, 6) })).toEqual({ ...whole, run });
  });

  it.each([
    ['came twice', 0],
    ['overlap', 1],
    ['leave a gap', 3],
  ])('adds no rows that %s, but takes the summary', (_, from) => {
    const run = createRun({ verdicts: 9 });
    const after = appendRows(started, { run, from, samples: cut(from, 6) });
    expect(after).toEqual({ ...started, run });
  });

  it.each([
    ['follow on', 2],
    ['would be refused anyway', 0],
  ])('has no document for rows of another epoch, though they %s', (_, from) => {
    const samples = { ...cut(from, 6), epoch: 2 };
    expect(appendRows(started, { run: whole.run, from, samples })).toBeUndefined();
  });

  it('leaves what it was given alone', () => {
    const before = structuredClone(started);
    appendRows(started, { run: whole.run, from: 2, samples: cut(2, 6) });
    expect(started).toEqual(before);
  });
});
