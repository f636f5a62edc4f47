import type { WantedSample } from '../model/model.ts';
import type { ModelParameters } from '../model/parameters.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import { buildPrompt, type PromptSettings } from '../prompt/build-prompt.ts';
import type { Repair, RetryRound } from '../schema/log-event.ts';
import type { Prompt } from '../schema/prompt.ts';
import type { Task } from '../schema/task.ts';
import { hashValue } from '../util/hash.ts';
import type { AnswerLog, AnswerNote } from './answer-log.ts';
import { kindsOf } from './sanitize-answer.ts';

export interface PlanInput {
  readonly tasks: readonly Task[];
  readonly model: ResolvedModel;
  readonly prompt: PromptSettings;
  readonly parameters: ModelParameters;
  readonly nSamples: number;
  readonly log: { readonly state: Pick<AnswerLog['state'], 'find'> };
  /** Also request answers of these kinds again. */
  readonly round?: RetryRound | undefined;
}

export type Asking = Pick<PlanInput, 'model' | 'parameters' | 'nSamples'>;

/** A task with its prompt, and which of its samples exist. */
export interface TaskPlan {
  readonly task: Task;
  readonly prompt: Prompt;
  readonly requestHash: string;
  readonly held: readonly AnswerNote[];
  readonly missing: readonly WantedSample[];
  /** Only where an earlier answer is to be repaired. */
  readonly repair?: Repair | undefined;
}

/** For each task, what the log holds and what must be requested. An answer to a different request never counts. */
export function planRequests(input: PlanInput): TaskPlan[] {
  const { tasks, model, parameters, nSamples, log, round } = input;
  const asked = describeAsking(model, parameters);
  return tasks.map((task) => {
    const prompt = buildPrompt(task, input.prompt);
    const requestHash = hashValue({ ...asked, prompt, fingerprint: model.fingerprintOf?.(task) });
    const held: AnswerNote[] = [];
    const missing: WantedSample[] = [];
    for (let index = 0; index < nSamples; index++) {
      const note = log.state.find({ taskId: task.id, index, turn: 0 });
      if (note?.requestHash === requestHash && !isAskedAgain(note, round)) held.push(note);
      else missing.push(withSeed(index, input));
    }
    return { task, prompt, requestHash, held, missing };
  });
}

/** Everything besides the prompt that affects an answer. */
export function describeAsking(model: ResolvedModel, parameters: ModelParameters): Record<string, unknown> {
  const { name, kind, profile, capabilities } = model;
  const { samplesPerCall: _, thinkTags: __, ...takes } = capabilities;
  return { model: name, kind, profile, takes, parameters };
}

/** Samples answered in this round have already been requested again. */
function isAskedAgain(note: AnswerNote, round: RetryRound | undefined): boolean {
  return round !== undefined && note.round < round.number && kindsOf(note).some((kind) => round.kinds.includes(kind));
}

/**
 * Separate calls for a task's samples get seeds, so that they differ and can be repeated; one call for all of them gets
 * the user's seed or none.
 */
export function withSeed(index: number, { model, parameters, nSamples }: Asking): WantedSample {
  const { capabilities, profile } = model;
  const isSeparate = capabilities.samplesPerCall === 1 && nSamples > 1 && parameters.temperature > 0;
  const first = parameters.seed ?? (isSeparate && profile.seedsCalls && capabilities.seed ? 0 : undefined);
  return first === undefined ? { index } : { index, seed: first + index };
}
