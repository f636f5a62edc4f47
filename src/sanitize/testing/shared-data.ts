import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { sharedData } from '../../util/testing/shared-data.ts';

const answerSchema = z.object({ task_id: z.string(), solution: z.string(), raw_solution: z.string() });

export type RecordedAnswer = z.infer<typeof answerSchema>;

export const recordedFiles = ['complete', 'instruct', 'instruct-chat'] as const;

/** Real answers and what the original made of them. */
export function readRecordedAnswers(file: (typeof recordedFiles)[number]): RecordedAnswer[] {
  const path = sharedData('samples', `qwen2.5-coder-7b-instruct--${file}.samples.jsonl.gz`);
  return readGzippedLines(path).map((line) => answerSchema.parse(JSON.parse(line)));
}

const taskSchema = z.object({ task_id: z.string(), complete_prompt: z.string(), canonical_solution: z.string() });

/** Programs that are known to be honest: the prompt and canonical solution of every task. */
export function readCanonicalSolutions(): { readonly taskId: string; readonly code: string }[] {
  return readGzippedLines(sharedData('bigcodebench-v0.1.4.jsonl.gz')).map((line) => {
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
