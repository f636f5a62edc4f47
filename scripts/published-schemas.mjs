/** The shapes that other programs may rely on; each becomes a JSON Schema in docs/reference/schemas. */
export const publishedSchemas = {
  task: { title: 'A task', module: 'schema/task.ts', schema: 'taskSchema' },
  sample: { title: 'A sample', module: 'schema/sample.ts', schema: 'sampleSchema' },
  execution: {
    title: 'An execution: one line of `bcb exec`',
    module: 'schema/execution.ts',
    schema: 'executionSchema',
  },
  verdict: { title: 'A verdict', module: 'schema/verdict.ts', schema: 'verdictSchema' },
};
