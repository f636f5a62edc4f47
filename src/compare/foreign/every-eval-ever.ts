/** Every Eval Ever: a record of an evaluation, and beside it a line for each sample. */
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import { splitSchema } from '../../schema/task.ts';
import { type ForeignLog, readDocument, readRows, usageSchema } from './foreign-log.ts';

const recordSchema = z.object({ detailed_evaluation_results: z.object({ file_path: z.string() }).nullish() });
const sampleSchema = z.object({
  model_id: z.string(),
  evaluation_name: z.string(),
  evaluation_result_id: z.string().nullish(),
  sample_id: z.string(),
  output: z.object({ raw: z.array(z.string()) }).nullish(),
  answer_attribution: z.array(z.object({ extracted_value: z.string() })).default([]),
  evaluation: z.object({ score: z.number().nullable(), is_correct: z.boolean() }),
  token_usage: usageSchema.nullish(),
});

export const samplesEnding = '_samples.jsonl';

export async function readEveryEvalEver(path: string): Promise<ForeignLog> {
  const rows = await readRows(await findSamples(path), sampleSchema, 'samples of Every Eval Ever');
  // A sample has a line for each metric: the first metric is read.
  const metricOf = ({ evaluation_result_id, evaluation_name }: z.infer<typeof sampleSchema>) =>
    evaluation_result_id ?? evaluation_name;
  const [metric = '', ...others] = new Set(rows.map(metricOf));
  const name = rows[0]?.evaluation_name ?? '';
  return {
    split: splitSchema.safeParse(name.split('-').at(-1)).data,
    isBenchmark: /bigcodebench/i.test(name),
    notes: others.length === 0 ? [] : [`${path} is read by ${metric}; it also has ${others.join(', ')}.`],
    samples: rows
      .filter((row) => metricOf(row) === metric)
      .map((row) => {
        const { evaluation, token_usage: used, output, answer_attribution: extracted } = row;
        return {
          model: row.model_id,
          task: row.sample_id.replace(/#\d+$/, ''),
          score: Number(evaluation.is_correct),
          cause: `score ${evaluation.score}`,
          usage: used ?? undefined,
          texts: async () => ({ answer: output?.raw.at(-1), solution: extracted.at(-1)?.extracted_value }),
        };
      }),
  };
}

/** The lines of a record; it names their file as it is called where it was published. */
async function findSamples(path: string): Promise<string> {
  if (path.endsWith('.jsonl')) return path;
  const record = await readDocument(path, recordSchema, 'a record of Every Eval Ever');
  const { detailed_evaluation_results: details } = record;
  if (details) return join(dirname(path), basename(details.file_path));
  throw fileError(path, `${path} has scores, but no results of single tasks: there is nothing in it to compare.`);
}
