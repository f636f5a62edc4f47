import { parameterKeys } from '../schema/run-request.ts';
import type { ModelRequest } from './model.ts';
import type { ModelParameters } from './parameters.ts';
import type { ResolvedModel } from './resolve-model.ts';

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
