import type { RowsDocument, RunDocument, SampleColumns } from '../../../src/schema/view/run-document.ts';

/**
 * A run's document with the rows that came since; unchanged where they do not follow on. Undefined if verdicts went away
 * in between: then the whole document is to be read again.
 */
export function appendRows(document: RunDocument, { run, from, samples }: RowsDocument): RunDocument | undefined {
  const held = document.samples;
  if (samples.epoch !== held.epoch) return undefined;
  if (from !== held.task.length) return { ...document, run };
  const join = (column: 'task' | 'index' | 'outcome' | 'cause' | 'tests' | 'testsFailed' | 'cpuMs' | 'peakMb') =>
    held[column].concat(samples[column]);
  const joined: SampleColumns = {
    epoch: held.epoch,
    task: join('task'),
    index: join('index'),
    outcome: join('outcome'),
    cause: join('cause'),
    tests: join('tests'),
    testsFailed: join('testsFailed'),
    test: held.test.concat(samples.test),
    message: held.message.concat(samples.message),
    cpuMs: join('cpuMs'),
    peakMb: join('peakMb'),
    outcomes: samples.outcomes,
    causes: samples.causes,
    flagged: held.flagged.concat(samples.flagged),
  };
  return { ...document, run, samples: joined };
}
