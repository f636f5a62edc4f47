/** `traces.jsonl` of verifiers: a line for each rollout. */
import { z } from 'zod';
import { type ForeignLog, readRows, rowMetadataSchema } from './foreign-log.ts';

const traceSchema = z.object({
  agent: z.object({ name: z.string().optional() }),
  calls: z.array(z.object({ model: z.string().nullish() })).default([]),
  rewards: z
    .record(z.string(), z.object({ score: z.number().nullable(), weight: z.number().default(1) }).nullable())
    .default({}),
  ok: z.boolean(),
  root_reply: z.string().nullish(),
});
const episodeSchema = z.object({
  task: z.object({
    key: z.string().nullish(),
    data: z.object({
      id: z.string().nullish(),
      name: z.string().nullish(),
      row: z.object({ verifier_metadata: rowMetadataSchema.optional() }).optional(),
      reset: rowMetadataSchema.optional(),
    }),
  }),
  ok: z.boolean().default(false),
  errors: z.array(z.object({ message: z.string() })).default([]),
  traces: z.array(traceSchema).default([]),
});

export async function readVerifiersTraces(path: string): Promise<ForeignLog> {
  const episodes = await readRows(path, episodeSchema, 'traces of verifiers');
  const names = new Set<string>();
  const samples = episodes.map(({ task: { data, key }, ok, errors, traces: [trace] }) => {
    const row = data.row?.verifier_metadata ?? data.reset;
    // One without weight only tells something.
    const rewards = Object.entries(trace?.rewards ?? {}).filter(([, reward]) => reward && reward.weight > 0);
    for (const [name] of rewards) names.add(name);
    const least = Math.min(...rewards.map(([, reward]) => reward?.score ?? Number.NaN));
    return {
      model: trace?.calls.find(({ model }) => model)?.model ?? trace?.agent.name ?? 'unknown',
      task: row?.task_id ?? data.id ?? data.name ?? key ?? 'unknown',
      split: row?.split,
      score: ok && trace?.ok && rewards.length > 0 ? least : undefined,
      cause: errors[0]?.message ?? `reward ${least}`,
      texts: async () => ({ answer: trace?.root_reply ?? undefined }),
    };
  });
  const several = `${path} has the rewards ${[...names].join(' and ')}: a sample passes if it has 1 of each.`;
  return { samples, notes: names.size > 1 ? [several] : [] };
}
