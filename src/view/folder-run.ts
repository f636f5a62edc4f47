import { resultOf } from '../compare/result-from-run.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import { buildRunDetails, buildRunSummary } from '../report/explorer/run-summary.ts';
import { VerdictIndex } from '../report/explorer/verdict-index.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { AnswerView, TurnView } from '../schema/view/sample-document.ts';
import { estimateMean } from '../score/estimate.ts';
import { readRun } from '../store/run-log.ts';
import { hashValue, sha256 } from '../util/hash.ts';
import type { ViewContext, ViewRun } from './view-run.ts';

/** The folder of a run, whether it is finished, stopped or under way. */
export async function openFolderRun(path: string, { tasks, isTaken }: ViewContext): Promise<ViewRun> {
  const log = await readRun(path);
  const id = isTaken?.(log.id) ? `${log.id}-${sha256(path).slice(0, 6)}` : log.id;
  const { run } = log.manifest;
  const tasksName = `${run.dataset.file} ${hashValue(run.taskIds)}`;
  const loadTasks = () => tasks.load(tasksName, () => log.tasks(run.taskIds));
  let index: { readonly of: string; readonly verdicts: VerdictIndex } | undefined;

  /** Built again when the log has other verdicts. */
  const loadIndex = async (): Promise<VerdictIndex> => {
    const { judged, epoch, sampleCount } = log.state;
    const of = `${epoch} ${judged.length} ${sampleCount}`;
    if (index?.of !== of) {
      const { taskIds, missing } = log.record;
      index = { of, verdicts: new VerdictIndex({ taskIds, judged: [...judged], missing, epoch }) };
    }
    return index.verdicts;
  };
  /** A finished run says its own score; of another, what can be said so far. */
  const estimate = () => {
    const { result } = log.record;
    if (result) return result.score.passAt1;
    const shares = [...resultOf(log).tasks.values()].map(({ passed, samples }) => passed / samples);
    return shares.length === 0 ? undefined : estimateMean(shares, { wilson: true });
  };
  return {
    id,
    loadIndex,
    loadTasks: async () => (await loadTasks()).byId,
    async summarize() {
      const { problem } = await loadTasks();
      return { ...buildRunSummary(log.record, estimate(), problem), id };
    },
    detail: async () => buildRunDetails(log.record, path),
    async readVerdict(key) {
      const verdict = await log.readVerdict(key);
      return verdict && { verdict, isCalibrated: run.rules.calibrated };
    },
    async readAnswer(key: SampleKey): Promise<AnswerView> {
      const answer = await log.readAnswer(key);
      if (answer) {
        const { text, reasoning, finishReason, usage } = answer;
        return { rawText: text, reasoning, finishReason, usage };
      }
      const rawText = await log.readRawText(key);
      if (rawText !== undefined) return { rawText, finishReason: log.state.find(key)?.finishReason };
      return { missing: `The samples of ${run.model.name} came as a file without raw answers.` };
    },
    async readTurns(key) {
      const turns: TurnView[] = [];
      for (const state of log.state.conversationOf(key)) {
        const [verdict, answer] = [await log.readVerdict(state), await log.readAnswer(state)];
        if (!verdict) continue;
        const { outcome, solution: program } = verdict;
        const tests = verdict.tests.map((test) => ({ name: test.name, outcome: test.outcome }));
        turns.push({ outcome, program, tests, feedback: answer?.repair?.feedback });
      }
      return turns.length > 1 ? turns : undefined;
    },
    result: () => resultOf(log),
    promptOf: (task) => run.asking && buildPrompt(task, { ...run.asking, split: run.split }),
    refresh: () => log.follow(),
  };
}
