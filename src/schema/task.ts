import { z } from 'zod';
import { domainSchema } from './domain.ts';

/** One benchmark problem. Rows from every dataset version, file and task pack become this. */
export const taskSchema = z.object({
  id: z.string().min(1),
  completePrompt: z.string(),
  instructPrompt: z.string(),
  codePrompt: z.string(),
  canonicalSolution: z.string(),
  test: z.string(),
  entryPoint: z.string(),
  /** The docstring in parts, as in the dataset; empty if the source has none. */
  docStruct: z.record(z.string(), z.unknown()),
  /** Importable module names, as the dataset lists them. */
  libs: z.array(z.string()),
  domains: z.array(domainSchema),
  hard: z.boolean(),
});

export type Task = z.infer<typeof taskSchema>;

/**
 * What calibration puts before a solution: the function of the prompt with an empty body, so that an answer which leaves
 * out the imports of the prompt is not failed for it.
 */
export function calibrationOf({ codePrompt }: Pick<Task, 'codePrompt'>): string {
  return `${codePrompt}\n    pass\n`;
}
