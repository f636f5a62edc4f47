/** The library's door: everything a program may rely on. Nothing here reads argv, prints or exits. */
export { type LoadTasksOptions, loadTasks } from './dataset/load-tasks.ts';
export { type SelectTasksOptions, selectTasks } from './dataset/select-tasks.ts';
export type { TaskSet } from './dataset/task-set.ts';
export { BigCodeBenchError, type ErrorCode, exitCodeOf } from './error/bigcodebench-error.ts';
export { InterruptedError } from './error/interrupted-error.ts';
export type { ExecuteOptions, Executor, ExecutorInfo, IsolationLevel } from './executor/executor.ts';
export type { AnswerLedger } from './generate/answer-ledger.ts';
export type { Sanitize } from './generate/build-sample.ts';
export { type GenerateSamplesOptions, type GenerationProgress, generateSamples } from './generate/generate-samples.ts';
export {
  type Generation,
  type GenerationOptions,
  type GenerationSummary,
  openGeneration,
} from './generate/generation-run.ts';
export { type FromLanguageModelOptions, fromLanguageModel } from './model/from-language-model.ts';
export type { Model, ModelAnswer, ModelRequest } from './model/model.ts';
export type { ResolveModelOptions } from './model/model-options.ts';
export { ProviderError, type ProviderFault } from './model/provider-error.ts';
export { type ResolvedModel, resolveModel } from './model/resolve-model.ts';
export { buildPrompt, type PromptSettings, resolvePromptSettings } from './prompt/build-prompt.ts';
export type { Finding, SafetyRule, Severity } from './sanitize/safety/rule.ts';
export { safetyRules } from './sanitize/safety/safety-rules.ts';
export {
  createSafetyScanner,
  type SafetyDecision,
  type SafetyPolicy,
  type SafetyScanner,
  scanSolution,
} from './sanitize/safety/safety-scanner.ts';
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
export { type Execution, executionSchema, type Outcome, outcomeSchema } from './schema/execution.ts';
export { type GroundTruth, groundTruthSchema } from './schema/ground-truth.ts';
export { type Job, jobSchema } from './schema/job.ts';
export { defaultLimits, type Limits, limitsSchema } from './schema/limits.ts';
export { type Prompt, promptSchema } from './schema/prompt.ts';
export { type PythonEnvironment, pythonEnvironmentSchema } from './schema/python-environment.ts';
export { type Sample, sampleSchema } from './schema/sample.ts';
export { type Score, scoreSchema } from './schema/score.ts';
export { type Split, splitSchema } from './schema/split.ts';
export { type Task, taskSchema } from './schema/task.ts';
export { type Verdict, verdictSchema } from './schema/verdict.ts';
export { type ScoredSample, type ScoreRunInput, scoreRun } from './score/score-run.ts';
