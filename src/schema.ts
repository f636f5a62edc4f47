/** `bigcodebench/schema`: the nouns, as zod schemas with their types. */
export * from './schema/evaluation-rules.ts';
export * from './schema/exec-request.ts';
export * from './schema/execution.ts';
export * from './schema/log-event.ts';
export * from './schema/pack-manifest.ts';
export * from './schema/prompt.ts';
export { type GroundTruth, groundTruthSchema, type TaskState, taskStateSchema } from './schema/proof.ts';
export * from './schema/python-environment.ts';
export * from './schema/run-event.ts';
export * from './schema/run-record.ts';
export * from './schema/run-request.ts';
export * from './schema/sample.ts';
export * from './schema/score.ts';
export * from './schema/task.ts';
export { type Verdict, verdictSchema } from './schema/verdict.ts';
