import { join } from 'node:path';
import type { ZodType } from 'zod';
import { cachedExecutionSchema, createExecutionCache } from '../evaluate/jobs/execution-cache.ts';
import { parseTimeLimit } from '../evaluate/jobs/time-limit.ts';
import type { EvaluationCaches } from '../evaluate/run-evaluation.ts';
import { resolveRules as completeRules, type EvaluationRules } from '../schema/evaluation-rules.ts';
import { groundTruthSchema } from '../schema/ground-truth.ts';
import { completeLimits, type Limits } from '../schema/limits.ts';
import type { PackManifest } from '../schema/pack-manifest.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { createContentCache } from '../store/content-cache.ts';
import { resolveCacheFolder } from '../util/cache-folder.ts';
import type { Surroundings } from './surroundings.ts';

export type RulesRequest = Pick<
  RunRequest,
  | 'timeLimit'
  | 'minTimeLimit'
  | 'memoryMb'
  | 'maxOutputMb'
  | 'calibrated'
  | 'verdicts'
  | 'safety'
  | 'integrity'
  | 'confirmFailures'
  | 'confirmPasses'
>;

/** The rules that a request asks for, over what the task pack says about limits. */
export function resolveRules(request: RulesRequest, manifest?: PackManifest): EvaluationRules {
  const { timeLimit, minTimeLimit, calibrated, verdicts, safety, integrity, confirmFailures, confirmPasses } = request;
  return completeRules({
    timeLimit: parseTimeLimit(timeLimit, minTimeLimit),
    limits: resolveLimits(request, manifest),
    ...{ calibrated, verdicts, safety, integrity, confirmFailures, confirmPasses },
  });
}

/** The limits of a task pack with the request's own over them; time is decided by `timeLimit`. */
export function resolveLimits(
  { memoryMb, maxOutputMb }: Pick<RunRequest, 'memoryMb' | 'maxOutputMb'>,
  manifest?: PackManifest,
): Limits {
  const { limits } = manifest ?? {};
  return completeLimits({
    ...limits,
    memoryMb: memoryMb ?? limits?.memoryMb,
    maxOutputMb: maxOutputMb ?? limits?.maxOutputMb,
  });
}

/** What the ground truth of a run must reach; undefined: it is not checked. */
export function resolveGroundTruth(
  request: Pick<RunRequest, 'noGt' | 'minGt' | 'allowDegraded'>,
): { readonly minRate: number } | undefined {
  return request.noGt ? undefined : { minRate: request.allowDegraded ? 0 : request.minGt };
}

/** Executions of earlier runs, unless the request goes without. */
export function openCaches({ cache }: Pick<RunRequest, 'cache'>, { variables, warn }: Surroundings): EvaluationCaches {
  if (!cache) return {};
  const folder = resolveCacheFolder(variables);
  const onFault = (error: unknown) =>
    warn(`Cannot write to the cache in ${folder}; executions will not be reused later: ${String(error)}`);
  let damaged = 0;
  const onDamage = (path: string) => {
    if (damaged++ === 0)
      warn(`${path} is damaged or was edited: it is ignored, like others of its kind, and runs again.`);
  };
  const open = <Value>(name: string, schema: ZodType<Value>) =>
    createContentCache({ folder: join(folder, name), schema, onFault, onDamage });
  return {
    executions: createExecutionCache(open('executions', cachedExecutionSchema)),
    groundTruth: open('ground-truth', groundTruthSchema),
  };
}
