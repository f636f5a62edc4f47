/** The shapes that other programs may rely on; each becomes a JSON Schema in docs/reference/schemas. */
export const publishedSchemas = {
  task: { title: 'A task', module: 'schema/task.ts', schema: 'taskSchema' },
  'task-list': {
    title: 'Tasks: `bcb dataset list --json`',
    module: 'dataset/task-list.ts',
    schema: 'taskListSchema',
  },
  'pack-manifest': {
    title: 'The manifest.json of a task pack',
    module: 'schema/pack-manifest.ts',
    schema: 'packManifestSchema',
  },
  sample: { title: 'A sample', module: 'schema/sample.ts', schema: 'sampleSchema' },
  'exec-request': {
    title: 'A request: one line into `bcb exec`',
    module: 'schema/exec-request.ts',
    schema: 'execRequestSchema',
  },
  execution: {
    title: 'An execution: one line of `bcb exec`',
    module: 'schema/execution.ts',
    schema: 'executionSchema',
  },
  plan: { title: 'A plan: `bcb plan --json`', module: 'schema/plan-document.ts', schema: 'planDocumentSchema' },
  verdict: { title: 'A verdict', module: 'schema/verdict.ts', schema: 'verdictSchema' },
  evaluation: {
    title: 'A finished evaluation: `bcb evaluate --json`',
    module: 'evaluate/results/documents.ts',
    schema: 'evaluationDocumentSchema',
  },
  'ground-truth-check': {
    title: 'A check of ground truth: `bcb evaluate --check-gt-only --json`',
    module: 'evaluate/results/documents.ts',
    schema: 'groundTruthDocumentSchema',
  },
  'eval-results': {
    title: 'An …_eval_results.json',
    module: 'upstream/eval-results.ts',
    schema: 'evalResultsSchema',
  },
  'pass-at-k': { title: 'A …_pass_at_k.json', module: 'upstream/eval-results.ts', schema: 'passAtKFileSchema' },
  manifest: { title: 'The manifest.json of a run', module: 'store/manifest.ts', schema: 'manifestSchema' },
  'run-record': {
    title: 'What a run folder says about itself: `readRun(path)`',
    module: 'schema/run-record.ts',
    schema: 'runRecordSchema',
  },
  'run-result': {
    title: 'What a run came to: `result` of a `scored` line of its journal',
    module: 'schema/run-record.ts',
    schema: 'runResultSchema',
  },
  'run-event': { title: 'What happens during a run', module: 'schema/run-event.ts', schema: 'runEventSchema' },
  'log-event': {
    title: 'A line of the journal.jsonl of a run',
    module: 'schema/log-event.ts',
    schema: 'logEventSchema',
  },
  'verdict-row': {
    title: 'A row of the verdicts.parquet of a run',
    module: 'store/verdict-table.ts',
    schema: 'verdictRowSchema',
  },
  comparison: {
    title: 'A comparison: `bcb compare --json`',
    module: 'schema/comparison.ts',
    schema: 'comparisonDocumentSchema',
  },
  leaderboard: {
    title: 'A leaderboard: `bcb leaderboard --json`',
    module: 'schema/leaderboard.ts',
    schema: 'leaderboardSchema',
  },
  audit: {
    title: 'An audit: `bcb audit --json`',
    module: 'audit/audit-document.ts',
    schema: 'auditDocumentSchema',
  },
  analysis: {
    title: 'Analyses: `bcb analyze --json`',
    module: 'analyze/table.ts',
    schema: 'analysisDocumentSchema',
  },
  submission: { title: 'The submission.json of a bundle', module: 'schema/submission.ts', schema: 'submissionSchema' },
  'submission-check': {
    title: 'A checked bundle: `bcb submit --check --json`',
    module: 'schema/submission.ts',
    schema: 'submissionCheckSchema',
  },
};
