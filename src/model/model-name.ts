import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/edit-distance.ts';
import { type ProviderName, providerNames, providerOfBackend } from './provider-table.ts';

export interface ModelName {
  readonly provider: ProviderName;
  readonly modelId: string;
}

/**
 * Reads `provider:model-id`. With one of the original's backends the name is the model's alone; without either it is
 * a model for vLLM, as in the original.
 */
export function parseModelName(name: string, backend?: string): ModelName {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  const provider = backend === undefined ? undefined : providerOfBackend[backend];
  if (provider !== undefined) {
    return { provider, modelId: prefix === provider ? name.slice(colon + 1) : name };
  }
  if (name === 'canonical' || name === 'empty') return { provider: name, modelId: name };
  if (colon < 0) return { provider: 'vllm', modelId: checkId(name, name) };
  const known = providerNames.find((candidate) => candidate === prefix);
  if (known) return { provider: known, modelId: checkId(name.slice(colon + 1), name) };
  const nearest = findNearest(prefix, providerNames);
  const hint = nearest ? `did you mean ${nearest}:${name.slice(colon + 1)}? ` : '';
  throw new BigCodeBenchError(
    'MODEL',
    `There is no provider ${JSON.stringify(prefix)}: ${hint}The providers are ${providerNames.join(', ')}.`,
  );
}

function checkId(modelId: string, name: string): string {
  if (modelId.trim() !== '') return modelId;
  throw new BigCodeBenchError('MODEL', `${JSON.stringify(name)} names no model: write provider:model-id.`);
}
