/** Logs of Inspect: `.eval`, a ZIP archive of JSON, and `.json`, one document. */
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import { splitSchema } from '../../schema/task.ts';
import { exceptionOf } from '../../schema/verdict.ts';
import { openZip } from '../../util/zip.ts';
import { type ForeignLog, parseDocument, readDocument, type SampleTexts, usageSchema } from './foreign-log.ts';

const what = 'a log of Inspect';

const scoreSchema = z.object({
  value: z.unknown().optional(),
  answer: z.string().nullish(),
  explanation: z.string().nullish(),
});
const contentSchema = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]);
const sampleSchema = z.object({
  id: z.union([z.string(), z.number()]),
  epoch: z.number(),
  scores: z.record(z.string(), scoreSchema).nullish(),
  model_usage: z.record(z.string(), usageSchema).optional(),
  output: z.object({ choices: z.array(z.object({ message: z.object({ content: contentSchema }) })) }).optional(),
});
const headerSchema = z.object({
  status: z.string(),
  eval: z.object({
    created: z.string(),
    task: z.string(),
    model: z.string(),
    dataset: z.object({ sample_ids: z.array(z.unknown()).nullish() }).optional(),
    task_args: z.object({ split: splitSchema.optional().catch(undefined) }).optional(),
    config: z.object({ epochs: z.number().nullish() }).optional(),
    model_generate_config: z.object({ temperature: z.number().nullish() }).optional(),
  }),
});
const logSchema = headerSchema.extend({ samples: z.array(sampleSchema) });

type InspectSample = z.infer<typeof sampleSchema>;

export async function readInspectLog(path: string): Promise<ForeignLog> {
  if (!path.endsWith('.eval')) {
    const { samples, ...header } = await readDocument(path, logSchema, what);
    return buildLog(path, header, samples);
  }
  const zip = await openZip(path);
  const readEntry = async <Value>(name: string, schema: z.ZodType<Value>): Promise<Value> => {
    const bytes = await zip.read(name);
    return parseDocument(bytes.toString('utf8'), schema, `${path}/${name}`, what);
  };
  if (!zip.names.includes('header.json')) throw unfinished(path, 'started');
  const header = await readEntry('header.json', headerSchema);
  // Their texts are shortened: in full they stand in a file for each sample.
  const summaries = await readEntry('summaries.json', z.array(sampleSchema));
  return buildLog(path, header, summaries, ({ id, epoch }) =>
    readEntry(`samples/${id}_epoch_${epoch}.json`, sampleSchema),
  );
}

function buildLog(
  path: string,
  { status, eval: asked }: z.infer<typeof headerSchema>,
  samples: readonly InspectSample[],
  readWhole = async (sample: InspectSample) => sample,
): ForeignLog {
  if (status !== 'success') throw unfinished(path, status);
  const { created, task, model, dataset, task_args, config, model_generate_config } = asked;
  const [scorer = '', ...others] = new Set(samples.flatMap(({ scores }) => Object.keys(scores ?? {})));
  const absent = (dataset?.sample_ids?.length ?? 0) - new Set(samples.map(({ id }) => id)).size;
  const temperature = model_generate_config?.temperature ?? undefined;
  return {
    date: created,
    split: task_args?.split,
    isBenchmark: /bigcodebench/i.test(task),
    parameters: { nSamples: config?.epochs ?? 1, ...(temperature === undefined ? {} : { temperature }) },
    notes: [
      ...(others.length === 0 ? [] : [`${path} is read by its scorer ${scorer}; it also has ${others.join(', ')}.`]),
      ...(absent <= 0 ? [] : [`${path}: ${absent} tasks have no sample and are left out.`]),
    ],
    samples: samples.map((sample) => {
      const score = sample.scores?.[scorer];
      return {
        model,
        task: sample.id,
        score: readValue(score?.value),
        cause: score?.explanation ? exceptionOf(score.explanation).line : `score ${JSON.stringify(score?.value)}`,
        usage: sample.model_usage?.[model],
        texts: async () => textsOf(await readWhole(sample), scorer),
      };
    }),
  };
}

const namedScores: Readonly<Record<string, number>> = { c: 1, yes: 1, true: 1, p: 0.5, i: 0, n: 0, no: 0, false: 0 };

/** What Inspect makes of a score, but one that it knows nothing about is no verdict. */
function readValue(value: unknown): number | undefined {
  if (typeof value === 'string') return namedScores[value.toLowerCase()] ?? Number(value.trim() || Number.NaN);
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : undefined;
}

function textsOf({ output, scores }: InspectSample, scorer: string): SampleTexts {
  const content = output?.choices[0]?.message.content;
  const answer = typeof content === 'string' ? content : content?.map(({ text = '' }) => text).join('');
  return { answer, solution: scores?.[scorer]?.answer ?? undefined };
}

function unfinished(path: string, status: string) {
  return fileError(path, `${path} is not finished (${status}): finish it first, with \`inspect eval-retry\`.`);
}
