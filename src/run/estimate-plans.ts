import { feedbackTokens } from '../generate/build-feedback.ts';
import { estimateTokens } from '../generate/cost-guard.ts';
import { planRequests } from '../generate/request-plan.ts';
import { costOf } from '../model/prices.ts';
import { buildPrompt } from '../prompt/build-prompt.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { Prompt } from '../schema/prompt.ts';
import { type Manifest, readManifests } from '../store/manifest.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import { stableStringify } from '../util/hash.ts';
import { identifyAsking } from './open-model-run.ts';
import type { RunPlan } from './plan-runs.ts';
import type { PreparedRuns } from './prepare-runs.ts';
import { namePlans } from './run-plans.ts';

/** What a run has yet to ask for. Tokens and dollars are rough; dollars are unknown without a price. */
export type PlanEstimate = Awaited<ReturnType<typeof estimatePlans>>[number];

export type PlansToEstimate = Pick<PreparedRuns, 'request' | 'outDir' | 'taskSet' | 'plans'>;

/** Reads what earlier runs hold and estimates the rest. Nothing is written, locked or asked. */
export async function estimatePlans({ request, outDir, taskSet, plans }: PlansToEstimate) {
  const { resume, retry: kinds } = request;
  const round = kinds && { number: Number.POSITIVE_INFINITY, kinds: [...kinds] };
  const names = namePlans(plans);
  const askings = plans.map((plan) => stableStringify(identifyAsking({ ...plan, taskSet })));
  const logs = resume ? await readRunsAsking(outDir, askings) : [];
  /** What an earlier run of this command will have asked for. */
  const asked = new Set<string>();
  const isNew = (hash: string, index: number) => asked.size < asked.add(`${hash}#${index}`).size;
  return plans.map((plan, at) => {
    const { price } = plan.model;
    const alike = logs.filter(({ manifest }) => askingOf(manifest) === askings[at]);
    const find = (key: SampleKey) => alike.map(({ state }) => state.find(key)).find((found) => found !== undefined);
    const tasks = plan.tasks.slice(0, plan.against?.maxTasks);
    const requests = plan.first ? [] : planRequests({ ...plan, tasks, log: { state: { find } }, round });
    const answers = requests.flatMap(({ prompt, requestHash, missing }) => {
      const left = missing.filter(({ index }) => isNew(requestHash, index)).length;
      return left === 0 ? [] : [estimateAnswers(plan, prompt, left)];
    });
    const calls = [...answers, ...estimateRepairs(plan, (taskId) => countRepaired(alike, plan, taskId))];
    const sum = (key: keyof Call) => calls.reduce((total, call) => total + call[key], 0);
    const cost = (inputTokens: number, outputTokens: number) => price && costOf({ inputTokens, outputTokens }, price);
    return {
      plan,
      name: names[at] ?? '',
      /** Without an answer. */
      samples: sum('samples'),
      /** Answers that may have to be repaired, at most. */
      repairs: sum('repairs'),
      inputTokens: sum('input'),
      /** What the answers will probably take, and the most that they may. */
      outputTokens: sum('usual'),
      mostOutputTokens: sum('most'),
      costUsd: cost(sum('input'), sum('usual')),
      mostCostUsd: cost(sum('mostInput'), sum('most')),
    };
  });
}

type Call = Readonly<Record<'samples' | 'repairs' | 'input' | 'mostInput' | 'usual' | 'most', number>>;

/** What answers to one prompt take; it is sent again for as many as one call does not give. */
function estimateAnswers({ model, parameters }: RunPlan, prompt: Prompt, samples: number): Call {
  const { maxTokens: isBounded, samplesPerCall } = model.capabilities;
  const { input: once, ...output } = estimateTokens({ prompt, parameters, samples, isBounded });
  const input = once * Math.ceil(samples / samplesPerCall);
  return { samples, repairs: 0, input, mostInput: input, ...output };
}

/** In each round, this share of the conversations will probably go on. */
const usuallyRepaired = 0.5;

/** The rounds of a task that finished runs hold already. */
function countRepaired(alike: readonly RunLog[], { repair, nSamples }: RunPlan, taskId: string): number {
  const rounds = alike.map(({ manifest: { run }, state }) => {
    const isSame = run.repair?.feedback === repair?.feedback && run.repair?.static === repair?.static;
    const isThere = run.taskIds.includes(taskId) && (run.model.nSamples ?? 0) >= nSamples;
    return isSame && isThere && state.result ? (run.repair?.rounds ?? 0) : 0;
  });
  return Math.max(0, ...rounds);
}

/** What rounds of repair take: each request repeats the conversation so far. */
function estimateRepairs(plan: RunPlan, countDone: (taskId: string) => number): Call[] {
  const { repair, tasks, prompt, parameters, model, nSamples } = plan;
  const all = Array.from({ length: repair?.rounds ?? 0 }, (_, at) => at + 1);
  return tasks.flatMap((task) => {
    const rounds = all.slice(countDone(task.id));
    const size = { parameters, samples: 1, isBounded: model.capabilities.maxTokens };
    const { input, usual, most } = estimateTokens({ ...size, prompt: buildPrompt(task, prompt) });
    return rounds.map((round): Call => {
      const usually = nSamples * usuallyRepaired ** round;
      return {
        samples: 0,
        repairs: nSamples,
        input: Math.ceil(usually * (input + round * (usual + feedbackTokens))),
        mostInput: nSamples * (input + round * (most + feedbackTokens)),
        usual: Math.ceil(usually * usual),
        most: nSamples * most,
      };
    });
  });
}

/** The runs of a folder that asked in one of these ways. */
async function readRunsAsking(outDir: string, askings: readonly string[]): Promise<RunLog[]> {
  const alike = (await readManifests(outDir)).filter(({ manifest }) => askings.includes(askingOf(manifest)));
  return Promise.all(alike.map(({ path }) => readRun(path)));
}

function askingOf({ identity }: Manifest): string {
  return stableStringify(identity.asking ?? null);
}
