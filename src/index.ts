/**
 * The library's door: the verbs. Types and schemas are in `bigcodebench/schema`, parts for your own pipeline in
 * `bigcodebench/model`, `/executor` and `/report`, fakes in `bigcodebench/testing`. Nothing here reads argv, prints or
 * exits.
 */
import type { Server, ServerOptions } from './server/create-server.ts';

export { type CompareRunsOptions, compareRuns } from './compare/compare-results.ts';
export { type ReadResultsOptions, readRuns } from './compare/read-results.ts';
export { type Config, defineConfig } from './config/define-config.ts';
export { type LoadTasksOptions, loadTasks } from './dataset/load-tasks.ts';
export { type SelectTasksOptions, selectTasks } from './dataset/select-tasks.ts';
export type { TaskSet } from './dataset/task-set.ts';
export { BigCodeBenchError, type ErrorCode } from './error/bigcodebench-error.ts';
export { loadReport } from './evaluate/finish-run.ts';
export { type EvaluateSamplesOptions, evaluateSamples } from './evaluate/jobs/evaluate-samples.ts';
export { type MatchedSamples, type MatchSamplesOptions, matchSamples } from './evaluate/match-samples.ts';
export type { Executor } from './executor/executor.ts';
export { createLocalExecutor, type LocalExecutorOptions } from './executor/local/create-local-executor.ts';
export { type GenerateSamplesOptions, generateSamples } from './generate/generate-samples.ts';
export { openSanitizer } from './generate/sanitize-answer.ts';
export {
  type CustomModelOptions,
  createCustomModel,
  type FromLanguageModelOptions,
  fromLanguageModel,
} from './model/custom-model.ts';
export type { ModelObject } from './model/model-object.ts';
export { type ResolvedModel, type ResolveModelOptions, resolveModel } from './model/resolve-model.ts';
export type { RunReport } from './report/run-report.ts';
export { createSandbox, type Sandbox, type SandboxOptions, type SandboxProgram } from './run/create-sandbox.ts';
export { type BenchmarkOptions, type BenchmarkResult, runBenchmark } from './run/run-benchmark.ts';
export { scanSolution } from './safety/safety-scanner.ts';
export { type SanitizeInput, type SanitizeSampleOptions, sanitizeSample } from './sanitize/sanitizer.ts';
export type { Execution } from './schema/execution.ts';
export type { RunEvent } from './schema/run-event.ts';
export type { RunRecord } from './schema/run-record.ts';
export type { Sample } from './schema/sample.ts';
export type { Score } from './schema/score.ts';
export type { Task } from './schema/task.ts';
export type { Verdict } from './schema/verdict.ts';
export { type ScoreRunInput, scoreRun, scoreVerdicts } from './score/score-run.ts';
export type { Server, ServerOptions } from './server/create-server.ts';
export { type RunLog, readRun } from './store/run-log.ts';
export { readSamples } from './upstream/read-samples.ts';

/**
 * The sandbox as a service; `bigcodebench/server` has the same without the wait for its modules.
 *
 * @example
 * const server = await createServer({ executor, taskSet, tasks: taskSet.tasks });
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const module = await import('./server/create-server.ts');
  return module.createServer(options);
}
