import { resolve } from 'node:path';
import { libsOf } from '../dataset/libs-of.ts';
import { resolveDataFolder } from '../environment/data-folder.ts';
import { loadEnvironment } from '../environment/load-environment.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { provableKey, provableTaskOf } from '../evaluate/proof/reference-proofs.ts';
import { localLevels } from '../executor/level.ts';
import { digestRunner } from '../executor/local/runner-digest.ts';
import type { Provable } from '../schema/proof.ts';
import type { RunRequest } from '../schema/run-request.ts';
import type { Task } from '../schema/task.ts';
import { openCaches } from './resolve-rules.ts';
import type { RunContext } from './run-context.ts';

/** Which of these tasks earlier runs found provable, or not, in the environment that programs run in here. Runs nothing. */
export async function readProvable(
  tasks: readonly Task[],
  request: Pick<RunRequest, 'cacheMb' | 'cacheDays' | 'env'>,
  runContext: RunContext,
): Promise<ReadonlyMap<string, Provable>> {
  const { variables, cwd } = runContext;
  const path = request.env === undefined ? undefined : resolve(cwd, request.env);
  const dataFolder = resolveDataFolder(variables);
  const installed = await loadEnvironment({ dataFolder, libs: libsOf(tasks), path }).catch((error: unknown) => {
    if (error instanceof BigCodeBenchError && error.code === 'ENVIRONMENT') return undefined;
    throw error;
  });
  const { provable: cache } = openCaches({ ...request, cache: true }, runContext);
  const found = new Map<string, Provable>();
  if (!installed || !cache) return found;
  const setting = { name: 'local', fingerprint: installed.environment.fingerprint, engine: await digestRunner() };
  for (const task of tasks) {
    for (const level of localLevels) {
      const known = await cache.get(provableKey(provableTaskOf(task), { ...setting, level }));
      if (known && !found.has(task.id)) found.set(task.id, known);
    }
  }
  return found;
}
