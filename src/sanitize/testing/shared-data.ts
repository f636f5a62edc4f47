import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** Folder with real answers, for tests and measurements only; undefined where it is not there. */
export function findSharedData(): string | undefined {
  const folder = process.env.BCB_SHARED_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
  return existsSync(join(folder, 'samples')) ? folder : undefined;
}

const answerSchema = z.object({ task_id: z.string(), solution: z.string(), raw_solution: z.string() });

export type RecordedAnswer = z.infer<typeof answerSchema>;

export const recordedFiles = ['complete', 'instruct', 'instruct-chat'] as const;

/** Real answers and what the original made of them. */
export function readRecordedAnswers(folder: string, file: (typeof recordedFiles)[number]): RecordedAnswer[] {
  const path = join(folder, 'samples', `qwen2.5-coder-7b-instruct--${file}.samples.jsonl.gz`);
  return readGzippedLines(path).map((line) => answerSchema.parse(JSON.parse(line)));
}

/** Programs that are known to be honest: the prompt and canonical solution of every task. */
export function readCanonicalSolutions(folder: string): { readonly taskId: string; readonly code: string }[] {
  const schema = z.object({ task_id: z.string(), complete_prompt: z.string(), canonical_solution: z.string() });
  return readGzippedLines(join(folder, 'bigcodebench-v0.1.4.jsonl.gz')).map((line) => {
    const row = schema.parse(JSON.parse(line));
    return { taskId: row.task_id, code: `${row.complete_prompt}\n${row.canonical_solution}` };
  });
}

function readGzippedLines(path: string): string[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
