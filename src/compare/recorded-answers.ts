import { basename } from 'node:path';
import { exceptionOf } from '../schema/verdict.ts';
import { readRun } from '../store/run-log.ts';
import { readEvalResults } from '../upstream/eval-results.ts';
import { parseResultName } from '../upstream/result-name.ts';
import { collect } from '../util/collect.ts';
import { groupBy } from '../util/group-by.ts';
import { createResultFinder } from './find-results.ts';

export interface RecordedAnswer {
  readonly taskId: string;
  readonly model: string;
  readonly passed: boolean;
  readonly failures: readonly { readonly test: string; readonly line: string }[];
  /** In a file of the original, it may begin with the code prompt that calibration put there. */
  readonly solution: string;
}

export async function readRecordedAnswers(paths: readonly string[]): Promise<Map<string, RecordedAnswer[]>> {
  return groupBy(await collect(listAnswers(paths)), ({ taskId }) => taskId);
}

/** The answers in these runs and files of results, one after the other. Bundles and tables of models hold none. */
export async function* listAnswers(paths: readonly string[]): AsyncGenerator<RecordedAnswer> {
  const find = createResultFinder();
  for (const { kind, path } of (await Promise.all(paths.map((path) => find(path)))).flat()) {
    if (kind === 'run') yield* listRunAnswers(path);
    else if (kind === 'file') yield* listFileAnswers(path);
  }
}

async function* listRunAnswers(path: string): AsyncGenerator<RecordedAnswer> {
  const log = await readRun(path);
  const model = log.record.model.name;
  for await (const { taskId, status, tests, solution } of log.verdicts()) {
    const failures = tests.flatMap(({ name: test, outcome, message }) =>
      outcome === 'pass' || message === undefined ? [] : [{ test, line: exceptionOf(message).line }],
    );
    yield { taskId, solution, model, passed: status === 'pass', failures };
  }
}

async function* listFileAnswers(path: string): AsyncGenerator<RecordedAnswer> {
  // One model counts once, however many splits of it there are.
  const model = parseResultName(basename(path)).model;
  for (const [taskId, entries] of Object.entries((await readEvalResults(path)).eval)) {
    for (const { status, details, solution } of entries) {
      const failures = Object.entries(details).map(([test, message]) => ({ test, line: exceptionOf(message).line }));
      yield { taskId, solution, model, passed: status === 'pass', failures };
    }
  }
}
