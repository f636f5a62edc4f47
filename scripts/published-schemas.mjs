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
  verdict: { title: 'A verdict', module: 'schema/verdict.ts', schema: 'verdictSchema' },
};
