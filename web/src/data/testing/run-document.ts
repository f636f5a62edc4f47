import type { RunDocument, RunSummary } from '../../../../src/schema/view/run-document.ts';

export function createRun(changes: Partial<RunSummary> = {}): RunSummary {
  return {
    id: 'e-1',
    state: 'running',
    model: 'openai:m',
    subset: 'full',
    dataset: 'bigcodebench-v0.1.4',
    tasks: 3,
    tasksHash: 'abc',
    nSamples: 2,
    verdicts: 6,
    total: 6,
    passed: 2,
    caveats: [],
    ...changes,
  };
}

/** Three tasks with two samples each; verdicts did not come in the order of the tasks. */
export function createRunDocument(): RunDocument {
  return {
    run: createRun(),
    tasks: {
      ids: ['BigCodeBench/2', 'BigCodeBench/11', 'BigCodeBench/30'],
      titles: ['Sum the columns', 'Fetch a page', 'Read a file'],
      domains: [['Computation', 'General'], ['Network'], []],
      libs: [['numpy', 'json'], ['requests', 'json'], ['csv']],
      hard: [false, true, true],
      others: [4, 4, 0],
      othersPassed: [1, 3, 0],
    },
    samples: {
      epoch: 1,
      task: [1, 0, 0, 2, 1, 2],
      index: [1, 0, 1, 1, 0, 0],
      outcome: [1, 0, 1, 2, 1, 0],
      cause: [0, -1, 1, 2, 0, -1],
      test: ['test_get', '', 'test_sum', '', 'test_get', ''],
      message: [
        'ConnectionError: refused',
        '',
        'AssertionError: 3 != 4',
        'timeout: cpu',
        'ConnectionError: refused',
        '',
      ],
      tests: [3, 5, 5, 0, 3, 2],
      testsFailed: [2, 0, 1, 0, 3, 0],
      cpuMs: [30, 20, 500, 9000, 30, 10],
      peakMb: [70, 300, 70, 40, 80, 70],
      outcomes: ['pass', 'fail', 'timeout'],
      causes: ['ConnectionError', 'AssertionError', 'timeout'],
      flagged: [
        { row: 0, flags: ['network'] },
        { row: 3, flags: ['network', 'integrity:late'] },
      ],
    },
    excluded: [],
    notes: [],
    provenance: [],
    commands: [],
  };
}
