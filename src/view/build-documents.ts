import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { buildFailures, buildMatrix, buildTaskList } from '../report/explorer/overview-documents.ts';
import { buildSampleDocument } from '../report/explorer/sample-document.ts';
import { buildTaskAnswer, buildTaskColumns, buildTaskDocument } from '../report/explorer/task-document.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import type { Sanitizer } from '../sanitize/sanitizer.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { RowsDocument, RunDocument, RunListDocument } from '../schema/view/run-document.ts';
import type { ExtractionDocument } from '../schema/view/sample-document.ts';
import type { AnswersDocument, TaskAnswer } from '../schema/view/task-document.ts';
import { type Catalog, sortRuns } from './catalog.ts';
import type { ComparedRun } from './compare-documents.ts';
import { readAudits } from './read-audits.ts';
import { nameSummaries } from './result-summary.ts';
import type { ViewRun } from './view-run.ts';

export type ViewDocuments = ReturnType<typeof createDocuments>;

/** Every document a view can be asked for; undefined if there is no such thing. */
export function createDocuments(catalog: Catalog, folders: readonly string[] = []) {
  const loadAll = async () => {
    const load = async (run: ViewRun) => {
      const [index] = await Promise.all([run.loadIndex(), run.loadTasks()]);
      return { id: run.id, run, index };
    };
    return Promise.all((await catalog.runs()).map(load));
  };
  const describe = async (run: ViewRun) => ({ summary: await run.summarize(), result: await run.result() });
  const memory = new Map<string, { readonly version: string; readonly document: Promise<object> }>();
  /** What takes long is built once for the same verdicts. */
  const remember = async <Document extends object>(
    name: string,
    build: (all: readonly ComparedRun[]) => Promise<Document> | Document,
  ) => {
    const loaded = await loadAll();
    const all = await Promise.all(loaded.map(async ({ run, index }) => ({ index, ...(await describe(run)) })));
    const version = all
      .map(({ summary, index }) => `${summary.id} ${summary.state} ${summary.verdicts} ${index.epoch}`)
      .join('\n');
    const known = memory.get(name);
    const document = known?.version === version ? known.document : Promise.resolve(build(all));
    memory.set(name, { version, document });
    // Under one name there is only ever one kind of document.
    return document as Promise<Document>;
  };
  let sanitizer: Promise<Sanitizer> | undefined;
  const taskOf = (id: string) => catalog.tasks.find(id);
  const listTasks = () => remember('tasks', () => loadAll().then((all) => buildTaskList(all, taskOf)));
  return {
    async runs(): Promise<RunListDocument> {
      const all = await Promise.all((await catalog.runs()).map(describe));
      return { runs: sortRuns(nameSummaries(all)), unreadable: catalog.unreadable() };
    },
    async run(id: string): Promise<RunDocument | undefined> {
      const all = await loadAll();
      const found = all.find((candidate) => candidate.id === id);
      if (!found) return undefined;
      const { run, index } = found;
      const [summary, details, tasks] = await Promise.all([run.summarize(), run.detail(), run.loadTasks()]);
      const others = all.filter((candidate) => candidate.id !== id).map((candidate) => candidate.index);
      return {
        run: summary,
        ...details,
        tasks: buildTaskColumns(index, (taskId) => tasks.get(taskId), others),
        samples: index.columns(),
      };
    },
    async rows(id: string, from: number): Promise<RowsDocument | undefined> {
      const run = await catalog.find(id);
      if (!run) return undefined;
      const [index, summary] = await Promise.all([run.loadIndex(), run.summarize()]);
      return { run: summary, from, samples: index.columns(from) };
    },
    async sample(id: string, key: SampleKey) {
      const run = await catalog.find(id);
      const judged = await run?.readVerdict(key);
      if (!run || !judged) return undefined;
      const [tasks, answer, index] = await Promise.all([run.loadTasks(), run.readAnswer(key), run.loadIndex()]);
      const task = tasks.get(key.taskId);
      return buildSampleDocument({
        runId: id,
        ...judged,
        task,
        answer,
        prompt: task && run.promptOf(task),
        siblings: index.outcomesOf(key.taskId).map(({ outcome }) => outcome),
        turns: await run.readTurns?.(key),
      });
    },
    /** What every strategy takes out of a raw answer, those that take the same together. */
    async extraction(id: string, key: SampleKey): Promise<ExtractionDocument | undefined> {
      const run = await catalog.find(id);
      const task = (await run?.loadTasks())?.get(key.taskId);
      const { rawText } = (await run?.readAnswer(key)) ?? {};
      if (task === undefined || rawText === undefined) return undefined;
      // The grammar is large, and most samples are looked at without it.
      const [{ compareStrategies }, { createSanitizer }] = await Promise.all([
        import('../sanitize/sanitize-answers.ts'),
        import('../sanitize/sanitizer.ts'),
      ]);
      sanitizer ??= createSanitizer();
      const answer = { taskId: task.id, index: 0, rawText, extra: {}, origin: 'view' };
      const { taken, groups } = compareStrategies({ answer, task, sanitizer: await sanitizer });
      const strategies = groups.map((names) => {
        const { solution, extraction } = taken[names[0] ?? 'none'];
        return { names, solution, trail: extraction.trail };
      });
      return { strategies };
    },
    tasks: listTasks,
    async task(id: string) {
      await Promise.all((await catalog.runs()).map((run) => run.loadTasks()));
      const task = taskOf(id);
      return task && buildTaskDocument(task);
    },
    async answers(taskId: string): Promise<AnswersDocument> {
      const all = await loadAll();
      const answers = await Promise.all(all.map(({ run, index }) => readAnswers(run, index, taskId)));
      const { ids, suspicions } = await listTasks();
      return { taskId, answers: answers.flat(), suspicions: suspicions[ids.indexOf(taskId)] ?? [] };
    },
    matrix: () => remember('matrix', (all) => buildMatrix(all, taskOf)),
    audit: async () =>
      readAudits(
        folders,
        (await listTasks()).ids.flatMap((id) => taskOf(id) ?? []),
      ),
    analysis: () =>
      remember('analysis', async (all) => {
        const { buildAnalysis } = await import('./analysis-document.ts');
        const results = all.map(({ result }) => result);
        return buildAnalysis(results, taskOf);
      }),
    failures: async () => buildFailures(await loadAll()),
    async compare(a: string, b: string) {
      const [first, second] = await Promise.all([catalog.find(a), catalog.find(b)]);
      if (!first || !second) return undefined;
      return remember(`compare ${a} ${b}`, async (all) => {
        const { buildComparison } = await import('./compare-documents.ts');
        const [one, other] = [a, b].map((id) => all.find(({ summary }) => summary.id === id));
        if (!one || !other) throw new BigCodeBenchError('INVARIANT', 'A run was lost while it was compared.');
        return buildComparison(one, other, taskOf);
      });
    },
    leaderboard: () =>
      remember('leaderboard', async (all) => {
        const { buildBoards } = await import('./compare-documents.ts');
        return buildBoards(all, taskOf);
      }),
  };
}

async function readAnswers(run: ViewRun, index: VerdictIndex, taskId: string): Promise<TaskAnswer[]> {
  const answers: TaskAnswer[] = [];
  for (const { index: at } of index.outcomesOf(taskId)) {
    const judged = await run.readVerdict({ taskId, index: at });
    if (judged) answers.push(buildTaskAnswer(run.id, judged.verdict));
  }
  return answers;
}
