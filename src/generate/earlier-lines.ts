import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { readLines } from '../util/json-lines.ts';
import { parseJson } from '../util/parse-json.ts';
import { errorCodeOf } from '../util/system-error.ts';

export interface EarlierLine {
  readonly taskId: string;
  readonly index: number;
  readonly rawText: string | undefined;
  /** Written by the original: three fields, and nothing that identifies a run. */
  readonly isOriginal: boolean;
  /** The line itself, without its newline. */
  readonly text: string;
}

const lineSchema = z.looseObject({
  task_id: z.string(),
  solution: z.string(),
  raw_solution: z.string().optional(),
  sample_index: z.number().int().nonnegative().optional(),
});

/** The lines of a samples file, in order; empty if it does not exist or is not a samples file. */
export async function* readEarlierLines(path: string): AsyncGenerator<EarlierLine> {
  const counts = new Map<string, number>();
  try {
    for await (const { text } of readLines(path)) {
      const parsed = lineSchema.safeParse(parseJson(text));
      if (!parsed.success) return;
      const { task_id: taskId, raw_solution: rawText, sample_index: given } = parsed.data;
      const counted = counts.get(taskId) ?? 0;
      counts.set(taskId, counted + 1);
      yield { taskId, index: given ?? counted, rawText, isOriginal: given === undefined, text };
    }
  } catch (error) {
    // A file that cannot be read is moved aside when the next one is written.
    if (errorCodeOf(error) === undefined && !(error instanceof BigCodeBenchError)) throw error;
  }
}
