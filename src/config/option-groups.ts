import type { CommandName } from './option.ts';
import type { OptionKey, optionGroups } from './option-table.ts';

export const groupTitles: Readonly<Record<keyof typeof optionGroups, string>> = {
  what: 'What is evaluated',
  model: 'The model',
  sandbox: 'The sandbox',
  scoring: 'Scoring',
  output: 'Output',
};

/** What most people set, in the order they think of it: all that `--help` shows of a command with many options. */
export const usualOptions: Partial<Record<CommandName, readonly OptionKey[]>> = {
  run: [
    ...(['model', 'splits', 'subset', 'select', 'baseUrl', 'nSamples', 'temperature', 'maxNewTokens'] as const),
    ...(['parallel', 'out'] as const),
  ],
  generate: [
    ...(['model', 'split', 'subset', 'select', 'baseUrl', 'nSamples', 'temperature', 'maxNewTokens'] as const),
    ...(['retry', 'out'] as const),
  ],
  evaluate: [
    ...(['samples', 'split', 'subset', 'select', 'model', 'parallel', 'passK', 'failBelow', 'reporter'] as const),
    ...(['out'] as const),
  ],
};
