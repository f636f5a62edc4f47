import { z } from 'zod';
import { usageError } from '../error/bigcodebench-error.ts';
import { parameterShape } from '../schema/run-request.ts';
import type { Capabilities } from './capabilities.ts';
import type { RequestProfile } from './request-profiles.ts';

const { nSamples: _, ...shape } = parameterShape;

const modelParametersSchema = z.strictObject(shape).partial().required({ temperature: true, maxNewTokens: true });

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
