import type { ForeignResult } from '../compare/foreign/foreign-log.ts';
import { type ForeignKind, readForeignResults } from '../compare/foreign/read-foreign.ts';
import type { SampleKey } from '../schema/log-event.ts';
import { sha256 } from '../util/hash.ts';
import { openSourceRun } from './results-run.ts';
import type { ViewContext, ViewRun } from './view-run.ts';

/** The runs of another tool's log: one for each model and split. */
export async function openForeignRuns(kind: ForeignKind, path: string, context: ViewContext): Promise<ViewRun[]> {
  return (await readForeignResults(kind, path)).map((read) => openForeignRun(kind, read, context));
}

function openForeignRun(kind: ForeignKind, { result, samples, date }: ForeignResult, context: ViewContext): ViewRun {
  const entries = [...samples].map(([task_id, ofTask]) => {
    const entriesOf = ofTask.map(({ passed, cause }) => {
      const status = passed ? ('pass' as const) : ('fail' as const);
      return { task_id, solution: '', status, details: passed ? {} : { ALL: cause } };
    });
    return [task_id, entriesOf] as const;
  });
  const textsOf = async ({ taskId, index }: SampleKey) => (await samples.get(taskId)?.[index]?.texts?.()) ?? {};
  const source = {
    id: `o-${sha256(`${result.source}\0${result.model}\0${result.conditions.split}`).slice(0, 12)}`,
    result,
    results: { date, eval: Object.fromEntries(entries) },
    namesTests: false,
    note: `Read from what ${kind} wrote: it says which tasks were solved, not how each test ended.`,
    commands: [],
    readSolution: async (key: SampleKey) => (await textsOf(key)).solution ?? '',
    async readAnswer(key: SampleKey) {
      const { answer } = await textsOf(key);
      return answer === undefined ? { missing: 'There is no answer of the model in it.' } : { rawText: answer };
    },
  };
  return openSourceRun(source, context);
}
