import { splitThinking } from '../sanitize/think-tags.ts';
import type { SampleKey } from '../schema/log-event.ts';
import { withoutUndefined } from '../schema/optional.ts';
import type { Sample } from '../schema/sample.ts';
import { type AnswerLog, createMemoryLog, requireAnswer } from './answer-log.ts';
import { type RequestOptions, requestAnswers } from './request-answers.ts';
import { type PlanInput, planRequests, type TaskPlan } from './request-plan.ts';
import type { Sanitize } from './sanitize-answer.ts';

/** What to ask of which model. */
export interface GenerateSamplesOptions
  extends Omit<PlanInput, 'nSamples' | 'log'>,
    Omit<RequestOptions, 'plans' | 'log'> {
  readonly nSamples?: number;
  /** Without one, nothing can be resumed. */
  readonly log?: AnswerLog;
  readonly sanitize?: Sanitize | undefined;
}

/**
 * Asks a model for samples and yields them as they arrive, those in the log first. An answer is on disk before it is
 * yielded.
 */
export async function* generateSamples(options: GenerateSamplesOptions): AsyncGenerator<Sample> {
  const { log = createMemoryLog(), nSamples = 1 } = options;
  const plans = planRequests({ ...options, nSamples, log });
  const byId = new Map(plans.map((plan) => [plan.task.id, plan]));
  for await (const key of generateKeys({ ...options, log }, plans)) {
    const plan = byId.get(key.taskId);
    if (plan) yield await loadSample(key, plan, { ...options, log });
  }
}

/** Keys of the samples, those in the log first; the texts stay in the log until they are loaded. */
export async function* generateKeys(options: GenerateSamplesOptions & { log: AnswerLog }, plans: readonly TaskPlan[]) {
  const held = plans.flatMap((plan) => plan.held);
  const missing = plans.reduce((sum, plan) => sum + plan.missing.length, 0);
  options.onEvent?.({ type: 'generation-planned', total: held.length + missing, held: held.length });
  yield* held;
  yield* requestAnswers({ ...options, plans });
}

type LoadOptions = Pick<GenerateSamplesOptions, 'model' | 'sanitize'> & { readonly log: AnswerLog };

const keepWhole: Sanitize = (rawText) => ({ solution: rawText });

/** Turns a recorded answer into a sample: the text as the original would store it, and its code. */
export async function loadSample(key: SampleKey, plan: TaskPlan, options: LoadOptions): Promise<Sample> {
  const { model, log, sanitize = keepWhole } = options;
  const { task, prompt } = plan;
  const answer = await requireAnswer(log, key);
  // The original replaces tabs for the engines it starts.
  const spaced = model.profile.expandsTabs ? answer.text.replaceAll('\t', '    ') : answer.text;
  const thought = model.capabilities.thinkTags ? splitThinking(spaced) : { text: spaced };
  const before = prompt.form === 'completion' ? prompt.text : '';
  const { solution, extraction } = await sanitize(before + thought.text, task);
  const { index, finishReason, usage, reasoning = thought.reasoning } = answer;
  const known = withoutUndefined({ reasoning, model: model.name, finishReason, usage, extraction });
  return { taskId: task.id, index, solution, rawText: before + spaced, ...known };
}
