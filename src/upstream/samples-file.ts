import { basename } from 'node:path';
import { z } from 'zod';
import type { Optional } from '../schema/optional.ts';
import type { RepairSettings } from '../schema/rounds.ts';
import type { RunRequest } from '../schema/run-request.ts';
import { type Sample, type Usage, usageSchema } from '../schema/sample.ts';
import type { Split } from '../schema/task.ts';
import { formatPythonFloat } from '../util/python-text.ts';
import { formatPythonJsonLine } from './python-json.ts';

export interface SamplesFileFacts extends Optional<Pick<RunRequest, 'loraPath' | 'skipPrefill'>> {
  /** The parts of a resolved model that appear in the file name. */
  readonly model: {
    readonly provider: string;
    readonly modelId: string;
    /** The original's word for the provider. */
    readonly backend: string;
    readonly capabilities: { readonly reasoning: 'none' | 'effort' | 'budget' };
  };
  readonly revision: string;
  /** `bigcodebench`, `bigcodebench-hard`, or another set's name. */
  readonly taskSet: string;
  readonly split: Split;
  readonly parameters: Readonly<Pick<RunRequest, 'reasoningEffort' | 'reasoningBudget' | 'reasoningBeta'>> & {
    readonly temperature: number;
  };
  readonly nSamples: number;
  readonly strategy: string;
  /** Where answers are repaired: the file is not the one of the first answers. */
  readonly repair?: RepairSettings | undefined;
}

/** The original's name for such a samples file. */
export function nameSamplesFile(facts: SamplesFileFacts): string {
  const { model, revision, split, parameters, nSamples, strategy, repair } = facts;
  const set = facts.taskSet.replace(/^bigcodebench-?/, '');
  const temperature = parameters.temperature === 0 ? '0' : formatPythonFloat(parameters.temperature);
  const rounds = repair ? `${repair.static ? 'static_' : ''}${repair.feedback}_${repair.rounds}-` : '';
  const ending = strategy === 'upstream' ? 'sanitized_calibrated' : strategy;
  return [
    nameModel(facts),
    revision,
    `bigcodebench${set === '' ? '' : `-${set}`}-${split}`,
    `${model.backend}-${temperature}-${nSamples}-${rounds}${ending}.jsonl`,
  ].join('--');
}

function nameModel({ model, parameters, loraPath, skipPrefill }: SamplesFileFacts): string {
  const isFile = model.provider === 'local' || model.provider === 'replay';
  const { reasoning } = model.capabilities;
  const { reasoningEffort = 'medium', reasoningBudget = 0, reasoningBeta } = parameters;
  const budget = reasoning === 'budget' && reasoningBudget > 0 ? `${reasoningBudget}-${reasoningBeta}` : undefined;
  const parts = [
    isFile ? basename(model.modelId) : model.modelId,
    reasoning === 'effort' ? reasoningEffort : undefined,
    loraPath === undefined ? undefined : `lora-${loraPath}`,
    model.provider === 'anthropic' ? budget : undefined,
    skipPrefill ? 'skip_prefill' : undefined,
  ];
  const joined = parts.filter((part) => part !== undefined).join('--');
  return joined.replaceAll('/', '--');
}

/** One line of a samples file: the original's three fields, then ours, formatted as its own tools do. */
export function formatSampleLine(sample: Sample): string {
  const { taskId, index, solution, rawText = solution, model, finishReason, reasoning, extraction } = sample;
  const earlier = sample.earlier?.map((answer) => {
    return { raw_solution: answer.rawText, feedback: answer.feedback, usage: formatUsage(answer.usage) };
  });
  return `${formatPythonJsonLine({
    task_id: taskId,
    solution,
    raw_solution: rawText,
    sample_index: index,
    model,
    finish_reason: finishReason,
    usage: formatUsage(sample.usage),
    reasoning,
    extraction,
    earlier,
  })}\n`;
}

const usageKeys = {
  input_tokens: 'inputTokens',
  cached_tokens: 'cachedTokens',
  output_tokens: 'outputTokens',
  reasoning_tokens: 'reasoningTokens',
} as const;

function formatUsage(usage: Usage | undefined) {
  return usage && Object.fromEntries(Object.entries(usageKeys).map(([theirs, ours]) => [theirs, usage[ours]]));
}

export const lineUsageSchema = z
  .record(z.string(), z.unknown())
  .transform((line) => Object.fromEntries(Object.entries(usageKeys).map(([theirs, ours]) => [ours, line[theirs]])))
  .pipe(usageSchema);

const earlierSchema = z
  .object({ raw_solution: z.string(), usage: lineUsageSchema.optional() })
  .transform(({ raw_solution: text, usage }) => ({ text, usage }));

const conversationSchema = z.object({ usage: lineUsageSchema.optional(), earlier: z.array(earlierSchema).default([]) });

/** The answers before the one of a line, with the tokens of each and of that one. */
export function readEarlierAnswers(extra: Readonly<Record<string, unknown>>): z.infer<typeof conversationSchema> {
  return conversationSchema.safeParse(extra).data ?? { earlier: [] };
}
