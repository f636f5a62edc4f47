/** `bigcodebench/executor`: where programs run, and how samples become verdicts there. */
export {
  type InstalledEnvironment,
  type LoadEnvironmentOptions,
  loadEnvironment,
} from './environment/load-environment.ts';
export { type CheckGroundTruthOptions, checkGroundTruth } from './evaluate/ground-truth/check-ground-truth.ts';
export type { EvaluatedSample } from './evaluate/jobs/pending-jobs.ts';
export { parseTimeLimit } from './evaluate/jobs/time-limit.ts';
export {
  type CommandExecutorOptions,
  createCommandExecutor,
} from './executor/command/create-command-executor.ts';
export { createE2bExecutor, type E2bExecutorOptions } from './executor/e2b/create-e2b-executor.ts';
export type { ExecuteOptions, Executor, ExecutorInfo } from './executor/executor.ts';
export { createGradioExecutor, type GradioExecutorOptions } from './executor/gradio/create-gradio-executor.ts';
export { createHttpExecutor, type HttpExecutorOptions } from './executor/http/create-http-executor.ts';
export type { IsolationLevel, LocalLevel } from './executor/level.ts';
export { createLocalExecutor, type LocalExecutorOptions } from './executor/local/create-local-executor.ts';
export {
  type ExecutorName,
  type ExecutorRequest,
  executors,
  type OpenExecutor,
  openExecutor,
} from './run/executor-table.ts';
export type { RunContext } from './run/run-context.ts';
export { type Finding, type SafetyRule, safetyRules } from './safety/safety-rules.ts';
export { createSafetyScanner, type SafetyDecision, type SafetyScanner, scanSolution } from './safety/safety-scanner.ts';
export { buildProgram } from './schema/task.ts';
