import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { type ProviderName, providerNames, providerOfBackend } from './provider-table.ts';

export interface ModelName {
  readonly provider: ProviderName;
  readonly modelId: string;
  /** No provider was named: vLLM is what the original would take. */
  readonly isGuessed?: true;
}

export interface ModelNameOptions {
  /** One of the original's words for the provider; the name is then the model's alone. */
  readonly backend?: string | undefined;
  /** Whether a server is named, so that it does not matter whose model it is. */
  readonly hasAddress?: boolean;
}

/** Reads `provider:model-id`. A name without a provider is a model for vLLM, as in the original. */
export function parseModelName(name: string, { backend, hasAddress = false }: ModelNameOptions = {}): ModelName {
  const colon = name.indexOf(':');
  const prefix = colon < 0 ? '' : name.slice(0, colon);
  const provider = backend === undefined ? undefined : providerOfBackend[backend];
  if (provider !== undefined) {
    return { provider, modelId: prefix === provider ? name.slice(colon + 1) : name };
  }
  if (name === 'canonical' || name === 'empty') return { provider: name, modelId: name };
  const known = providerNames.find((candidate) => candidate === prefix);
  if (known) return { provider: known, modelId: checkId(name.slice(colon + 1), name) };
  if (colon < 0 && (hasAddress || isHubId(name))) {
    return { provider: 'vllm', modelId: checkId(name, name), isGuessed: true };
  }
  throw colon < 0 ? withoutProvider(name) : unknownProvider(prefix, name);
}

/** How the names of a provider's own models begin. */
const familiar: readonly (readonly [pattern: RegExp, provider: ProviderName])[] = [
  [/^(gpt-|chatgpt-|o\d(-|$)|ft:gpt-|codex-)/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
  [/^(mistral|codestral|ministral|magistral|devstral|pixtral|open-mi)/, 'mistral'],
  [/\.gguf$|^smollm2-135m$/, 'local'],
  [/\.jsonl(\.gz)?$/, 'replay'],
];

/** Says which provider was probably meant by a name that has none. */
export function withoutProvider(name: string): BigCodeBenchError {
  checkId(name, name);
  const meant = familiar.find(([pattern]) => pattern.test(name))?.[1];
  const choices = isHubId(name)
    ? `vllm:${name} with --base-url or an installed vLLM, huggingface:${name} with HF_TOKEN, or ollama:NAME as \`ollama list\` shows it`
    : `ollama:${name}, or openai-compatible:${name} with --base-url`;
  const hint = meant === undefined ? `write ${choices}` : `did you mean ${meant}:${name}?`;
  const end =
    meant === undefined ? '; `bcb model list` shows all providers.' : ' `bcb model list` shows all providers.';
  return new BigCodeBenchError('MODEL', `${JSON.stringify(name)} names no provider: ${hint}${end}`);
}

function unknownProvider(prefix: string, name: string): BigCodeBenchError {
  const meant = familiar.find(([pattern]) => pattern.test(name))?.[1];
  const nearest = findNearest(prefix, providerNames);
  // `llama3.2:1b` is how Ollama writes a size.
  const candidate = meant
    ? `${meant}:${name}`
    : nearest
      ? `${nearest}:${name.slice(prefix.length + 1)}`
      : `ollama:${name}`;
  return new BigCodeBenchError(
    'MODEL',
    `There is no provider ${JSON.stringify(prefix)}: did you mean ${candidate}? The providers are ${providerNames.join(', ')}.`,
  );
}

/** `organization/model`, as on the Hugging Face hub; not a path. */
function isHubId(name: string): boolean {
  return /^[\w.-]+\/[\w.-]+$/.test(name) && !name.startsWith('.');
}

function checkId(modelId: string, name: string): string {
  if (modelId.trim() !== '') return modelId;
  throw new BigCodeBenchError('MODEL', `${JSON.stringify(name)} names no model: write provider:model-id.`);
}
