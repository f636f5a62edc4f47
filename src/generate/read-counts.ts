import type { ModelParameters } from '../model/parameters.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import type { RetryKind } from '../schema/generation-event.ts';
import type { Usage } from '../schema/sample.ts';
import type { AnswerLedger } from './answer-ledger.ts';
import { type CountedAnswer, describeSigns, findSigns } from './answer-signs.ts';
import { kindsOf } from './build-sample.ts';
import type { TaskPlan } from './request-plan.ts';

export interface AskedWith {
  readonly model: ResolvedModel;
  readonly parameters: ModelParameters;
  readonly nSamples: number;
}

export interface AnswerCounts {
  readonly usage: Usage;
  /** What the server's token counts reveal about its limits, in sentences. */
  readonly signs: readonly string[];
  /** Kinds of odd answers that may turn out better if requested again unchanged. */
  readonly worthRetrying: readonly RetryKind[];
}

/** The tokens of all existing answers, and what their counts reveal. */
export async function readCounts(
  plans: readonly TaskPlan[],
  ledger: AnswerLedger,
  { model, parameters, nSamples }: AskedWith,
): Promise<AnswerCounts> {
  const total: Record<string, number> = {};
  const counted: CountedAnswer[] = [];
  // The tokens of several answers in one call are counted together, which says nothing about each.
  const isOnePerCall = nSamples === 1 || model.capabilities.samplesPerCall === 1;
  const isLimited = isOnePerCall && model.capabilities.maxTokens;
  for (const { task, prompt, held } of plans) {
    const promptCharacters = charactersOf(prompt);
    for (const note of held) {
      const { usage, finishReason, maxNewTokens = parameters.maxNewTokens } = await ledger.read(note);
      for (const [key, count] of Object.entries(usage ?? {})) total[key] = (total[key] ?? 0) + (count ?? 0);
      const limit = isLimited ? maxNewTokens + (parameters.reasoningBudget ?? 0) : undefined;
      counted.push({ taskId: task.id, promptCharacters, finishReason, usage, maxNewTokens: limit });
    }
  }
  const signs = findSigns(counted);
  const isHopeless = ({ taskId, finishReason }: CountedAnswer) =>
    finishReason === 'context-too-long' || (finishReason === 'length' && signs.fullContexts.includes(taskId));
  const notes = plans.flatMap(({ held }) => held).filter((_, at) => !counted[at] || !isHopeless(counted[at]));
  return { usage: total, signs: describeSigns(signs), worthRetrying: [...new Set(notes.flatMap(kindsOf))] };
}

function charactersOf(prompt: TaskPlan['prompt']): number {
  if (prompt.form === 'completion') return prompt.text.length;
  return prompt.messages.reduce((sum, { content }) => sum + content.length, 0);
}
