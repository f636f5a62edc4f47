import type { AnswerRecord } from '../schema/log-event.ts';
import type { RunLog } from '../store/run-log.ts';
import { Backlog } from '../util/backlog.ts';
import type { AnswerLog } from './answer-log.ts';
import type { EarlierLine } from './earlier-lines.ts';
import type { TaskPlan } from './request-plan.ts';

/**
 * Copies answers to the same requests from other runs, so that they are not paid for twice: of fewer tasks, of fewer
 * samples, or judged by other rules. Returns how many.
 */
export async function adoptFromRuns(
  log: AnswerLog,
  plans: readonly TaskPlan[],
  runs: readonly RunLog[],
): Promise<number> {
  const recording = new Backlog(256);
  let adopted = 0;
  for (const { task, requestHash, missing } of plans) {
    for (const { index } of missing) {
      const key = { taskId: task.id, index };
      const holder = runs.find(({ state }) => state.find(key)?.requestHash === requestHash);
      const answer = await holder?.readAnswer(key);
      if (answer === undefined) continue;
      await recording.add(log.append({ type: 'answer', answer: { ...answer, round: 0 } }));
      adopted++;
    }
  }
  await recording.settle();
  return adopted;
}

/**
 * Adopts the answers in the original's samples file, so that they are not requested again; the original resumes ours the
 * same way. Returns how many. Lines marked by one of our runs are skipped: that run may have asked differently.
 */
export async function adoptFromFile(
  log: AnswerLog,
  plans: readonly TaskPlan[],
  lines: AsyncIterable<EarlierLine>,
): Promise<number> {
  const missing = new Map(plans.flatMap((plan) => plan.missing.map(({ index }) => [`${plan.task.id}#${index}`, plan])));
  const recording = new Backlog(256);
  let adopted = 0;
  for await (const line of lines) {
    const plan = line.isOriginal ? missing.get(`${line.taskId}#${line.index}`) : undefined;
    if (plan === undefined || line.rawText === undefined) continue;
    await recording.add(log.append({ type: 'answer', answer: toRecord(plan, line.index, line.rawText) }));
    adopted++;
  }
  await recording.settle();
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
