import { gatherTasks, type Result } from '../compare/result.ts';
import { VerdictIndex } from '../report/explorer/verdict-index.ts';
import { wilsonInterval } from '../score/estimate.ts';
import type { MatrixRow, ResponseMatrix } from '../upstream/response-matrix.ts';
import { sha256 } from '../util/hash.ts';
import { summarizeResult } from './result-summary.ts';
import type { ViewContext, ViewRun } from './view-run.ts';

/** One line of a table of models × tasks: which tasks a model solved, and nothing else. */
export type MatrixLine = Pick<ResponseMatrix, 'taskIds'> & { readonly path: string; readonly row: MatrixRow };

/** A table says who passed, and nothing else. */
const unknownVerdict = { tests: 0, testsFailed: 0, cpuMs: 0, peakMb: 0, flags: [], isEmptyProgram: false };

/** A model known only by the tasks it solved. Of which split they are, the table does not say. */
export function openMatrixRun({ path, taskIds, row }: MatrixLine, context: ViewContext): ViewRun {
  const id = `m-${sha256(`${path}\0${row.model}`).slice(0, 12)}`;
  const answered = taskIds.filter((_, at) => !Number.isNaN(row.passes[at]));
  const loadTasks = async () => (await context.tasks.load('public', context.readPublicTasks)).byId;
  const judged = taskIds.flatMap((taskId, at) => {
    if (Number.isNaN(row.passes[at])) return [];
    const status = row.passes[at] === 1 ? ('pass' as const) : ('fail' as const);
    return [{ taskId, index: 0, verdict: { ...unknownVerdict, status, outcome: status, failure: undefined } }];
  });
  const index = new VerdictIndex({ taskIds: answered, judged });
  const result: Result = {
    model: row.model,
    source: path,
    conditions: {},
    notes: [],
    tasks: gatherTasks(judged.map(({ taskId, verdict: { status } }) => ({ taskId, status, cause: '' }))),
  };
  return {
    id,
    loadIndex: async () => index,
    loadTasks,
    async summarize() {
      const { length, passed } = index;
      const value = passed / Math.max(1, length);
      const standardError = Math.sqrt((value * (1 - value)) / Math.max(1, length));
      // Not resampled: a table may have hundreds of lines.
      const passAt1 = { value, standardError, interval: wilsonInterval(value, length) };
      return summarizeResult(result, { id, passAt1 });
    },
    async detail() {
      const notes = ['Read from a table of models and tasks: it says what was solved, not how.'];
      return { excluded: [], notes, provenance: [{ name: 'file', value: path }], commands: [] };
    },
    readVerdict: async () => undefined,
    readAnswer: async () => ({ missing: 'A table of models and tasks holds no answers.' }),
    promptOf: () => undefined,
    result: () => result,
    refresh: async () => false,
  };
}
