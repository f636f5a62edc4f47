import type { CompleteEvaluationOptions } from '../../src/evaluate/complete-evaluation.ts';
import { defaultRules } from '../../src/schema/evaluation-rules.ts';

/** What names the evaluation of 114,000 samples, for the one who writes its journal and the one who reads it. */
export const manySettings = {
  rules: defaultRules,
  model: 'many',
  split: 'complete',
  subset: 'full',
  datasetVersion: 'v0.1.4',
  missing: 'fail',
  passK: [1, 5, 10, 25, 100],
  environment: { fingerprint: 'scripted', level: 'none' },
} satisfies Partial<CompleteEvaluationOptions>;
