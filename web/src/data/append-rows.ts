import type { RowsDocument, RunDocument, SampleColumns } from '../../../src/schema/view/run-document.ts';

/** A run's document with the rows that came since; unchanged where they do not follow on. */
export function appendRows(document: RunDocument, { run, from, samples }: RowsDocument): RunDocument {
  const held = document.samples;
  if (from !== held.task.length) return { ...document, run };
  const join = (column: 'task' | 'index' | 'outcome' | 'cause' | 'tests' | 'testsFailed' | 'cpuMs' | 'peakMb') =>
    held[column].concat(samples[column]);
  const joined: SampleColumns = {
    task: join('task'),
    index: join('index'),
    outcome: join('outcome'),
    cause: join('cause'),
    tests: join('tests'),
    testsFailed: join('testsFailed'),
    cpuMs: join('cpuMs'),
    peakMb: join('peakMb'),
    outcomes: samples.outcomes,
    causes: samples.causes,
    flagged: held.flagged.concat(samples.flagged),
  };
  return { ...document, run, samples: joined };
}
