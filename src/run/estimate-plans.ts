import { estimateTokens } from '../generate/cost-guard.ts';
import { planRequests } from '../generate/request-plan.ts';
import { costOf } from '../model/prices.ts';
import type { SampleKey } from '../schema/log-event.ts';
import { listRunFolders, type Manifest, readManifest } from '../store/manifest.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import { stableStringify } from '../util/hash.ts';
import { identifyAsking } from './open-model-run.ts';
import type { RunPlan } from './plan-runs.ts';
import type { PreparedRuns } from './prepare-runs.ts';

/** What a run has yet to ask for. Tokens and dollars are rough; dollars are unknown without a price. */
export interface PlanEstimate {
  readonly plan: RunPlan;
  /** Samples without an answer. */
  readonly samples: number;
  readonly inputTokens: number;
  /** What the answers will probably take, and the most that they may. */
  readonly outputTokens: number;
  readonly mostOutputTokens: number;
  readonly costUsd: number | undefined;
  readonly mostCostUsd: number | undefined;
}

/** Reads what earlier runs hold and estimates the rest. Nothing is written, locked or asked. */
export async function estimatePlans(
  prepared: Pick<PreparedRuns, 'request' | 'outDir' | 'taskSet' | 'plans'>,
): Promise<PlanEstimate[]> {
  const { request, outDir, taskSet, plans } = prepared;
  const { resume, retry: kinds } = request;
  const round = kinds && { number: Number.POSITIVE_INFINITY, kinds: [...kinds] };
  const askings = plans.map((plan) => stableStringify(identifyAsking({ ...plan, taskSet })));
  const logs = resume ? await readRunsAsking(outDir, askings) : [];
  /** What an earlier run of this command will have asked for. */
  const asked = new Set<string>();
  return plans.map((plan, at): PlanEstimate => {
    const { model, parameters } = plan;
    const alike = logs.filter(({ manifest }) => askingOf(manifest) === askings[at]);
    const find = (key: SampleKey) => alike.map(({ state }) => state.find(key)).find((found) => found !== undefined);
    const isAsked = (hash: string, index: number) => asked.size === asked.add(`${hash}#${index}`).size;
    const calls = planRequests({ ...plan, log: { state: { find } }, round }).flatMap(
      ({ prompt, requestHash, missing }) => {
        const left = missing.filter(({ index }) => !isAsked(requestHash, index)).length;
        if (left === 0) return [];
        const perCall = Math.min(left, model.capabilities.samplesPerCall);
        const size = { prompt, parameters, samples: left, isBounded: model.capabilities.maxTokens };
        const { input, ...output } = estimateTokens(size);
        return [{ samples: left, input: input * Math.ceil(left / perCall), ...output }];
      },
    );
    const sum = (key: 'samples' | 'input' | 'usual' | 'most') => calls.reduce((total, call) => total + call[key], 0);
    const cost = (outputTokens: number) =>
      model.price && costOf({ inputTokens: sum('input'), outputTokens }, model.price);
    return {
      plan,
      samples: sum('samples'),
      inputTokens: sum('input'),
      outputTokens: sum('usual'),
      mostOutputTokens: sum('most'),
      costUsd: cost(sum('usual')),
      mostCostUsd: cost(sum('most')),
    };
  });
}

/** The runs of a folder that asked in one of these ways. */
async function readRunsAsking(outDir: string, askings: readonly string[]): Promise<RunLog[]> {
  const logs: RunLog[] = [];
  for (const path of await listRunFolders(outDir)) {
    const manifest = await readManifest(path).catch(() => undefined);
    if (manifest && askings.includes(askingOf(manifest))) logs.push(await readRun(path));
  }
  return logs;
}

function askingOf({ identity }: Manifest): string {
  return stableStringify(identity.asking ?? null);
}
