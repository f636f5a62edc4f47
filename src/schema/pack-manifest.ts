import { z } from 'zod';
import { limitsSchema } from './limits.ts';
import { profileSchema } from './python-environment.ts';

/** `manifest.json` of a task pack: what the pack is called, and what running its tasks needs. */
export const packManifestSchema = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'must be a word of letters, digits, dots, dashes'),
  /** Results of different versions are not comparable. */
  version: z.string().min(1),
  /** The environment profile whose libraries the tasks use. */
  environment: profileSchema.default('full'),
  /** Limits of one run that differ from the defaults. */
  limits: limitsSchema.partial().default({}),
  /** Whether the tasks' programs expect to reach the network. Executors may still refuse it. */
  network: z.enum(['none', 'needed']).default('none'),
});

export type PackManifest = z.infer<typeof packManifestSchema>;
