import { buildFailures } from '../report/explorer/failures-document.ts';
import { buildMatrix } from '../report/explorer/matrix-document.ts';
import { buildSampleDocument } from '../report/explorer/sample-document.ts';
import { buildTaskAnswer, buildTaskColumns, buildTaskDocument } from '../report/explorer/task-document.ts';
import { buildTaskList } from '../report/explorer/task-list-document.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import type {
  AnswersDocument,
  ExtractionDocument,
  FailuresDocument,
  MatrixDocument,
  RowsDocument,
  RunDocument,
  RunListDocument,
  SampleDocument,
  TaskAnswer,
  TaskDocument,
  TaskListDocument,
} from '../schema/view-document.ts';
import { type Catalog, sortRuns } from './catalog.ts';
import type { SampleKey, ViewRun } from './view-run.ts';

/** Every document a view can be asked for; undefined where there is no such thing. */
export interface ViewDocuments {
  runs(): Promise<RunListDocument>;
  run(id: string): Promise<RunDocument | undefined>;
  rows(id: string, from: number): Promise<RowsDocument | undefined>;
  sample(id: string, key: SampleKey): Promise<SampleDocument | undefined>;
  extraction(id: string, key: SampleKey): Promise<ExtractionDocument | undefined>;
  tasks(): Promise<TaskListDocument>;
  task(id: string): Promise<TaskDocument | undefined>;
  answers(taskId: string): Promise<AnswersDocument>;
  matrix(): Promise<MatrixDocument>;
  failures(runIds: readonly string[]): Promise<FailuresDocument>;
}

export function createDocuments(catalog: Catalog): ViewDocuments {
  /** All runs with their verdicts, and their tasks on the shelf. */
  const loadAll = async () =>
    Promise.all(
      (await catalog.runs()).map(async (run) => {
        const [index] = await Promise.all([run.loadIndex(), run.loadTasks()]);
        return { id: run.id, run, index };
      }),
    );
  return {
    async runs() {
      const summaries = await Promise.all((await catalog.runs()).map((run) => run.summarize()));
      return { runs: sortRuns(summaries), unreadable: catalog.unreadable() };
    },
    async run(id) {
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
    async rows(id, from) {
      const run = await catalog.find(id);
      if (!run) return undefined;
      const [index, summary] = await Promise.all([run.loadIndex(), run.summarize()]);
      return { run: summary, from, samples: index.columns(from) };
    },
    async sample(id, key) {
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
      });
    },
    async extraction(id, key) {
      const run = await catalog.find(id);
      const task = (await run?.loadTasks())?.get(key.taskId);
      const { rawText } = (await run?.readAnswer(key)) ?? {};
      if (task === undefined || rawText === undefined) return undefined;
      // The grammar is large, and most samples are looked at without it.
      const { buildExtraction } = await import('./extraction-document.ts');
      return buildExtraction(rawText, task);
    },
    async tasks() {
      return buildTaskList(await loadAll(), (id) => catalog.shelf.find(id));
    },
    async task(id) {
      await Promise.all((await catalog.runs()).map((run) => run.loadTasks()));
      const task = catalog.shelf.find(id);
      return task && buildTaskDocument(task);
    },
    async answers(taskId) {
      const all = await loadAll();
      const answers = await Promise.all(all.map(({ run, index }) => readAnswers(run, index, taskId)));
      const { ids, suspicions } = buildTaskList(all, () => undefined);
      return { taskId, answers: answers.flat(), suspicions: suspicions[ids.indexOf(taskId)] ?? [] };
    },
    async matrix() {
      const all = await loadAll();
      const runs = await Promise.all(all.map(async ({ run, index }) => ({ summary: await run.summarize(), index })));
      return buildMatrix(runs, (id) => catalog.shelf.find(id));
    },
    async failures(runIds) {
      const all = await loadAll();
      return buildFailures(runIds.length === 0 ? all : all.filter(({ id }) => runIds.includes(id)));
    },
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
