import { arch, platform } from 'node:os';
import { join } from 'node:path';
import type { TaskSet } from '../dataset/task-set.ts';
import { type EvaluationRules, evaluationRulesSchema } from '../schema/evaluation-rules.ts';
import type { MissingPolicy, RunHeader, RunModel } from '../schema/run-record.ts';
import type { Split, Task } from '../schema/task.ts';
import { keepTasks } from '../store/kept-tasks.ts';
import type { RunIdentity } from '../store/manifest.ts';
import { hashValue } from '../util/hash.ts';
import { packageVersion } from '../util/package-version.ts';

/** What a run is about: who answered which tasks, and by which rules answers are judged. */
export interface RunSubject {
  readonly model: RunModel;
  readonly split: Split;
  readonly subset: string;
  /** The whole set, of which the selected tasks may be a part. */
  readonly taskSet: Pick<TaskSet, 'name' | 'version' | 'hash' | 'tasks'>;
  readonly tasks: readonly Task[];
  readonly rules: EvaluationRules;
  readonly missing?: MissingPolicy | undefined;
  /** The world of the executor, if it is not the usual one. */
  readonly world?: string | undefined;
  readonly asking?: RunHeader['asking'];
  readonly repair?: RunHeader['repair'];
  readonly deciding?: RunHeader['deciding'];
}

/** The part of a run's identity that does not depend on where its answers come from. */
export function identifySubject({ split, subset, tasks, rules, missing = 'fail', world }: RunSubject): RunIdentity {
  const facts = tasks.map((task) => [task.id, task.codePrompt, task.completePrompt, task.canonicalSolution, task.test]);
  const parsed = evaluationRulesSchema.parse(rules);
  return { tasks: hashValue(facts), rules: parsed, split, subset, missing, ...(world ? { world } : {}) };
}

/** What the manifest records. The tasks are stored next to the runs. */
export async function buildHeader(subject: RunSubject, outDir: string): Promise<RunHeader> {
  const { model, split, subset, taskSet, tasks, rules, missing = 'fail', asking, repair, deciding } = subject;
  const { name, version, hash } = taskSet;
  const known = new Set(taskSet.tasks.map(({ id }) => id));
  const file = await keepTasks(join(outDir, 'runs'), tasks.every(({ id }) => known.has(id)) ? taskSet.tasks : tasks);
  return {
    model,
    split,
    subset,
    dataset: { name, version, hash, file },
    taskIds: tasks.map(({ id }) => id),
    missing,
    rules: evaluationRulesSchema.parse(rules),
    asking,
    ...(repair ? { repair } : {}),
    ...(deciding ? { deciding } : {}),
    tool: { version: packageVersion(), node: process.version, platform: `${platform()}-${arch()}` },
    startedAt: new Date().toISOString(),
  };
}
