import { join } from 'node:path';
import type { Options } from '../config/option-table.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { parseTimeLimit } from '../evaluate/jobs/time-limit.ts';
import type { EvaluationCaches } from '../evaluate/run-evaluation.ts';
import { type EvaluationRules, resolveRules } from '../schema/evaluation-rules.ts';
import { executionSchema } from '../schema/execution.ts';
import { groundTruthSchema } from '../schema/ground-truth.ts';
import { completeLimits, type Limits } from '../schema/limits.ts';
import type { PackManifest } from '../schema/pack-manifest.ts';
import { createContentCache } from '../store/content-cache.ts';
import { resolveCacheFolder } from '../util/cache-folder.ts';
import type { CommandContext } from './command.ts';

/** How programs are executed and judged, as the command line asks for it. */
export interface EvaluationSettings {
  readonly rules: EvaluationRules;
  readonly groundTruth: { readonly minRate: number } | undefined;
  readonly caches: EvaluationCaches;
  readonly fresh: boolean;
  readonly passK: readonly number[];
}

export function resolveEvaluationSettings(context: CommandContext): EvaluationSettings {
  const { options } = context;
  return {
    rules: resolveRules({
      timeLimit: parseTimeLimit(options.timeLimit, options.minTimeLimit),
      limits: resolveLimits(context),
      calibrated: options.calibrated,
      verdicts: options.verdicts,
      safety: options.safety,
      confirmFailures: options.confirmFailures,
    }),
    groundTruth: options.noGt ? undefined : { minRate: options.allowDegraded ? 0 : options.minGt },
    caches: openCaches(context),
    fresh: !options.resume,
    passK: options.passK.map(parsePassK),
  };
}

/** The same rules with the limits of a task pack. */
export function applyPack(context: CommandContext, rules: EvaluationRules, manifest?: PackManifest): EvaluationRules {
  return resolveRules({ ...rules, limits: resolveLimits(context, manifest) });
}

/** The limits of a task pack, and of the command line over them; time is decided by `--time-limit`. */
export function resolveLimits(
  { options, origins }: { readonly options: Pick<Options, 'memoryMb'>; readonly origins: CommandContext['origins'] },
  manifest?: PackManifest,
): Limits {
  const ofPack = origins.get('memoryMb') === 'default' ? manifest?.limits.memoryMb : undefined;
  return completeLimits({ ...manifest?.limits, memoryMb: ofPack ?? options.memoryMb });
}

function openCaches({ options, environment, warn }: CommandContext): EvaluationCaches {
  if (!options.cache) return {};
  const folder = resolveCacheFolder(environment);
  const onFault = (error: unknown) =>
    warn(`The cache in ${folder} cannot be written, so executions are not kept for later runs: ${String(error)}`);
  return {
    executions: createContentCache({ folder: join(folder, 'executions'), schema: executionSchema, onFault }),
    groundTruth: createContentCache({ folder: join(folder, 'ground-truth'), schema: groundTruthSchema, onFault }),
  };
}

function parsePassK(spelled: string): number {
  if (/^[1-9]\d*$/.test(spelled)) return Number(spelled);
  throw new BigCodeBenchError('USAGE', `--pass-k cannot be ${JSON.stringify(spelled)}: give numbers such as 1,5,10.`);
}
