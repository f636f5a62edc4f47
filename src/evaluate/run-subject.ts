import { arch, platform } from 'node:os';
import { join } from 'node:path';
import type { TaskSet } from '../dataset/task-set.ts';
import type { ExecutorInfo } from '../executor/executor.ts';
import { type EvaluationRules, evaluationRulesSchema } from '../schema/evaluation-rules.ts';
import type { RunConditions, RunHeader, RunModel } from '../schema/run-record.ts';
import type { Split } from '../schema/split.ts';
import type { Task } from '../schema/task.ts';
import { keepTasks } from '../store/kept-tasks.ts';
import { hashValue } from '../util/hash.ts';
import { packageVersion } from '../util/package-version.ts';
import { describeExecutor } from './jobs/job-hash.ts';
import type { MissingPolicy } from './match-samples.ts';

/** What an evaluation judges: with rules and executor, all that its folder must say about itself. */
export interface RunSubject {
  readonly model: RunModel;
  readonly split: Split;
  readonly subset: string;
  /** Whole, where the judged tasks are a part of it. */
  readonly taskSet: Pick<TaskSet, 'name' | 'version' | 'hash' | 'tasks'>;
  /** Of the judged tasks, those that are scored; all where it is left out. */
  readonly scoredTasks?: readonly Task[] | undefined;
  /** Samples in all. */
  readonly total: number;
  /** What becomes of tasks without a sample, where there may be some. */
  readonly missing?: MissingPolicy | undefined;
  /** The run that generates the samples, where there is one. */
  readonly generationId?: string | undefined;
}

export interface DescribedRun {
  readonly subject: RunSubject;
  /** Names the samples: the hash of their content, or the id of the run that generates them. */
  readonly samplesId: string;
  readonly tasks: readonly Task[];
  readonly executor: { readonly info: ExecutorInfo };
  readonly rules: EvaluationRules;
  readonly outDir: string;
}

/** What makes this another run when it differs. */
export function buildIdentity({ subject, samplesId, tasks, executor, rules }: DescribedRun): Record<string, unknown> {
  const { split, subset, missing } = subject;
  const facts = tasks.map(({ id, codePrompt, completePrompt, canonicalSolution, test }) => [
    id,
    codePrompt,
    completePrompt,
    canonicalSolution,
    test,
  ]);
  return {
    samples: samplesId,
    tasks: hashValue(facts),
    ...describeExecutor(executor.info),
    rules: evaluationRulesSchema.parse(rules),
    split,
    subset,
    ...(missing === undefined ? {} : { missing }),
  };
}

/** What the run's folder says about it. The tasks are kept beside it. */
export async function buildHeader(run: DescribedRun): Promise<RunHeader> {
  const { subject, tasks, executor, rules, outDir } = run;
  const { model, split, subset, taskSet, scoredTasks = tasks, total, generationId } = subject;
  const { name, version, hash } = taskSet;
  const known = new Set(taskSet.tasks.map(({ id }) => id));
  const file = await keepTasks(join(outDir, 'runs'), tasks.every(({ id }) => known.has(id)) ? taskSet.tasks : tasks);
  return {
    model,
    split,
    subset,
    dataset: { name, version, hash, file },
    taskIds: scoredTasks.map(({ id }) => id),
    samples: total,
    rules: evaluationRulesSchema.parse(rules),
    conditions: describeConditions(executor.info),
    tool: { version: packageVersion(), node: process.version, platform: `${platform()}-${arch()}` },
    startedAt: new Date().toISOString(),
    generationId,
  };
}

function describeConditions(info: ExecutorInfo): RunConditions {
  const { name, level, fingerprint, engine, python, address, caveat } = info;
  return { executor: name, isolation: level, fingerprint, engine, python, address, caveat };
}
