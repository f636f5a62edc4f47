import type { CompleteEvaluationOptions } from '../../src/evaluate/complete-evaluation.ts';

/** What names the evaluation of 114,000 samples, for the one who writes its journal and the one who reads it. */
export const manySettings = {
  timeLimit: { kind: 'auto', floorSeconds: 10 },
  model: 'many',
  split: 'complete',
  subset: 'full',
  datasetVersion: 'v0.1.4',
  missing: 'fail',
  passK: [1, 5, 10, 25, 100],
  environment: { fingerprint: 'scripted', level: 'none' },
} satisfies Partial<CompleteEvaluationOptions>;
