import type { ModelAnswer, ModelCallOptions, ModelRequest } from '../model/model.ts';
import { type ResolvedModel, resolveModel } from '../model/resolve-model.ts';

export interface Asked {
  readonly taskId: string;
  readonly indexes: readonly number[];
  readonly seeds: readonly (number | undefined)[];
  readonly maxNewTokens: number;
}

/** A model that answers from a script and remembers what it was asked. */
export interface ScriptedModel extends ResolvedModel {
  readonly asked: Asked[];
}

type Script = (
  request: ModelRequest,
  index: number,
  options: ModelCallOptions,
) => Partial<ModelAnswer> | Promise<Partial<ModelAnswer>>;

/** How a scripted model differs from `empty`. */
export type ScriptedModelOptions = Partial<Omit<ResolvedModel, 'answer' | 'describe'>>;

/** A model whose answers a test writes; it remembers what it was asked. */
export async function createScriptedModel(
  script: Script,
  { samplesPerCall = 1, maxConcurrency = 4, drainMs = 0, ...facts }: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const resolved = await resolveModel('empty', {});
  const asked: Asked[] = [];
  return {
    ...resolved,
    name: 'test:model',
    ...facts,
    capabilities: { ...resolved.capabilities, samplesPerCall, ...facts.capabilities },
    asked,
    samplesPerCall,
    maxConcurrency,
    drainMs,
    async answer(request, options = {}) {
      asked.push({
        taskId: request.task.id,
        indexes: request.samples.map(({ index }) => index),
        seeds: request.samples.map(({ seed }) => seed),
        maxNewTokens: request.parameters.maxNewTokens,
      });
      const answers: ModelAnswer[] = [];
      for (const { index } of request.samples) {
        const written = await script(request, index, options);
        answers.push({ text: 'x', finishReason: 'stop', latencyMs: 1, warnings: [], ...written });
      }
      return answers;
    },
  };
}
