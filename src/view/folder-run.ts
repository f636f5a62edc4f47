import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildPrompt, type PromptSettings } from '../prompt/build-prompt.ts';
import { buildRunDetails, buildRunSummary } from '../report/explorer/run-summary.ts';
import type { VerdictIndex } from '../report/explorer/verdict-index.ts';
import type { RunRecord } from '../schema/run-record.ts';
import type { AnswerView } from '../schema/view/sample-document.ts';
import { estimateMean } from '../score/estimate.ts';
import { type Answers, openAnswers } from '../store/answers.ts';
import { isFolderLocked } from '../store/folder-lock.ts';
import { readKeptTasks } from '../store/kept-tasks.ts';
import { readRecord } from '../store/read-run.ts';
import { scoreFile } from '../store/run-folder.ts';
import { hashValue } from '../util/hash.ts';
import { JournalFollower } from './journal-follower.ts';
import { readPromptSettings } from './prompt-settings.ts';
import { readVerdictTable } from './read-verdict-table.ts';
import type { RunContext, SampleKey, ViewRun } from './view-run.ts';

/** A finished run this large is listed from its table; its journal is read when a sample is opened. */
const tableFrom = 20_000;

/** The folder of an evaluation (`runs/e-…`), whether it is finished, stopped or under way. */
export async function openFolderRun(path: string, { shelf }: RunContext): Promise<ViewRun> {
  let { record } = await readRecord(path);
  const follower = new JournalFollower(path, record.taskIds);
  const tasksFile = join(dirname(path), record.dataset.file);
  const { taskIds } = record;
  const tasksName = `${tasksFile} ${hashValue(taskIds)}`;
  const loadShelved = () => shelf.load(tasksName, () => readKeptTasks(tasksFile, taskIds));
  const generation = record.generationId === undefined ? undefined : join(dirname(path), record.generationId);
  let settings: PromptSettings | undefined;
  let table: Promise<VerdictIndex> | undefined;
  let answers: Promise<Answers> | undefined;

  const loadIndex = async (): Promise<VerdictIndex> => {
    if (record.state === 'finished' && record.verdicts >= tableFrom) {
      table ??= readVerdictTable(path, record.taskIds);
      return table;
    }
    await follower.follow();
    return follower.verdicts;
  };
  /** A finished run says its own score; of another, what can be said so far. */
  const estimate = async () => {
    const { result } = record;
    if (result) return result.score.byK.find(({ k }) => k === 1)?.passAtK;
    const { samplesOf, passedOf } = await loadIndex();
    const shares = samplesOf.flatMap((samples, at) => (samples > 0 ? [(passedOf[at] ?? 0) / samples] : []));
    return shares.length === 0 ? undefined : estimateMean(shares, { wilson: true });
  };
  const findAnswer = async (key: SampleKey) => {
    if (generation === undefined) return undefined;
    answers ??= openAnswers(generation);
    const found = await (await answers).find(key);
    if (found !== undefined || record.state === 'finished') return found;
    // A run under way may have got it since.
    await (await answers)[Symbol.asyncDispose]();
    answers = openAnswers(generation);
    return (await answers).find(key);
  };
  return {
    id: record.id,
    loadIndex,
    async loadTasks() {
      if (generation !== undefined) settings ??= await readPromptSettings(generation);
      return (await loadShelved()).byId;
    },
    async summarize() {
      const index = record.result ? undefined : await loadIndex();
      const { problem } = await loadShelved();
      const counts = index ? { verdicts: index.length, passed: index.passed } : record;
      return buildRunSummary({ ...record, ...counts }, { passAt1: await estimate(), problem });
    },
    detail: async () => buildRunDetails(record, path),
    async readVerdict(key) {
      await follower.follow();
      const verdict = await follower.read(key);
      return verdict && { verdict, isCalibrated: record.rules.calibrated };
    },
    async readAnswer(key): Promise<AnswerView> {
      const answer = await findAnswer(key);
      if (answer === undefined) return { missing: explainMissing(record) };
      const { text, reasoning, finishReason, usage } = answer;
      return { rawText: text, reasoning, finishReason, usage };
    },
    conditions: () => ({
      split: record.split,
      subset: record.subset,
      dataset: `${record.dataset.name} ${record.dataset.version}`,
      datasetHash: record.dataset.hash,
      rules: record.rules,
      fingerprint: record.conditions.fingerprint,
      caveat: record.conditions.caveat,
    }),
    promptOf: (task) => settings && buildPrompt(task, settings),
    async refresh() {
      if (record.state === 'finished') return false;
      const before = record.state;
      // Asked before the journal is read: a run that ends meanwhile is told as running, never as stopped.
      const isLocked = await isFolderLocked(path);
      const hasGrown = await follower.follow();
      // Its score is the last thing a run writes.
      const isOver = await stat(join(path, scoreFile)).then(
        () => true,
        () => false,
      );
      record = isOver ? (await readRecord(path)).record : { ...record, state: isLocked ? 'running' : 'stopped' };
      return hasGrown || record.state !== before;
    },
    async close() {
      await follower.close();
      await (await answers)?.[Symbol.asyncDispose]();
    },
  };
}

function explainMissing({ generationId, model }: RunRecord): string {
  return generationId === undefined
    ? `These samples came as a file of ${model.name}: raw answers are there, if anywhere.`
    : `The generation ${generationId} has no answer to this sample.`;
}
