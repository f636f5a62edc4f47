/**
 * The rooms of src/ from the ground up. A file imports only from its own room and from rooms of lower layers; two rooms
 * of the same layer never import each other. What a room needs of a sibling is handed in.
 */
export const layers = [
  ['schema'],
  ['error'],
  ['util'],
  ['syntax', 'upstream'],
  ['dataset', 'model', 'prompt', 'sanitize', 'safety', 'executor', 'score', 'environment', 'store', 'report'],
  ['generate', 'evaluate', 'compare'],
  ['config', 'run'],
  ['server', 'view'],
  ['cli'],
  ['testing'],
  ['index.ts', 'schema.ts', 'model.ts', 'executor.ts', 'report.ts', 'testing.ts', 'bin.ts'],
];

/** Folders that a room must not know although they are below it: from → to. */
export const forbidden = [
  // Commands ask for an executor by name; which ones there are is the table's business.
  ['cli', 'executor/local'],
];
