import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { RecordedData } from '../../util/testing/recorded-data.ts';

const answerSchema = z.object({ task_id: z.string(), solution: z.string(), raw_solution: z.string() });

export type RecordedAnswer = z.infer<typeof answerSchema>;

export const recordedFiles = ['complete', 'instruct', 'instruct-chat'] as const;

/** Real answers and what the original made of them. */
export function readRecordedAnswers(data: RecordedData, answers: (typeof recordedFiles)[number]): RecordedAnswer[] {
  return readGzippedLines(data.samplesFile(answers)).map((line) => answerSchema.parse(JSON.parse(line)));
}

const taskSchema = z.object({ task_id: z.string(), complete_prompt: z.string(), canonical_solution: z.string() });

/** Programs known to be honest: the prompt and reference solution of every task. */
export function readCanonicalSolutions(data: RecordedData): { readonly taskId: string; readonly code: string }[] {
  return readGzippedLines(data.tasksFile).map((line) => {
    const row = taskSchema.parse(JSON.parse(line));
    return { taskId: row.task_id, code: `${row.complete_prompt}\n${row.canonical_solution}` };
  });
}

function readGzippedLines(path: string): string[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
