import { z } from 'zod';
import { usageError } from '../error/bigcodebench-error.ts';
import { parameterKeys, parameterShape } from '../schema/run-request.ts';
import type { ModelRequest } from './model.ts';
import type { Capabilities, RequestProfile } from './request-profiles.ts';
import type { ResolvedModel } from './resolve-model.ts';

const { nSamples: _, ...shape } = parameterShape;

const modelParametersSchema = z.strictObject(shape).partial().required({ temperature: true, maxNewTokens: true });

/** How a model should answer. */
export type ModelParameters = z.infer<typeof modelParametersSchema>;

/** The original's parameters. */
export const defaultParameters: ModelParameters = { temperature: 0, maxNewTokens: 1280 };

/** Several greedy samples would all be the same, so they are rejected, as in the original. */
export function checkSampling(temperature: number, nSamples: number): void {
  if (temperature === 0 && nSamples > 1) {
    const advice = 'raise the temperature, or ask for one sample';
    throw usageError(`Temperature 0 gives the same answer ${nSamples} times: ${advice}.`);
  }
}

export function usesBudget(budget: number, { reasoning }: Capabilities, { thinking }: RequestProfile): boolean {
  return reasoning === 'budget' && (thinking === 'always' || (thinking === 'with-budget' && budget > 0));
}

/** Drops what the model ignores: a different effort must not start a new run of a model that has none. */
export function keepRelevant(parameters: ModelParameters, capabilities: Capabilities, profile: RequestProfile) {
  const { reasoningEffort, reasoningBudget = 0, reasoningBeta, ...others } = parameters;
  if (capabilities.reasoning === 'effort') {
    return { ...others, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) };
  }
  if (!usesBudget(reasoningBudget, capabilities, profile)) return others;
  return { ...others, reasoningBudget, ...(reasoningBeta === undefined ? {} : { reasoningBeta }) };
}

/** Another value, so that a request that takes the parameter would look different. */
function alter(value: number | string | readonly string[]): typeof value {
  if (typeof value === 'number') return value === 0 ? 1 : value / 2;
  return typeof value === 'string' ? `${value}-other` : [...value, 'another'];
}

/** The parameters of a request that its provider, or this model of it, does not take: the request is the same without. */
export async function findUnsentParameters(model: Pick<ResolvedModel, 'describe'>, request: ModelRequest) {
  const describe = async (parameters: ModelParameters) => {
    const samples = [{ index: 0, seed: parameters.seed }];
    const { body, headers } = await model.describe({ ...request, parameters, samples });
    return JSON.stringify([body, headers]);
  };
  const asked = await describe(request.parameters);
  const unsent: (keyof ModelParameters)[] = [];
  for (const name of parameterKeys.filter((key) => key !== 'nSamples')) {
    const value = request.parameters[name];
    const altered = value !== undefined && { ...request.parameters, [name]: alter(value) };
    if (altered && (await describe(altered)) === asked) unsent.push(name);
  }
  return unsent;
}
