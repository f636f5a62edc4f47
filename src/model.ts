/** `bigcodebench/model`: models, how they are asked, and what can go wrong with them. */
export {
  type GenerateSamplesOptions,
  generateSamples,
} from './generate/generate-samples.ts';
export {
  type Generation,
  type GenerationOptions,
  type GenerationSummary,
  openGeneration,
} from './generate/generation.ts';
export {
  type AnswerFunction,
  type CustomAnswer,
  type CustomModelOptions,
  type CustomRequest,
  createCustomModel,
  type FromLanguageModelOptions,
  fromLanguageModel,
} from './model/custom-model.ts';
export type { Model, ModelAnswer, ModelCallOptions, ModelRequest, WantedSample } from './model/model.ts';
export { defaultParameters, type ModelParameters } from './model/parameters.ts';
export { ProviderError, type ProviderFault } from './model/provider-error.ts';
export { type ResolvedModel, type ResolveModelOptions, resolveModel } from './model/resolve-model.ts';
export { buildPrompt, type PromptSettings, resolvePromptSettings } from './prompt/build-prompt.ts';
