import { resolve } from 'node:path';
import { readAudit } from '../audit/audit-log.ts';
import { readResult } from '../compare/read-results.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { selectTasks } from '../dataset/select-tasks.ts';
import type { TaskSet } from '../dataset/task-set.ts';
import { findWorldFacts } from '../dataset/world-facts.ts';
import { resolveWorldsFolder } from '../environment/data-folder.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { ExecutorInfo } from '../executor/executor.ts';
import { worldOf } from '../schema/python-environment.ts';
import type { RunResult } from '../schema/run-record.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { findPlace } from './find-place.ts';
import type { RunContext } from './run-context.ts';

type TaskRequest = Pick<RunRequest, 'subset' | 'datasetVersion' | 'select' | 'exclude' | 'idRange' | 'limit' | 'out'>;

export async function loadSelectedTasks(request: TaskRequest, runContext: RunContext, loaded?: TaskSet) {
  const { subset, datasetVersion, select, exclude, idRange, limit, out } = request;
  const { variables, cwd, signal, warn, onDownload } = runContext;
  const where = { variables, cwd, signal, onWarning: warn, onProgress: onDownload };
  const failedOf = (run: string) => findFailedTasks(run, { cwd, out });
  const soundOf = async (audit: string) =>
    (await readAudit(resolve(cwd, audit))).filter(({ verdict }) => verdict === 'sound').map(({ taskId }) => taskId);
  // Before anything is fetched, a name that means nothing is an error.
  for (const text of [...(select ?? []), ...(exclude ?? [])]) {
    const [, kind, name = ''] = /^!?\s*(failed|sound)@(.+)$/.exec(text.trim()) ?? [];
    if (kind) await (kind === 'failed' ? failedOf : soundOf)(name.trim());
  }
  const taskSet = loaded ?? (await loadTasks({ subset, version: datasetVersion, ...where }));
  const tasks = await selectTasks(taskSet.tasks, { select, exclude, idRange, failedOf, soundOf });
  return { taskSet, tasks: tasks.slice(0, limit) };
}

/** Ids of the tasks that not every sample of a run solved; the run is its id below `out`, its folder or its results. */
export async function findFailedTasks(run: string, { cwd, out }: { cwd: string; out: string }): Promise<string[]> {
  const { tasks } = await findPlace(run, cwd, out)
    .then(readResult)
    .catch((error: unknown) => {
      if (!(error instanceof BigCodeBenchError)) throw error;
      throw new BigCodeBenchError('USAGE', `failed@${run}: ${error.message}`, { cause: error });
    });
  return [...tasks].filter(([, { passed, samples }]) => passed < samples).map(([id]) => id);
}

/** The tasks that can be scored in an executor's world; the others, whose reference solution fails there, are named. */
export function keepHolding<Kept extends { readonly id: string }>(
  tasks: readonly Kept[],
  { fingerprint }: Partial<Pick<ExecutorInfo, 'fingerprint'>> = {},
  { variables, warn }: Pick<RunContext, 'variables' | 'warn'>,
): { readonly tasks: readonly Kept[]; readonly excluded: RunResult['excluded'] } {
  const world = worldOf(fingerprint);
  const facts = world === undefined ? undefined : findWorldFacts(fingerprint, resolveWorldsFolder(variables));
  if (world !== undefined && !facts) {
    warn(
      `Nothing is known of the world ${world}: tasks whose reference solution fails in it are not left out. \`bcb env upgrade\` finds them for the libraries of today.`,
    );
  }
  const taskIds = tasks.map(({ id }) => id).filter((id) => facts && id in facts.fails);
  if (taskIds.length === 0) return { tasks, excluded: [] };
  warn(
    `${taskIds.length} of ${tasks.length} tasks do not hold in the world ${world} and are left out: see \`bcb dataset facts\`.`,
  );
  const reason = `the reference solution fails in the world ${world}`;
  return { tasks: tasks.filter(({ id }) => !taskIds.includes(id)), excluded: [{ reason, taskIds }] };
}
