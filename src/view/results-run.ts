import { basename, dirname, join } from 'node:path';
import { resultsFilePattern } from '../compare/find-results.ts';
import type { ForeignResult } from '../compare/foreign/foreign-log.ts';
import { type ForeignKind, readForeignResults } from '../compare/foreign/read-foreign.ts';
import type { Result } from '../compare/result.ts';
import { readEvalResultsResult } from '../compare/result-from-eval-results.ts';
import { listTestNames } from '../dataset/test-names.ts';
import { VerdictIndex } from '../report/explorer/verdict-index.ts';
import { emptyExecution } from '../schema/execution.ts';
import type { SampleKey } from '../schema/log-event.ts';
import { defaultPassK } from '../schema/score.ts';
import { calibrationOf, type Task } from '../schema/task.ts';
import { exceptionOf, noteVerdict, type Verdict } from '../schema/verdict.ts';
import type { RunDetails } from '../schema/view/run-document.ts';
import type { AnswerView } from '../schema/view/sample-document.ts';
import { scoreRun } from '../score/score-run.ts';
import { type EvalEntry, type EvalResults, readEvalResults } from '../upstream/eval-results.ts';
import { rawKey, readRawTexts } from '../upstream/read-samples.ts';
import { sha256 } from '../util/hash.ts';
import { summarizeResult } from './result-summary.ts';
import type { ViewContext, ViewRun } from './view-run.ts';

/** Outcomes of samples, by task, and what else the source of a result tells of them. */
interface ResultsSource {
  readonly id: string;
  readonly result: Result;
  readonly results: EvalResults;
  /** Whether tests that are not named have passed; of another tool's log, nothing is known of them. */
  readonly namesTests: boolean;
  readonly note: string;
  readonly commands: RunDetails['commands'];
  /** The solution, where the entry does not hold it. */
  readonly readSolution?: ((key: SampleKey) => Promise<string>) | undefined;
  readonly readAnswer: (key: SampleKey) => Promise<AnswerView>;
}

/** A run known only by the original's result files: `…_eval_results.json`, and what lies beside it. */
export async function openResultsRun(path: string, context: ViewContext): Promise<ViewRun> {
  const results = await readEvalResults(path);
  const source = {
    id: `x-${sha256(path).slice(0, 12)}`,
    result: await readEvalResultsResult(path, results),
    results,
    namesTests: true,
    note: 'Read from a file of the original: it names outcomes and tracebacks, not times, memory or output.',
    commands: [{ name: 'unsolved tasks as files', value: `bcb inspect --eval_results ${path}` }],
    readAnswer: createAnswerReader(path),
  };
  return openSourceRun(source, context);
}

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
    commands: [],
    note: `Read from what ${kind} wrote: it says which tasks were solved, not how each test ended.`,
    readSolution: async (key: SampleKey) => (await textsOf(key)).solution ?? '',
    async readAnswer(key: SampleKey) {
      const { answer } = await textsOf(key);
      return answer === undefined ? { missing: 'There is no answer of the model in it.' } : { rawText: answer };
    },
  };
  return openSourceRun(source, context);
}

function openSourceRun(source: ResultsSource, { tasks: loaded, readPublicTasks }: ViewContext): ViewRun {
  const { id, result, results, namesTests, note, commands, readSolution, readAnswer } = source;
  const taskIds = Object.keys(results.eval);
  const loadTasks = async () => (await loaded.load('public', readPublicTasks)).byId;
  const testNamesOf = (task: Task | undefined) => (task && namesTests ? listTestNames(task.test) : []);

  let loading: Promise<VerdictIndex> | undefined;
  const loadIndex = () => {
    loading ??= loadTasks().then((tasks) => {
      const judged = Object.entries(results.eval).flatMap(([taskId, entries]) => {
        const tests = testNamesOf(tasks.get(taskId));
        return entries.map((entry, index) => {
          const verdict = noteVerdict(buildVerdict(entry, { taskId, index, tests, solution: '' }));
          return { taskId, index, verdict };
        });
      });
      return new VerdictIndex({ taskIds, judged });
    });
    return loading;
  };
  const score = async () => {
    const [tasks, index] = await Promise.all([loadTasks(), loadIndex()]);
    const samples = taskIds.flatMap((taskId, at) => {
      const passed = index.passedOf[at] ?? 0;
      return Array.from({ length: index.samplesOf[at] ?? 0 }, (_, sample) => ({ taskId, passed: sample < passed }));
    });
    // Without libraries: each would be resampled, and no page asks for them.
    const known = taskIds.map((id) => ({ id, domains: [], hard: false, ...tasks.get(id), libs: [] }));
    return scoreRun({ tasks: known, samples, passK: defaultPassK });
  };
  let scoring: ReturnType<typeof score> | undefined;
  const loadScore = () => (scoring ??= score());
  return {
    id,
    loadIndex,
    loadTasks,
    async summarize() {
      const { passAt1, hard, byDomain } = await loadScore();
      return summarizeResult(result, { id, passAt1, hard, byDomain, startedAt: results.date });
    },
    async detail() {
      return {
        score: await loadScore(),
        excluded: [],
        notes: [note, ...result.notes],
        provenance: [
          { name: 'file', value: result.source },
          { name: 'date', value: results.date },
        ],
        commands,
      };
    },
    async readVerdict({ taskId, index }) {
      const found = results.eval[taskId]?.[index];
      if (!found) return undefined;
      const entry = readSolution ? { ...found, solution: await readSolution({ taskId, index }) } : found;
      const task = (await loadTasks()).get(taskId);
      const calibration = task === undefined ? '' : calibrationOf(task);
      const isCalibrated = calibration !== '' && entry.solution.startsWith(calibration);
      const solution = isCalibrated ? entry.solution.slice(calibration.length) : entry.solution;
      return { verdict: buildVerdict(entry, { taskId, index, tests: testNamesOf(task), solution }), isCalibrated };
    },
    readAnswer,
    promptOf: () => undefined,
    result: () => result,
    refresh: async () => false,
  };
}

type Known = SampleKey & Readonly<{ tests: readonly string[]; solution: string }>;

function buildVerdict(entry: EvalEntry, { tests, ...known }: Known): Verdict {
  const { ALL: end, ...details } = entry.details;
  // Whoever passed, or failed in some tests only, passed the tests that are not named.
  const others = end === undefined ? tests.filter((name) => details[name] === undefined) : [];
  const failing = Object.entries(details).map(([name, message]) => {
    const isAssertion = exceptionOf(message).name.endsWith('AssertionError');
    return { name, outcome: isAssertion ? ('fail' as const) : ('error' as const), ms: 0, message };
  });
  const passing = others.map((name) => ({ name, outcome: 'pass' as const, ms: 0 }));
  return {
    ...emptyExecution(),
    ...known,
    outcome: entry.status,
    status: entry.status,
    ...(end === undefined ? {} : { reason: end }),
    tests: [...failing, ...passing],
    programHash: '',
    jobHash: '',
    cached: false,
  };
}

/** Raw answers from the samples file that lies beside the results, read once, when first asked for. */
function createAnswerReader(path: string): (key: SampleKey) => Promise<AnswerView> {
  const stem = basename(path).replace(resultsFilePattern, '');
  const folder = dirname(path);
  // A bundle keeps its samples in a folder of their own.
  const candidates = [folder, join(folder, '..', 'samples')].flatMap((place) =>
    ['.jsonl', '.jsonl.gz', '.samples.jsonl', '.samples.jsonl.gz'].map((ending) => join(place, stem + ending)),
  );
  let loading: Promise<ReadonlyMap<string, string> | undefined> | undefined;
  const load = async () => {
    for (const file of candidates) {
      const texts = await readRawTexts(file).catch(() => undefined);
      if (texts) return texts;
    }
    return undefined;
  };
  return async ({ taskId, index }) => {
    loading ??= load();
    const texts = await loading;
    const rawText = texts?.get(rawKey(taskId, index));
    if (rawText !== undefined) return { rawText };
    const missing = texts
      ? 'The samples file beside these results has no raw answer for this sample.'
      : `Raw answers are in the samples file; there is no ${stem}.jsonl beside these results.`;
    return { missing };
  };
}
