/** The library's door: everything a program may rely on. Nothing here reads argv, prints or exits. */
export { type LoadTasksOptions, loadTasks } from './dataset/load-tasks.ts';
export { type SelectTasksOptions, selectTasks } from './dataset/select-tasks.ts';
export type { TaskSet } from './dataset/task-set.ts';
export {
  type InstalledEnvironment,
  type LoadEnvironmentOptions,
  loadEnvironment,
} from './environment/load-environment.ts';
export { BigCodeBenchError, type ErrorCode, exitCodeOf } from './error/bigcodebench-error.ts';
export { InterruptedError } from './error/interrupted-error.ts';
export { type CheckGroundTruthOptions, checkGroundTruth } from './evaluate/ground-truth/check-ground-truth.ts';
export { type EvaluateSamplesOptions, evaluateSamples } from './evaluate/jobs/evaluate-samples.ts';
export type { EvaluatedSample } from './evaluate/jobs/job-book.ts';
export { buildProgram } from './evaluate/jobs/program.ts';
export { parseTimeLimit } from './evaluate/jobs/time-limit.ts';
export { type MatchedSamples, type MatchSamplesOptions, matchSamples } from './evaluate/match-samples.ts';
export type { ExecuteOptions, Executor, ExecutorInfo } from './executor/executor.ts';
export type { IsolationLevel, LocalLevel } from './executor/level.ts';
export { createLocalExecutor, type LocalExecutorOptions } from './executor/local/create-local-executor.ts';
export type { AnswerLedger } from './generate/answer-ledger.ts';
export type { Sanitize } from './generate/build-sample.ts';
export { type GenerateSamplesOptions, generateSamples } from './generate/generate-samples.ts';
export {
  type Generation,
  type GenerationOptions,
  type GenerationSummary,
  openGeneration,
} from './generate/generation-run.ts';
export { openSanitizer } from './generate/open-sanitizer.ts';
export {
  type AnswerFunction,
  type CustomAnswer,
  type CustomModelOptions,
  type CustomRequest,
  createCustomModel,
} from './model/custom-model.ts';
export { type FromLanguageModelOptions, fromLanguageModel } from './model/from-language-model.ts';
export type {
  Model,
  ModelAnswer,
  ModelCallOptions,
  ModelRequest,
  WantedSample,
} from './model/model.ts';
export type { ResolveModelOptions } from './model/model-options.ts';
export { defaultParameters, type ModelParameters } from './model/parameters.ts';
export { ProviderError, type ProviderFault } from './model/provider-error.ts';
export { type ResolvedModel, resolveModel } from './model/resolve-model.ts';
export { buildPrompt, type PromptSettings, resolvePromptSettings } from './prompt/build-prompt.ts';
export type { RunReport } from './report/run-report.ts';
export type { RunBenchmarkOptions } from './run/benchmark-options.ts';
export { type BenchmarkRun, runBenchmark } from './run/run-benchmark.ts';
export type { Finding, SafetyRule, Severity } from './safety/rule.ts';
export { safetyRules } from './safety/safety-rules.ts';
export {
  createSafetyScanner,
  type SafetyDecision,
  type SafetyScanner,
  scanSolution,
} from './safety/safety-scanner.ts';
export {
  createSanitizer,
  type Sanitized,
  type SanitizeInput,
  type Sanitizer,
  type SanitizeSampleOptions,
  sanitizeSample,
} from './sanitize/sanitizer.ts';
export { type StrategyName, strategyNames } from './sanitize/strategy.ts';
export { type Domain, domainSchema } from './schema/domain.ts';
export {
  defaultRules,
  type EvaluationRules,
  evaluationRulesSchema,
  type SafetyPolicy,
  type TimeLimit,
  type VerdictMode,
} from './schema/evaluation-rules.ts';
export { type Execution, executionSchema, type Outcome, outcomeSchema } from './schema/execution.ts';
export { type GroundTruth, groundTruthSchema } from './schema/ground-truth.ts';
export { type Job, jobSchema } from './schema/job.ts';
export { defaultLimits, type Limits, limitsSchema } from './schema/limits.ts';
export { type Prompt, promptSchema } from './schema/prompt.ts';
export { type PythonEnvironment, pythonEnvironmentSchema } from './schema/python-environment.ts';
export { type OnRunEvent, type RunEvent, runEventSchema } from './schema/run-event.ts';
export { type Sample, sampleSchema } from './schema/sample.ts';
export { type Score, scoreSchema } from './schema/score.ts';
export { type Split, splitSchema } from './schema/split.ts';
export { type Task, taskSchema } from './schema/task.ts';
export { type Verdict, verdictSchema } from './schema/verdict.ts';
export { type ScoredSample, type ScoreRunInput, scoreRun } from './score/score-run.ts';
export { readSamples } from './upstream/read-samples.ts';
