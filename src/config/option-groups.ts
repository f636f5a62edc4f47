import type { CommandName } from './option.ts';
import type { OptionKey } from './option-table.ts';

/** How the help of a command with many options is divided. */
export const groupTitles = {
  what: 'What is evaluated',
  model: 'The model',
  sandbox: 'The sandbox',
  scoring: 'Scoring',
  output: 'Output',
} as const;

export type OptionGroup = keyof typeof groupTitles;

export const optionGroups: Readonly<Record<OptionGroup, readonly OptionKey[]>> = {
  what: [
    ...(['splits', 'split', 'subset', 'select', 'exclude', 'limit', 'idRange', 'datasetVersion'] as const),
    ...(['samples', 'recipe'] as const),
    ...(['missing', 'checkGtOnly', 'noExecute'] as const),
  ],
  model: [
    ...(['model', 'backend', 'baseUrl', 'nSamples', 'temperature', 'maxNewTokens', 'greedy', 'topP', 'topK'] as const),
    ...(['frequencyPenalty', 'seed', 'stop', 'reasoningEffort', 'reasoningBudget', 'reasoningBeta'] as const),
    ...(['directCompletion', 'instructionPrefix', 'responsePrefix', 'skipPrefill', 'stripNewlines'] as const),
    ...(['requestProfile', 'concurrency', 'rpm', 'tpm', 'requestTimeoutS', 'retry', 'retryMaxNewTokens'] as const),
    ...(['maxCost', 'confirmAbove', 'dryRun', 'localBatch', 'revision', 'maxModelLen', 'tp', 'loraPath'] as const),
    ...(['trustRemoteCode', 'tokenizerName', 'tokenizerLegacy'] as const),
  ],
  sandbox: [
    ...(['execution', 'parallel', 'isolation', 'env', 'timeLimit', 'minTimeLimit', 'memoryMb', 'maxOutputMb'] as const),
    ...(['maxAsLimit', 'maxDataLimit', 'maxStackLimit'] as const),
    ...([
      'allowDegraded',
      'cache',
      'cacheMb',
      'cacheDays',
      'allowMixed',
      'sandboxes',
      'e2bEndpoint',
      'gradioEndpoint',
    ] as const),
  ],
  scoring: [
    ...([
      'strategy',
      'calibrated',
      'verdicts',
      'integrity',
      'confirmFailures',
      'confirmPasses',
      'safety',
      'safetyRules',
    ] as const),
    ...(['failFast', 'noGt', 'minGt', 'passK', 'failBelow'] as const),
  ],
  output: [
    'out',
    'name',
    'tag',
    'note',
    'resume',
    'reporter',
    'savePassRate',
    'json',
    'quiet',
    'color',
    'yes',
    'config',
  ],
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
