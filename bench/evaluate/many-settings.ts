import type { EvaluateFileOptions } from '../../src/evaluate/evaluate-file.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';

/** What names the evaluation of 114,000 samples, for the one who writes its journal and the one who reads it. */
export const manySettings = {
  // An audit would execute passes: here nothing is executed.
  rules: { ...defaultRules, integrity: 'flags' },
  model: { name: 'many' },
  split: 'complete',
  subset: 'full',
  missing: 'fail',
  passK: [1, 5, 10, 25, 100],
} satisfies Partial<EvaluateFileOptions>;
