/** Rollouts of NeMo-Gym: a line for each, which says what the resources server answered. */
import { z } from 'zod';
import { fileError } from '../../error/bigcodebench-error.ts';
import { pathExists } from '../../util/path-exists.ts';
import { type ForeignLog, readRows, rowMetadataSchema, usageSchema } from './foreign-log.ts';

const what = 'rollouts of NeMo-Gym';

const inputSchema = rowMetadataSchema.extend({
  _ng_task_index: z.number(),
  verifier_metadata: rowMetadataSchema.nullish(),
});
const rolloutSchema = inputSchema.extend({
  reward: z.number().nullable(),
  status: z.string().nullish(),
  extracted_model_code: z.string().nullish(),
  response: z.object({
    model: z.string(),
    usage: usageSchema.nullish(),
    output: z.array(z.object({ content: z.array(z.object({ text: z.string().optional() })).nullish() })).default([]),
  }),
});

export const inputsEnding = '_materialized_inputs.jsonl';

export async function readNeMoGymRollouts(path: string): Promise<ForeignLog> {
  const rollouts = await readRows(path, rolloutSchema, what);
  const inputsPath = path.replace(/\.jsonl$/, inputsEnding);
  const inputs = (await pathExists(inputsPath)) ? await readRows(inputsPath, inputSchema, what) : [];
  const metadataOf = (row: z.infer<typeof inputSchema>) => [row.verifier_metadata, row].find((said) => said?.task_id);
  const asked = new Map(inputs.map((input) => [input._ng_task_index, metadataOf(input)]));
  return {
    samples: rollouts.map((rollout) => {
      const { response, reward, status, extracted_model_code: solution } = rollout;
      const metadata = metadataOf(rollout) ?? asked.get(rollout._ng_task_index);
      if (!metadata?.task_id) {
        throw fileError(path, `${path} does not say which tasks it is about: keep its …${inputsEnding} beside it.`);
      }
      return {
        model: response.model,
        task: metadata.task_id,
        split: metadata.split,
        score: reward ?? undefined,
        cause: status ?? `reward ${reward}`,
        usage: response.usage ?? undefined,
        texts: async () => {
          const answer = response.output.flatMap(({ content }) => content ?? []).map(({ text = '' }) => text);
          return { answer: answer.join(''), solution: solution ?? undefined };
        },
      };
    }),
  };
}
