import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { AnswerRecord } from '../schema/log-event.ts';
import type { RunLog } from '../store/run-log.ts';
import { Backlog } from '../util/backlog.ts';
import { readLines } from '../util/json-lines.ts';
import { parseJson } from '../util/parse-json.ts';
import { errorCodeOf } from '../util/system-error.ts';
import type { AnswerLog } from './answer-log.ts';
import type { TaskPlan } from './request-plan.ts';

/** Copies answers that were found elsewhere, so that they are not asked for again. Returns how many. */
export async function adoptAnswers(log: AnswerLog, answers: AsyncIterable<AnswerRecord>): Promise<number> {
  const recording = new Backlog(256);
  let count = 0;
  for await (const answer of answers) {
    await recording.add(log.append({ type: 'answer', answer }));
    count++;
  }
  await recording.settle();
  return count;
}

/** Answers to the same requests in other runs: of fewer tasks, of fewer samples, or judged by other rules. */
export async function* findInRuns(plans: readonly TaskPlan[], runs: readonly RunLog[]): AsyncGenerator<AnswerRecord> {
  for (const { task, requestHash, missing, repair } of plans) {
    for (const { index } of missing) {
      const key = { taskId: task.id, index, turn: repair?.round ?? 0 };
      const holder = runs.find(({ state }) => state.find(key)?.requestHash === requestHash);
      const answer = await holder?.readAnswer(key);
      if (answer) yield { ...answer, round: 0, ...(repair ? { repair } : {}) };
    }
  }
}

/**
 * Answers in the original's samples file; the original resumes ours the same way. Lines marked by one of our runs are skipped:
 * that run may have asked differently.
 */
export async function* findInFile(plans: readonly TaskPlan[], path: string): AsyncGenerator<AnswerRecord> {
  const missing = new Map(plans.flatMap((plan) => plan.missing.map(({ index }) => [`${plan.task.id}#${index}`, plan])));
  for await (const { taskId, index, rawText, isOriginal } of readEarlierLines(path)) {
    const plan = isOriginal ? missing.get(`${taskId}#${index}`) : undefined;
    if (plan && rawText !== undefined) yield toRecord(plan, index, rawText);
  }
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

const lineSchema = z.looseObject({
  task_id: z.string(),
  solution: z.string(),
  raw_solution: z.string().optional(),
  sample_index: z.number().int().nonnegative().optional(),
});

/** The lines of a samples file, in order, with their text; empty if it does not exist or is not a samples file. */
export async function* readEarlierLines(path: string) {
  const counts = new Map<string, number>();
  try {
    for await (const { text } of readLines(path)) {
      const parsed = lineSchema.safeParse(parseJson(text));
      if (!parsed.success) return;
      const { task_id: taskId, raw_solution: rawText, sample_index: given } = parsed.data;
      const counted = counts.get(taskId) ?? 0;
      counts.set(taskId, counted + 1);
      // The original writes three fields, and nothing that identifies a run.
      yield { taskId, index: given ?? counted, rawText, isOriginal: given === undefined, text };
    }
  } catch (error) {
    // A file that cannot be read is moved aside when the next one is written.
    if (errorCodeOf(error) === undefined && !(error instanceof BigCodeBenchError)) throw error;
  }
}
