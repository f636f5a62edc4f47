import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { ResolvedModel } from './resolve-model.ts';

/** A model that exists already: from `createCustomModel` or `resolveModel`, or any chat model of the AI SDK. */
export type ModelObject = ResolvedModel | LanguageModelV3;

/** The name that a model has of itself, which identifies its runs; undefined if the value is not such an object. */
export function nameOfModel(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, answer, doGenerate, provider, modelId } = value as Readonly<Record<string, unknown>>;
  if (typeof answer === 'function' && typeof name === 'string' && name !== '') return name;
  return typeof doGenerate === 'function' && typeof modelId === 'string' ? `${provider}:${modelId}` : undefined;
}
