import { z } from 'zod';
import { limitsSchema } from './execution.ts';
import { programProfileSchema } from './python-environment.ts';

const lintThresholdsSchema = z.strictObject({
  /** Faults to plant in each reference solution, and the share of them that tests must notice. */
  mutants: z.number().int().min(0).optional(),
  noticed: z.number().min(0).max(1).optional(),
  /** How strong a finding must be to fail the lint. */
  failFrom: z.enum(['doubt', 'proof']).optional(),
});

/** What `dataset lint` asks of a pack's tasks. */
export type LintThresholds = z.infer<typeof lintThresholdsSchema>;

/** A task pack's `manifest.json`: what it is called and what its tasks need to run. */
export const packManifestSchema = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'must be a word of letters, digits, dots, dashes'),
  /** Results from different versions are not comparable. */
  version: z.string().min(1),
  /** The environment profile whose libraries the tasks use. */
  environment: programProfileSchema.default('full'),
  /** Limits of one execution that differ from the defaults. */
  limits: limitsSchema.partial().default({}),
  /** What `dataset lint` asks of every task; left out, doubts are warnings and no faults are planted. */
  lint: lintThresholdsSchema.default({}),
  /** Whether the tasks' programs expect a network. Executors may still deny it. */
  network: z.enum(['none', 'needed']).default('none'),
});

export type PackManifest = z.infer<typeof packManifestSchema>;
