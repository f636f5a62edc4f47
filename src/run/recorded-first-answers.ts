import { createRecordedModel, type RecordedAnswer, readRecordedAnswers } from '../model/baseline-models.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import { readManifest } from '../store/manifest.ts';
import { type RunLog, readRun } from '../store/run-log.ts';

export type FirstAnswers = Awaited<ReturnType<typeof readFirstAnswers>>;

/** First answers that nobody is asked for, of a run's folder or of a samples file: what says them in place of a model. */
export async function readFirstAnswers(source: string, model: ResolvedModel) {
  const isRun = (await readManifest(source)) !== undefined;
  const answers = isRun ? await readFromRun(await readRun(source)) : await readRecordedAnswers(source);
  const firsts = new Map([...answers].map(([id, own]) => [id, own.map(([first]) => (first ? [first] : []))] as const));
  // Somebody else has paid for them, if anybody.
  const price = model.price && { input: 0, output: 0 };
  // No limit was sent that they could have exceeded.
  const capabilities = { ...model.capabilities, maxTokens: false };
  const recorded: ResolvedModel = { ...model, ...createRecordedModel(firsts, source), capabilities, price };
  return { model: { ...recorded, close: undefined }, source };
}

async function readFromRun(log: RunLog) {
  const answers = new Map<string, (readonly RecordedAnswer[])[]>();
  for (const { taskId, index } of log.state.samples()) {
    const first = { taskId, index, turn: 0 };
    const answer = await log.readAnswer(first);
    const text = answer?.text ?? (await log.readRawText(first)) ?? (await log.readVerdict(first))?.solution;
    const own = answers.get(taskId) ?? [];
    own[index] = text === undefined ? [] : [{ text, usage: answer?.usage }];
    answers.set(taskId, own);
  }
  return answers;
}
