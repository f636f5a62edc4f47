import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { listTestNames } from '../dataset/test-names.ts';
import { briefOf, VerdictIndex } from '../report/explorer/verdict-index.ts';
import { exceptionOf } from '../report/failure-causes.ts';
import { emptyExecution, type Outcome, type UpstreamStatus } from '../schema/execution.ts';
import { type Split, splitSchema } from '../schema/split.ts';
import { calibrationOf, type Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import type { AnswerView } from '../schema/view/sample-document.ts';
import { scoreRun } from '../score/score-run.ts';
import { type EvalEntry, passAtKFileSchema, readEvalResults } from '../upstream/eval-results.ts';
import { readSamples } from '../upstream/read-samples.ts';
import { modelNameOf } from '../upstream/result-paths.ts';
import { sha256 } from '../util/hash.ts';
import type { RunContext, SampleKey, ViewRun } from './view-run.ts';

export const resultsFilePattern = /[_.]?eval_results\.json(?:\.gz)?$/;

const fullTasks = 1140;
const hardTasks = 148;
const outcomeOf: Record<UpstreamStatus, Outcome> = { pass: 'pass', fail: 'fail', timeout: 'timeout' };

/** A run known only by the original's result files: `…_eval_results.json`, and what lies beside it. */
export async function openResultsRun(path: string, { shelf, readPublicTasks }: RunContext): Promise<ViewRun> {
  const results = await readEvalResults(path);
  const taskIds = Object.keys(results.eval);
  const beside = await readPassAtK(path);
  const split = beside?.split ?? guessSplit(basename(path));
  const subset = beside?.subset ?? guessSubset(taskIds.length);
  const model = beside?.model ?? modelNameOf(path.replace(resultsFilePattern, ''));
  const id = `x-${sha256(path).slice(0, 12)}`;
  const nSamples = Math.max(1, ...Object.values(results.eval).map((entries) => entries.length));
  const loadTasks = async () => (await shelf.load('public', readPublicTasks)).byId;
  const answers = createAnswerReader(path);

  let loading: Promise<VerdictIndex> | undefined;
  const loadIndex = () => {
    loading ??= loadTasks().then((tasks) => {
      const index = new VerdictIndex(taskIds);
      for (const [taskId, entries] of Object.entries(results.eval)) {
        const tests = testNamesOf(tasks.get(taskId));
        for (const [at, entry] of entries.entries()) {
          index.add(briefOf(buildVerdict(entry, { taskId, index: at, tests, solution: '' })));
        }
      }
      return index;
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
    return scoreRun({ tasks: known, samples, passK: [1, 5, 10] });
  };
  let scoring: ReturnType<typeof score> | undefined;
  const loadScore = () => {
    scoring ??= score();
    return scoring;
  };
  return {
    id,
    loadIndex,
    loadTasks,
    async summarize() {
      const [index, { byK, hard, byDomain }] = await Promise.all([loadIndex(), loadScore()]);
      return {
        id,
        origin: 'results',
        state: 'finished',
        model,
        split,
        subset,
        dataset: 'bigcodebench',
        tasks: taskIds.length,
        nSamples,
        verdicts: index.length,
        total: index.length,
        passed: index.passed,
        passAt1: byK.find(({ k }) => k === 1)?.passAtK,
        ...(hard ? { hard } : {}),
        byDomain,
        startedAt: results.date,
        caveats: [],
      };
    },
    async detail() {
      return {
        score: await loadScore(),
        excluded: [],
        notes: ['Read from a file of the original: it names outcomes and tracebacks, not times, memory or output.'],
        provenance: [
          { name: 'file', value: path },
          { name: 'date', value: results.date },
          ...(beside?.gt_pass_rate == null ? [] : [{ name: 'ground truth', value: `${beside.gt_pass_rate}` }]),
        ],
        commands: [{ name: 'unsolved tasks as files', value: `bcb inspect --eval_results ${path}` }],
      };
    },
    async readVerdict({ taskId, index }) {
      const entry = results.eval[taskId]?.[index];
      if (!entry) return undefined;
      const task = (await loadTasks()).get(taskId);
      const calibration = task === undefined ? '' : calibrationOf(task);
      const isCalibrated = calibration !== '' && entry.solution.startsWith(calibration);
      const solution = isCalibrated ? entry.solution.slice(calibration.length) : entry.solution;
      return { verdict: buildVerdict(entry, { taskId, index, tests: testNamesOf(task), solution }), isCalibrated };
    },
    readAnswer: answers,
    promptOf: () => undefined,
    conditions: () => ({ split, subset }),
    refresh: async () => false,
    async close() {},
  };
}

function testNamesOf(task: Task | undefined): readonly string[] {
  return task === undefined ? [] : listTestNames(task.test);
}

interface EntryContext extends SampleKey {
  /** Names of the task's tests. */
  readonly tests: readonly string[];
  readonly solution: string;
}

function buildVerdict(entry: EvalEntry, key: EntryContext): Verdict {
  const { ALL: end, ...details } = entry.details;
  const outcome = outcomeOf[entry.status];
  // Whoever passed, or failed in some tests only, passed the tests that are not named.
  const others = end === undefined ? key.tests.filter((name) => details[name] === undefined) : [];
  const failing = Object.entries(details).map(([name, message]) => {
    const isAssertion = exceptionOf(message).name.endsWith('AssertionError');
    return { name, outcome: isAssertion ? ('fail' as const) : ('error' as const), ms: 0, message };
  });
  const passing = others.map((name) => ({ name, outcome: 'pass' as const, ms: 0 }));
  return {
    ...emptyExecution(),
    taskId: key.taskId,
    index: key.index,
    outcome,
    status: entry.status,
    ...(end === undefined ? {} : { reason: end }),
    tests: [...failing, ...passing],
    solution: key.solution,
    jobHash: '',
    cached: false,
  };
}

async function readPassAtK(path: string) {
  const file = path.replace(/eval_results\.json(?:\.gz)?$/, 'pass_at_k.json');
  try {
    const { model, split, ...rest } = passAtKFileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    const parsed = splitSchema.safeParse(split);
    return { ...rest, model, split: parsed.success ? parsed.data : undefined };
  } catch {
    // The file is a convenience: without it the names are guessed.
    return undefined;
  }
}

function guessSubset(tasks: number): string {
  if (tasks === fullTasks) return 'full';
  return tasks === hardTasks ? 'hard' : `${tasks} tasks`;
}

function guessSplit(name: string): Split | undefined {
  return splitSchema.options.find((split) => name.includes(`-${split}-`) || name.includes(`-${split}.`));
}

/** Raw answers from the samples file that lies beside the results, read once, when first asked for. */
function createAnswerReader(path: string): (key: SampleKey) => Promise<AnswerView> {
  const stem = basename(path).replace(resultsFilePattern, '');
  const folder = dirname(path);
  // A bundle keeps its samples in a folder of their own.
  const candidates = [folder, join(folder, '..', 'samples')].flatMap((place) =>
    ['.jsonl', '.jsonl.gz', '.samples.jsonl', '.samples.jsonl.gz'].map((ending) => join(place, stem + ending)),
  );
  let loading: Promise<Map<string, string> | undefined> | undefined;
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
    const rawText = texts?.get(`${taskId}#${index}`);
    if (rawText !== undefined) return { rawText };
    const missing = texts
      ? 'The samples file beside these results has no raw answer for this sample.'
      : `Raw answers are in the samples file; there is no ${stem}.jsonl beside these results.`;
    return { missing };
  };
}

async function readRawTexts(file: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { taskId, index, rawText } of readSamples(file)) {
    if (rawText !== undefined) texts.set(`${taskId}#${index}`, rawText);
  }
  return texts;
}
