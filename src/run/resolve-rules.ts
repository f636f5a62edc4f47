import { join } from 'node:path';
import type { ZodType } from 'zod';
import type { EvaluationCaches } from '../evaluate/environment-checks.ts';
import { cachedExecutionSchema, createExecutionCache } from '../evaluate/jobs/execution-cache.ts';
import { parseTimeLimit } from '../evaluate/jobs/time-limit.ts';
import { chooseRules } from '../safety/safety-rules.ts';
import { completeRules, type EvaluationRules } from '../schema/evaluation-rules.ts';
import { completeLimits, type Limits } from '../schema/execution.ts';
import type { PackManifest } from '../schema/pack-manifest.ts';
import { groundTruthSchema, provableSchema } from '../schema/proof.ts';
import type { JudgingRequest, RunRequest } from '../schema/run-request.ts';
import type { CacheBound } from '../store/cache-files.ts';
import { createContentCache } from '../store/content-cache.ts';
import { resolveCacheFolder } from '../util/cache-folder.ts';
import type { RunContext } from './run-context.ts';

/** The rules that a request asks for, over what the task pack says about limits. */
export function resolveRules(request: JudgingRequest, manifest?: PackManifest): EvaluationRules {
  const { timeLimit, minTimeLimit, calibrated, verdicts, safety, safetyRules, integrity } = request;
  const { confirmFailures, confirmPasses } = request;
  chooseRules(safetyRules);
  return completeRules({
    timeLimit: parseTimeLimit(timeLimit, minTimeLimit),
    limits: resolveLimits(request, manifest),
    ...{ calibrated, verdicts, safety, safetyRules, integrity, confirmFailures, confirmPasses },
    failFast: request.failFast || undefined,
  });
}

/** The limits of a task pack with the request's own over them; time is decided by `timeLimit`. */
export function resolveLimits(
  request: Pick<RunRequest, 'memoryMb' | 'maxOutputMb' | 'maxAsLimit' | 'maxDataLimit' | 'maxStackLimit'>,
  manifest?: PackManifest,
): Limits {
  const { limits } = manifest ?? {};
  return completeLimits({
    ...limits,
    memoryMb: request.memoryMb ?? limits?.memoryMb,
    maxOutputMb: request.maxOutputMb ?? limits?.maxOutputMb,
    addressMb: request.maxAsLimit ?? limits?.addressMb,
    dataMb: request.maxDataLimit ?? limits?.dataMb,
    stackMb: request.maxStackLimit ?? limits?.stackMb,
  });
}

/** What the ground truth of a run must reach; undefined: it is not checked. */
export function resolveGroundTruth(request: Pick<RunRequest, 'noGt' | 'minGt' | 'allowDegraded'>) {
  return request.noGt ? undefined : { minRate: request.allowDegraded ? 0 : request.minGt };
}

/** Folders of the cache that hold what earlier runs found out. */
const cacheNames = ['executions', 'ground-truth', 'provable'] as const;

export function resolveCacheFolders(variables: RunContext['variables']): Record<string, string> {
  const folder = resolveCacheFolder(variables);
  return Object.fromEntries(cacheNames.map((name) => [name, join(folder, name)]));
}

export function resolveCacheBound({ cacheMb, cacheDays }: Pick<RunRequest, 'cacheMb' | 'cacheDays'>): CacheBound {
  return { maxBytes: cacheMb * 1e6, maxAgeMs: cacheDays * 24 * 60 * 60_000 };
}

/** Executions of earlier runs, unless the request goes without. */
export function openCaches(
  request: Pick<RunRequest, 'cache' | 'cacheMb' | 'cacheDays'>,
  { variables, warn }: RunContext,
): EvaluationCaches {
  if (!request.cache) return {};
  const folder = resolveCacheFolder(variables);
  const bound = resolveCacheBound(request);
  const onFault = (error: unknown) =>
    warn(`Cannot write to the cache in ${folder}; executions will not be reused later: ${String(error)}`);
  let damaged = 0;
  const onDamage = (path: string) => {
    if (damaged++ === 0)
      warn(`${path} is damaged or was edited: it is ignored, like others of its kind, and runs again.`);
  };
  const open = <Value>(name: (typeof cacheNames)[number], schema: ZodType<Value>) =>
    createContentCache({ folder: join(folder, name), schema, bound, onFault, onDamage });
  return {
    executions: createExecutionCache(open('executions', cachedExecutionSchema)),
    groundTruth: open('ground-truth', groundTruthSchema),
    provable: open('provable', provableSchema),
  };
}
