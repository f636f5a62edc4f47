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
 * Takes the answers of the original's samples file over, so that they are not asked for again; it resumes ours the same
 * way. Returns how many. Lines that carry the mark of a run of ours are left alone: that run may have asked differently.
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
  // The original keeps the prompt of a base model in front of its answer.
  const before = prompt.form === 'completion' && rawText.startsWith(prompt.text) ? prompt.text.length : 0;
  return {
    taskId: task.id,
    index,
    requestHash,
    text: rawText.slice(before),
    finishReason: 'stop',
    latencyMs: 0,
    warnings: ['taken over from a samples file of the original'],
    round: 0,
    at: new Date().toISOString(),
  };
}
