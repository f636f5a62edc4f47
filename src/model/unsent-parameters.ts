import type { ModelRequest } from './model.ts';
import type { ModelParameters } from './parameters.ts';
import type { ResolvedModel } from './resolve-model.ts';

type ParameterName = keyof ModelParameters;

/** Another value for each parameter, so that a request that takes it would look different. */
const otherValues: { readonly [Name in ParameterName]-?: (value: NonNullable<ModelParameters[Name]>) => typeof value } =
  {
    temperature: (value) => value + 0.1,
    topP: (value) => (value === 0.5 ? 0.6 : 0.5),
    topK: (value) => value + 1,
    frequencyPenalty: (value) => value + 0.1,
    maxNewTokens: (value) => value + 1,
    seed: (value) => value + 1,
    stop: (value) => [...value, 'another'],
    reasoningEffort: (value) => (value === 'low' ? 'high' : 'low'),
    reasoningBudget: (value) => value + 1024,
    reasoningBeta: (value) => `${value}-other`,
  };

/** The parameters of a request that its provider, or this model of it, does not take: the request is the same without. */
export async function findUnsentParameters(
  model: Pick<ResolvedModel, 'describe'>,
  request: ModelRequest,
): Promise<ParameterName[]> {
  const describe = async (parameters: ModelParameters) => {
    const samples = [{ index: 0, seed: parameters.seed }];
    const { body, headers } = await model.describe({ ...request, parameters, samples });
    return JSON.stringify([body, headers]);
  };
  const asked = await describe(request.parameters);
  const unsent: ParameterName[] = [];
  for (const name of Object.keys(otherValues) as ParameterName[]) {
    const value = request.parameters[name];
    if (value === undefined) continue;
    // The table gives each name a function of its own values; the compiler cannot follow that through a loop.
    const other = (otherValues[name] as (value: unknown) => unknown)(value);
    if ((await describe({ ...request.parameters, [name]: other })) === asked) unsent.push(name);
  }
  return unsent;
}
