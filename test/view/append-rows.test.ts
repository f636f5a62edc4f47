import { describe, expect, test } from 'vitest';
import { VerdictIndex } from '../../src/report/explorer/verdict-index.ts';
import type { RunDocument, RunSummary } from '../../src/schema/view/run-document.ts';
import { appendRows } from '../../web/src/data/append-rows.ts';

const summary: RunSummary = {
  id: '0123456789ab',
  state: 'running',
  model: 'm',
  subset: 'starter',
  dataset: 'starter',
  tasks: 3,
  tasksHash: '',
  nSamples: 1,
  verdicts: 0,
  total: 3,
  passed: 0,
  caveats: [],
};
const taskIds = ['T/0', 'T/1', 'T/2'];

/** What the server says of a run in which the first tasks have verdicts: passes and failures. */
function samplesOf(passes: readonly boolean[], epoch: number, from = 0) {
  const judged = passes.map((isPass, at) => ({
    taskId: `T/${at}`,
    index: 0,
    verdict: {
      outcome: isPass ? ('pass' as const) : ('fail' as const),
      status: isPass ? ('pass' as const) : ('fail' as const),
      failure: isPass ? undefined : { outcome: 'fail' as const, cause: `Error${at}`, pattern: '', line: '' },
      isEmptyProgram: false,
      tests: 2,
      testsFailed: isPass ? 0 : 1,
      cpuMs: at,
      peakMb: 1,
      flags: isPass ? [] : ['files'],
    },
  }));
  return new VerdictIndex({ taskIds, judged, epoch }).columns(from);
}

function documentOf(passes: readonly boolean[], epoch: number): RunDocument {
  const facts = { titles: [], domains: [], libs: [], hard: [], others: [], othersPassed: [] };
  return {
    run: { ...summary, verdicts: passes.length },
    tasks: { ids: taskIds, ...facts },
    samples: samplesOf(passes, epoch),
    excluded: [],
    notes: [],
    provenance: [],
    commands: [],
  };
}

describe('appendRows', () => {
  test('gives what the server would say of all rows', () => {
    const rows = { run: { ...summary, verdicts: 3 }, from: 1, samples: samplesOf([false, true, false], 4, 1) };
    expect(appendRows(documentOf([false], 4), rows)).toEqual(documentOf([false, true, false], 4));
  });

  test('takes no rows twice', () => {
    const held = documentOf([false, true], 4);
    const rows = { run: summary, from: 1, samples: samplesOf([false, true], 4, 1) };
    expect(appendRows(held, rows)).toEqual({ ...held, run: summary });
  });

  test('puts no rows of another epoch together, even if there are as many as before', () => {
    const rows = { run: summary, from: 1, samples: samplesOf([true, true], 5, 1) };
    expect(appendRows(documentOf([false], 4), rows)).toBeUndefined();
    const nothing = { run: summary, from: 1, samples: samplesOf([true], 5, 1) };
    expect(appendRows(documentOf([false], 4), nothing)).toBeUndefined();
  });
});
