import { selectTasks } from '../dataset/select-tasks.ts';
import { findWeightsPython } from '../environment/load-environment.ts';
import { usageError } from '../error/bigcodebench-error.ts';
import { visibleRule } from '../generate/build-feedback.ts';
import { createRecordedModel, type RecordedAnswer, readReplayedAnswers } from '../model/baseline-models.ts';
import { nameOfModel } from '../model/model-object.ts';
import { expandGrid, type ParameterChoices } from '../model/model-settings.ts';
import { checkSampling, findUnsentParameters, keepRelevant, type ModelParameters } from '../model/parameters.ts';
import { describeUnknownPrice } from '../model/prices.ts';
import { providers } from '../model/provider-table.ts';
import { type ResolvedModel, type ResolveModelOptions, resolveModel } from '../model/resolve-model.ts';
import { buildPrompt, resolvePromptSettings } from '../prompt/build-prompt.ts';
import type { RepairSettings } from '../schema/rounds.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import { parameterKeys, type RunRequest, runRequestSchema } from '../schema/run-request.ts';
import type { Split, Task } from '../schema/task.ts';
import { readManifest } from '../store/manifest.ts';
import { type RunLog, readRun } from '../store/run-log.ts';
import { hashValue } from '../util/hash.ts';
import { toKebabCase } from '../util/letter-case.ts';
import { withoutStopWord } from './decisions.ts';
import { findPlace } from './find-place.ts';
import type { Mistakes } from './mistakes.ts';
import type { ModelRunQuestion } from './open-model-run.ts';
import type { RunContext } from './run-context.ts';

/** One run of a request: one model, one split, one set of parameters. */
export interface RunPlan extends ModelRunQuestion {
  readonly split: Split;
}

export interface PlanRunsInput {
  readonly request: RunRequest;
  readonly runContext: RunContext;
  /** The selected tasks; none where only requests are described. */
  readonly tasks: readonly Task[];
  /** Collects what is wrong with each model, so that all of it can be said at once. */
  readonly mistakes: Mistakes;
  /** Resolve models only to describe requests: nothing is fetched or started. */
  readonly isDryRun?: boolean | undefined;
  readonly onEvent?: OnRunEvent | undefined;
}

/** Every model, split and combination of parameters that a request asks for, in the order they will run. */
export async function planRuns(input: PlanRunsInput): Promise<RunPlan[]> {
  const { runContext, tasks, mistakes, isDryRun, onEvent } = input;
  const request = withoutStopWord(input.request);
  const { variables, cwd, signal, warn } = runContext;
  const { requestTimeoutS } = request;
  const options: ResolveModelOptions = {
    ...request,
    requestTimeoutMs: requestTimeoutS === undefined ? undefined : requestTimeoutS * 1000,
    findWeightsPython,
    variables,
    cwd,
    signal,
    limiters: new Map(),
    isDryRun,
    findsKind: !isDryRun,
    onNotice: warn,
    onRetry: ({ error: { fault, message }, delayMs }) =>
      onEvent?.({ type: 'request-retried', fault, message, delayMs }),
  };
  const resolved: ResolvedModel[] = [];
  const spelled = new Map<string, string>();
  for (const name of request.model) {
    await mistakes.collect(async () => {
      const object = runContext.models?.find((model) => nameOfModel(model) === name);
      if (!object && !isDryRun) await runContext.pullModel?.(name);
      const model = await resolveModel(object ?? name, options);
      resolved.push(model);
      const other = spelled.get(model.name) ?? name;
      spelled.set(model.name, other);
      if (other !== name && model.provider === 'custom') {
        throw usageError(`${other} and ${name} are both called ${model.name}: give each model its own name.`);
      }
      const useless = listUselessFlags(request, model);
      if (useless !== '') warn(`${useless}: no effect, because no server that takes it is started here.`);
    });
  }
  if (request.greedy && (request.nSamples ?? 1) > 1) {
    warn('--greedy asks for one sample of each task: --n-samples has no effect.');
  }
  const plans: RunPlan[] = [];
  const untaken = new Set<string>();
  for (const split of new Set(request.split)) {
    for (const model of resolved) {
      const input = { request, model, split, tasks, cwd };
      await mistakes.collect(async () => void plans.push(...(await planModel(input, untaken))));
    }
  }
  for (const sentence of untaken) warn(sentence);
  // One that has no run may have started a server all the same.
  const unused = resolved.filter((model) => !plans.some((plan) => plan.model === model));
  for (const model of unused) await model.close?.();
  if (plans.length > 1 && request.maxCost !== undefined) warn('--max-cost applies to each run separately.');
  return plans;
}

type PlanModelInput = Pick<PlanRunsInput, 'request' | 'tasks'> & Pick<RunPlan, 'model' | 'split'> & { cwd: string };

/** untaken: collects sentences about parameters that were asked for by name and that the model does not take. */
async function planModel(input: PlanModelInput, untaken: Set<string>): Promise<RunPlan[]> {
  const { request, model, split, tasks: all, cwd } = input;
  const { select } = model.settings;
  const tasks = select === undefined || all.length === 0 ? all : await selectTasks(all, { select });
  if (request.maxCost !== undefined && model.price === undefined) {
    throw usageError(describeUnknownPrice(model.name, '--max-cost cannot be enforced'));
  }
  const [task] = tasks;
  const source = request.static && (await findPlace(request.static, cwd, request.out));
  const first = source === undefined ? undefined : await readFirstAnswers(source, model);
  const repair = repairOf(request, model, first && hashValue(tasks.map((each) => first.model.fingerprintOf?.(each))));
  const plan = async (listed: ParameterChoices): Promise<RunPlan> => {
    const { parameters: wanted, nSamples } = mergeParameters(request, model, listed);
    checkSampling(wanted.temperature, nSamples);
    const { instructionPrefix, responsePrefix, skipPrefill, stripNewlines } = request;
    const canPrefill = model.profile.prefill && model.capabilities.prefill !== 'none';
    const asPrompt = { instructionPrefix, responsePrefix, prefill: canPrefill && !skipPrefill, stripNewlines };
    const prompt = resolvePromptSettings({ split, kind: model.kind, ...asPrompt });
    const shown = task && { task, prompt: buildPrompt(task, prompt), parameters: wanted, samples: [] };
    // Baselines take no parameters, and a model of the caller’s is handed all of them.
    const isRemote = model.provider !== 'custom' && providers[model.provider].reach === 'http';
    const unsent: string[] = shown && isRemote ? await findUnsentParameters(model, shown) : [];
    const asked = parameterKeys.filter((key) => isAsked(request[key] ?? listed[key], key));
    if (model.provider === 'command') unsent.push(...asked.filter((key) => key !== 'nSamples'));
    const notSent = [...unsent, ...asked.filter((key) => !(key in wanted))];
    const flags = asked.filter((key) => notSent.includes(key)).map((key) => `--${toKebabCase(key)}`);
    if (flags.length > 0)
      untaken.add(`${model.name} does not take ${flags.join(', ')}: not sent, and recorded as such.`);
    const { revision, loraPath, tokenizerName } = request;
    const parameters = withoutUnsent(wanted, notSent);
    const restrictions = describeRestrictions(model, tasks.length, all.length);
    const named = { revision, loraPath, tokenizerName, skipPrefill, restrictions };
    return { model, split, prompt, repair, first, parameters, notSent, nSamples, tasks, ...named };
  };
  const plans: RunPlan[] = [];
  for (const listed of expandGrid(model.settings.parameters)) plans.push(await plan(listed));
  // What is asked for explicitly applies to all combinations and may leave fewer of them.
  const distinct = new Map(plans.map((plan) => [hashValue([plan.parameters, plan.nSamples]), plan]));
  return [...distinct.values()];
}

function repairOf(
  { rounds, feedback, retry, static: file }: RunRequest,
  { kind, name }: ResolvedModel,
  recorded: string | undefined,
): RepairSettings | undefined {
  if (rounds === undefined) {
    if (file !== undefined) throw usageError('--static has answers to repair: add --rounds N.');
    return undefined;
  }
  if (kind === 'base') throw usageError(`${name} is a base model and has no conversations: leave out --rounds.`);
  if (retry) throw usageError('--retry asks for first answers again: use it without --rounds, then add --rounds.');
  return { rounds, feedback, visible: visibleRule, ...(recorded && { static: recorded }) };
}

/** Asked for explicitly, else what the config file says of this model, else the general default. */
function mergeParameters(request: RunRequest, model: ResolvedModel, listed: ParameterChoices) {
  const { defaults, greedy } = request;
  const given = parameterKeys.flatMap((key) => {
    const value = request[key] ?? listed[key] ?? defaults[key];
    return value === undefined ? [] : [[key, value] as const];
  });
  // The schema has checked each value under its key: the compiler cannot follow that through the list.
  const { nSamples = 1, ...all } = Object.fromEntries(given) as ModelParameters & { nSamples?: number };
  const parameters = keepRelevant(greedy ? { ...all, temperature: 0 } : all, model.capabilities, model.profile);
  return { parameters, nSamples: greedy ? 1 : nSamples };
}

/** A parameter that was asked for by name. No budget for thinking is what every model can do. */
function isAsked(value: unknown, key: string): boolean {
  return value !== undefined && key !== 'nSamples' && !(key === 'reasoningBudget' && value === 0);
}

/** What is not sent makes no other run. Temperature and length stay: they are part of file names. */
function withoutUnsent(parameters: ModelParameters, notSent: readonly string[]): ModelParameters {
  const { temperature, maxNewTokens, ...others } = parameters;
  const sent = Object.entries(others).filter(([key]) => !notSent.includes(key));
  return { temperature, maxNewTokens, ...Object.fromEntries(sent) };
}

function describeRestrictions({ settings }: ResolvedModel, asked: number, all: number): string[] {
  const cap = settings.parameters?.maxNewTokens;
  return [
    ...(asked < all ? [`asked ${asked} of ${all} tasks`] : []),
    ...(cap === undefined ? [] : [`at most ${[cap].flat().join(' or ')} tokens an answer`]),
  ];
}

/** Keys that only mean something when a server is started, with the providers that start one and take them. */
const engineKeys = {
  tp: ['vllm'],
  maxModelLen: ['vllm'],
  loraPath: ['vllm'],
  dtype: ['hf'],
  device: ['hf'],
  attnImplementation: ['hf'],
  trustRemoteCode: ['vllm', 'hf'],
  tokenizerName: ['vllm', 'hf'],
  tokenizerLegacy: ['vllm', 'hf'],
} satisfies Partial<Record<keyof RunRequest, readonly string[]>>;

function listUselessFlags(request: RunRequest, { provider, close }: ResolvedModel): string {
  const keys = Object.keys(engineKeys) as (keyof typeof engineKeys)[];
  const given = keys.filter((key) => request[key] !== runRequestSchema.shape[key].parse(undefined));
  const useless = given.filter((key) => close === undefined || !engineKeys[key].includes(provider));
  return useless.map((key) => `--${toKebabCase(key)}`).join(', ');
}

export type FirstAnswers = Awaited<ReturnType<typeof readFirstAnswers>>;

/** First answers that nobody is asked for, of a run's folder or of a samples file: what says them in place of a model. */
async function readFirstAnswers(source: string, model: ResolvedModel) {
  const isRun = (await readManifest(source)) !== undefined;
  const answers = isRun ? await readFromRun(await readRun(source)) : await readReplayedAnswers(source);
  const firsts = new Map([...answers].map(([id, own]) => [id, own.map(([first]) => (first ? [first] : []))] as const));
  // Somebody else has paid for them, if anybody.
  const price = model.price && { input: 0, output: 0 };
  // No limit was sent that they could have exceeded.
  const capabilities = { ...model.capabilities, maxTokens: false };
  const recorded: ResolvedModel = { ...model, ...createRecordedModel(firsts, source), capabilities, price };
  return { model: { ...recorded, close: undefined }, source };
}

async function readFromRun(log: RunLog) {
  const answers = new Map<string, (readonly RecordedAnswer[])[]>();
  for (const { taskId, index } of log.state.samples()) {
    const first = { taskId, index, turn: 0 };
    const answer = await log.readAnswer(first);
    const text = answer?.text ?? (await log.readRawText(first)) ?? (await log.readVerdict(first))?.solution;
    const own = answers.get(taskId) ?? [];
    own[index] = text === undefined ? [] : [{ text, usage: answer?.usage }];
    answers.set(taskId, own);
  }
  return answers;
}
