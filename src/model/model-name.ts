import { type BigCodeBenchError, modelError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { type ProviderName, providerNames, providerOfBackend, providers } from './provider-table.ts';

export interface ModelName {
  readonly provider: ProviderName;
  readonly modelId: string;
  /** No provider was named; the original would use vLLM. */
  readonly isGuessed?: true;
}

/**
 * Parses `provider:model-id`. As in the original, a name without a provider is a vLLM model; if a server was given, that
 * does not matter. With a `backend`, the original's word for the provider, the name is just the model's.
 */
export function parseModelName(name: string, backend?: string, hasAddress = false): ModelName {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  const provider = providerOfBackend[backend ?? ''];
  if (provider !== undefined) return { provider, modelId: prefix === provider ? name.slice(colon + 1) : name };
  if (name === 'canonical' || name === 'empty') return { provider: name, modelId: name };
  const known = providerNames.find((candidate) => candidate === prefix);
  if (known) return { provider: known, modelId: checkId(name.slice(colon + 1), name) };
  if (colon < 0 && (hasAddress || isHubId(name))) {
    return { provider: 'vllm', modelId: checkId(name, name), isGuessed: true };
  }
  throw colon < 0 ? withoutProvider(name) : unknownProvider(prefix, name);
}

/** Suggests the provider that was probably meant. */
export function withoutProvider(name: string): BigCodeBenchError {
  checkId(name, name);
  const meant = findFamiliar(name);
  const choices = isHubId(name)
    ? `vllm:${name} with --base-url or an installed vLLM, huggingface:${name} with HF_TOKEN, or ollama:NAME as in \`ollama list\``
    : `ollama:${name}, or openai-compatible:${name} with --base-url`;
  const hint = meant ? `did you mean ${meant}:${name}? Run` : `use ${choices}; run`;
  return modelError(`${JSON.stringify(name)} has no provider: ${hint} \`bcb model list\` to see all providers.`);
}

function unknownProvider(prefix: string, name: string): BigCodeBenchError {
  const meant = findFamiliar(name);
  const nearest = findNearest(prefix, providerNames);
  const mended = nearest && `${nearest}:${name.slice(prefix.length + 1)}`;
  // Ollama writes sizes like this: `llama3.2:1b`.
  const candidate = meant ? `${meant}:${name}` : (mended ?? `ollama:${name}`);
  const hint = `did you mean ${candidate}? Providers: ${providerNames.join(', ')}`;
  return modelError(`Unknown provider ${JSON.stringify(prefix)}: ${hint}.`);
}

/** The provider whose own models have such names. */
function findFamiliar(name: string): ProviderName | undefined {
  return providerNames.find((provider) => new RegExp(providers[provider].ownModels ?? '(?!)').test(name));
}

/** `organization/model`, as on the Hugging Face hub; not a path. */
function isHubId(name: string): boolean {
  return /^[\w.-]+\/[\w.-]+$/.test(name) && !name.startsWith('.');
}

function checkId(modelId: string, name: string): string {
  if (modelId.trim() !== '') return modelId;
  throw modelError(`${JSON.stringify(name)} is not a model: use provider:model-id.`);
}
