import { createRecordedModel, type RecordedAnswer, readRecordedAnswers } from '../model/baseline-models.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import { readManifest } from '../store/manifest.ts';
import { type RunLog, readRun } from '../store/run-log.ts';

/** First answers that nobody is asked for: a model that only repairs them. */
export interface FirstAnswers {
  /** Says them in place of the model. */
  readonly model: ResolvedModel;
  /** The file or folder they are from. */
  readonly source: string;
}

/** The first answers of a run's folder or of a samples file, in place of those of this model. */
export async function readFirstAnswers(source: string, model: ResolvedModel): Promise<FirstAnswers> {
  const isRun = (await readManifest(source)) !== undefined;
  const answers = isRun ? await readFromRun(await readRun(source)) : await readRecordedAnswers(source);
  const firsts = new Map([...answers].map(([id, own]) => [id, own.map(([first]) => (first ? [first] : []))] as const));
  // Somebody else has paid for them, if anybody.
  const price = model.price && { input: 0, output: 0 };
  // No limit was sent that they could have exceeded.
  const capabilities = { ...model.capabilities, maxTokens: false };
  return { model: { ...model, ...createRecordedModel(firsts, source), capabilities, price, close: undefined }, source };
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
