import { z } from 'zod';
import { type PromptSettings, resolvePromptSettings } from '../prompt/build-prompt.ts';
import { splitSchema } from '../schema/split.ts';
import { readManifest } from '../store/run-folder.ts';

/** What a generation's manifest says about how it asked. */
const identitySchema = z.object({
  split: splitSchema,
  kind: z.enum(['chat', 'base']),
  instructionPrefix: z.string(),
  responsePrefix: z.string().optional(),
  prefill: z.boolean(),
  stripNewlines: z.boolean(),
});

/** How a generation (`runs/g-…`) asked its model; undefined if its folder is gone or does not say. */
export async function readPromptSettings(folder: string): Promise<PromptSettings | undefined> {
  const manifest = await readManifest(folder).catch(() => undefined);
  const parsed = identitySchema.safeParse(manifest?.identity);
  return parsed.success ? resolvePromptSettings(parsed.data) : undefined;
}
