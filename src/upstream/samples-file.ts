import { basename } from 'node:path';
import type { Sample } from '../schema/sample.ts';
import type { Split } from '../schema/split.ts';
import { formatPythonFloat } from '../util/python-text.ts';
import { formatPythonJsonLine } from './python-json.ts';

export interface SamplesFileFacts {
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
  readonly parameters: {
    readonly temperature: number;
    readonly reasoningEffort?: string | undefined;
    readonly reasoningBudget?: number | undefined;
    readonly reasoningBeta?: string | undefined;
  };
  readonly nSamples: number;
  readonly strategy: string;
  readonly loraPath?: string | undefined;
  readonly skipPrefill?: boolean | undefined;
}

/** The original's name for such a samples file. */
export function nameSamplesFile(facts: SamplesFileFacts): string {
  const { model, revision, split, parameters, nSamples, strategy } = facts;
  const set = facts.taskSet.replace(/^bigcodebench-?/, '');
  const temperature = parameters.temperature === 0 ? '0' : formatPythonFloat(parameters.temperature);
  const ending = strategy === 'upstream' ? 'sanitized_calibrated' : strategy;
  return [
    nameModel(facts),
    revision,
    `bigcodebench${set === '' ? '' : `-${set}`}-${split}`,
    `${model.backend}-${temperature}-${nSamples}-${ending}.jsonl`,
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
  return parts
    .filter((part) => part !== undefined)
    .join('--')
    .replaceAll('/', '--');
}

/** One line of a samples file: the original's three fields, then ours, formatted as its own tools do. */
export function formatSampleLine(sample: Sample): string {
  const { usage, reasoning, extraction } = sample;
  return `${formatPythonJsonLine({
    task_id: sample.taskId,
    solution: sample.solution,
    raw_solution: sample.rawText ?? sample.solution,
    sample_index: sample.index,
    model: sample.model,
    finish_reason: sample.finishReason,
    usage: usage && {
      input_tokens: usage.inputTokens,
      cached_tokens: usage.cachedTokens,
      output_tokens: usage.outputTokens,
      reasoning_tokens: usage.reasoningTokens,
    },
    reasoning,
    extraction,
  })}\n`;
}
