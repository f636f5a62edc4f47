import { VerdictIndex } from '../report/explorer/verdict-index.ts';
import { wilsonInterval } from '../score/estimate.ts';
import type { MatrixRow, ResponseMatrix } from '../upstream/response-matrix.ts';
import { sha256 } from '../util/hash.ts';
import type { RunContext, ViewRun } from './view-run.ts';

/** One line of a table of models × tasks: which tasks a model solved, and nothing else. */
export interface MatrixLine {
  /** Of the table. */
  readonly path: string;
  readonly taskIds: ResponseMatrix['taskIds'];
  readonly row: MatrixRow;
}

/** A model known only by the tasks it solved, as the original publishes them for the complete split. */
export function openMatrixRun({ path, taskIds, row }: MatrixLine, { shelf, readPublicTasks }: RunContext): ViewRun {
  const id = `m-${sha256(`${path}\0${row.model}`).slice(0, 12)}`;
  const answered = taskIds.filter((_, at) => !Number.isNaN(row.passes[at]));
  const loadTasks = async () => (await shelf.load('public', readPublicTasks)).byId;
  let index: VerdictIndex | undefined;
  const buildIndex = () => {
    const built = new VerdictIndex(answered);
    for (const [at, taskId] of taskIds.entries()) {
      if (Number.isNaN(row.passes[at])) continue;
      const outcome = row.passes[at] === 1 ? 'pass' : 'fail';
      const facts = { reason: undefined, tests: 0, testsFailed: 0, firstMessage: undefined };
      built.add({ taskId, index: 0, outcome, ...facts, cpuMs: 0, peakMb: 0, flags: [] });
    }
    return built;
  };
  const loadIndex = async () => {
    index ??= buildIndex();
    return index;
  };
  return {
    id,
    loadIndex,
    loadTasks,
    async summarize() {
      const { length, passed } = await loadIndex();
      const value = passed / Math.max(1, length);
      const standardError = Math.sqrt((value * (1 - value)) / Math.max(1, length));
      return {
        id,
        origin: 'results',
        state: 'finished',
        model: row.model,
        split: 'complete',
        subset: `${answered.length} tasks`,
        dataset: 'bigcodebench',
        tasks: answered.length,
        nSamples: 1,
        verdicts: length,
        total: length,
        passed,
        // Not resampled: a table may have hundreds of lines.
        passAt1: { value, standardError, interval: wilsonInterval(value, length) },
        caveats: [],
      };
    },
    async detail() {
      const notes = ['Read from a table of models and tasks: it says what was solved, not how.'];
      return { excluded: [], notes, provenance: [{ name: 'file', value: path }], commands: [] };
    },
    readVerdict: async () => undefined,
    readAnswer: async () => ({ missing: 'A table of models and tasks holds no answers.' }),
    promptOf: () => undefined,
    conditions: () => ({ split: 'complete' }),
    refresh: async () => false,
    async close() {},
  };
}
