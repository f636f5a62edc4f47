import type { AnswerRecord } from '../schema/generation-event.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import type { EarlierLine } from './earlier-lines.ts';
import type { TaskPlan } from './request-plan.ts';

export interface AdoptInput {
  readonly ledger: AnswerLedger;
  readonly plans: readonly TaskPlan[];
  readonly lines: AsyncIterable<EarlierLine>;
}

/**
 * Adopts the answers in the original's samples file, so that they are not requested again; the original resumes ours the
 * same way. Returns how many. Lines marked by one of our runs are skipped: that run may have asked differently.
 */
export async function adoptAnswers({ ledger, plans, lines }: AdoptInput): Promise<number> {
  const missing = new Map(plans.flatMap((plan) => plan.missing.map(({ index }) => [`${plan.task.id}#${index}`, plan])));
  let adopted = 0;
  for await (const line of lines) {
    const plan = line.isOriginal ? missing.get(`${line.taskId}#${line.index}`) : undefined;
    if (plan === undefined || line.rawText === undefined) continue;
    await ledger.record({ type: 'answer', answer: toRecord(plan, line.index, line.rawText) });
    adopted++;
  }
  return adopted;
}

function toRecord({ task, prompt, requestHash }: TaskPlan, index: number, rawText: string): AnswerRecord {
  // The original stores a base model's answer with the prompt in front.
  const before = prompt.form === 'completion' && rawText.startsWith(prompt.text) ? prompt.text.length : 0;
  return {
    taskId: task.id,
    index,
    requestHash,
    text: rawText.slice(before),
    finishReason: 'stop',
    latencyMs: 0,
    warnings: ['adopted from a samples file of the original'],
    round: 0,
    at: new Date().toISOString(),
  };
}
