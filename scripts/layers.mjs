/**
 * The rooms of src/ from the ground up. A file imports only from its own room and from lower layers; two rooms in the same
 * layer never import each other. What a room needs from a sibling is passed in.
 */
export const layers = [
  ['schema'],
  ['error'],
  ['util'],
  ['syntax', 'upstream'],
  ['dataset', 'model', 'prompt', 'sanitize', 'safety', 'executor', 'score', 'environment', 'store', 'report'],
  ['generate', 'evaluate', 'compare'],
  ['audit', 'analyze'],
  ['config', 'run'],
  ['server', 'view'],
  ['cli'],
  ['testing'],
  ['index.ts', 'schema.ts', 'model.ts', 'executor.ts', 'report.ts', 'server.ts', 'testing.ts', 'bin.ts'],
];

/** Folders that a room must not import even though they are in a lower layer: from → to. */
export const forbidden = [
  // Commands ask for an executor by name; the table knows which ones exist.
  ['cli', 'executor/local'],
];
