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

/** What an evaluation judges; together with rules and executor, all that its folder must record. */
export interface RunSubject {
  readonly model: RunModel;
  readonly split: Split;
  readonly subset: string;
  /** The whole set, of which the judged tasks may be a part. */
  readonly taskSet: Pick<TaskSet, 'name' | 'version' | 'hash' | 'tasks'>;
  /** The scored ones among the judged tasks; default all. */
  readonly scoredTasks?: readonly Task[] | undefined;
  /** Total number of samples. */
  readonly total: number;
  /** What to do about tasks without a sample, if there may be any. */
  readonly missing?: MissingPolicy | undefined;
  /** The run that generates the samples, if any. */
  readonly generationId?: string | undefined;
}

export interface DescribedRun {
  readonly subject: RunSubject;
  /** Identifies the samples: the hash of their content, or the id of the run that generates them. */
  readonly samplesId: string;
  readonly tasks: readonly Task[];
  readonly executor: { readonly info: ExecutorInfo };
  readonly rules: EvaluationRules;
  readonly outDir: string;
}

/** The run's identity: if any of this differs, it is another run. */
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

/** What the run folder records. The tasks are stored next to it. */
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
