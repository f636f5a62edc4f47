/**
 * What a server's token counts reveal about its limits. A truncated prompt, or an answer that ran out of context, looks
 * like any other answer; only its token counts do not fit.
 */

import type { AnswerRecord, RetryKind } from '../schema/log-event.ts';
import { textsOf } from '../schema/prompt.ts';
import type { Usage } from '../schema/sample.ts';
import { listSome } from '../util/list-some.ts';
import { type AnswerLog, requireAnswer } from './answer-log.ts';
import type { Asking, TaskPlan } from './request-plan.ts';
import { kindsOf } from './sanitize-answer.ts';

export interface CountedAnswer extends Pick<AnswerRecord, 'taskId' | 'finishReason' | 'usage'> {
  readonly promptCharacters: number;
  /** The limit that was sent; undefined if none was. */
  readonly maxNewTokens: number | undefined;
}

/** Code and English have about four characters per token; no tokenizer needs this few tokens. */
const impossibleRatio = 9;
/** Truncated prompts have the same count but different lengths; by chance, equal counts mean similar lengths. */
const likeness = 1.05;
const nearLimit = 0.9;
/** In place of a count that nobody told: nothing is above it. */
const none = Number.POSITIVE_INFINITY;

export function findSigns(answers: readonly CountedAnswer[]) {
  const idsOf = (isWanted: (answer: CountedAnswer) => boolean) => [
    ...new Set(answers.filter(isWanted).map(({ taskId }) => taskId)),
  ];
  const counted = answers.filter(({ usage }) => (usage?.inputTokens ?? 0) > 0);
  const cutAt = findCommonCut(counted);
  const isCut = ({ promptCharacters, usage }: CountedAnswer) => {
    const tokens = usage?.inputTokens ?? 0;
    return tokens > 0 && (tokens === cutAt || promptCharacters / tokens > impossibleRatio);
  };
  return {
    /** The model saw only part of the prompt. */
    cutPrompts: idsOf(isCut),
    /** How many of its tokens were left, if that is the same for several. */
    cutAt,
    /** The prompt did not fit, and the server said so. */
    tooLong: idsOf(({ finishReason }) => finishReason === 'context-too-long'),
    /** The answer was cut off far below the limit: the context was full. */
    fullContexts: idsOf(
      ({ finishReason, usage: { outputTokens = none } = {}, maxNewTokens = 0 }) =>
        finishReason === 'length' && outputTokens < nearLimit * maxNewTokens,
    ),
    /** More tokens than the limit: the server ignores it. */
    overLong: idsOf(({ usage, maxNewTokens = none }) => (usage?.outputTokens ?? 0) > maxNewTokens),
  };
}

/** The largest count, if prompts of different lengths share it and it looks like a limit. */
function findCommonCut(answers: readonly CountedAnswer[]): number | undefined {
  const most = answers.reduce((largest, { usage }) => Math.max(largest, usage?.inputTokens ?? 0), 0);
  const sharing = answers.filter(({ usage }) => usage?.inputTokens === most);
  const lengths = sharing.map(({ promptCharacters }) => promptCharacters);
  const tasks = new Set(sharing.map(({ taskId }) => taskId)).size;
  const isSpread = Math.max(...lengths) > likeness * Math.min(...lengths);
  // Contexts are multiples of 256; Ollama keeps half of one plus two tokens.
  return tasks > 1 && isSpread && most % 256 <= 2 ? most : undefined;
}

const larger = 'Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: -c, vLLM: --max-model-len';

/** One sentence per sign: what happened, and what to do about it. */
export function describeSigns(signs: ReturnType<typeof findSigns>): string[] {
  const { cutPrompts, cutAt, tooLong, fullContexts, overLong } = signs;
  const at = cutAt === undefined ? '' : ` at ${cutAt.toLocaleString('en-US')} tokens`;
  return [
    cutPrompts.length > 0 &&
      `The server cut the prompts of ${listSome(cutPrompts, 3)}${at}, so these answers are meaningless: give it a larger context (${larger}), then start over with --resume false.`,
    tooLong.length > 0 &&
      `The prompts of ${listSome(tooLong, 3)} do not fit into the context: give the server a larger one (${larger}), then add --retry errors.`,
    fullContexts.length > 0 &&
      `The answers to ${listSome(fullContexts, 3)} were cut off because the context was full, not by --max-new-tokens: give the server a larger one (${larger}), then add --retry truncated.`,
    overLong.length > 0 &&
      `The answers to ${listSome(overLong, 3)} are longer than --max-new-tokens: the server ignores the limit.`,
  ].filter((sentence) => sentence !== false);
}

export type AnswerCounts = Awaited<ReturnType<typeof readCounts>>;

/** The tokens of all existing answers, and what their counts reveal. */
export async function readCounts(plans: readonly TaskPlan[], log: AnswerLog, asking: Asking) {
  const { model, parameters, nSamples } = asking;
  const total: Record<string, number> = {};
  const counted: CountedAnswer[] = [];
  // The tokens of several answers in one call are counted together, which says nothing about each.
  const isOnePerCall = nSamples === 1 || model.capabilities.samplesPerCall === 1;
  const isLimited = isOnePerCall && model.capabilities.maxTokens;
  for (const { task, prompt, held } of plans) {
    const promptCharacters = textsOf(prompt).join('').length;
    for (const note of held) {
      const { usage, finishReason, maxNewTokens = parameters.maxNewTokens } = await requireAnswer(log, note);
      const repairs = log.state.conversationOf(note).slice(1);
      const usages = await Promise.all(repairs.map(async (repair) => (await requireAnswer(log, repair)).usage));
      for (const [key, count] of [usage, ...usages].flatMap((each) => Object.entries(each ?? {}))) {
        total[key] = (total[key] ?? 0) + (count ?? 0);
      }
      const limit = isLimited ? maxNewTokens + (parameters.reasoningBudget ?? 0) : undefined;
      counted.push({ taskId: task.id, promptCharacters, finishReason, usage, maxNewTokens: limit });
    }
  }
  const signs = findSigns(counted);
  const isHopeless = ({ taskId, finishReason }: CountedAnswer) =>
    finishReason === 'context-too-long' || (finishReason === 'length' && signs.fullContexts.includes(taskId));
  const notes = plans.flatMap(({ held }) => held).filter((_, at) => !counted[at] || !isHopeless(counted[at]));
  // Kinds of odd answers that may turn out better if requested again unchanged.
  const worthRetrying: readonly RetryKind[] = [...new Set(notes.flatMap(kindsOf))];
  const usage: Usage = total;
  return { usage, signs: describeSigns(signs), worthRetrying };
}
