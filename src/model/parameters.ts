import { z } from 'zod';
import { usageError } from '../error/bigcodebench-error.ts';
import type { Capabilities } from './capabilities.ts';
import type { RequestProfile } from './request-profiles.ts';

/** How a model should answer. Everything here may change an answer, so all of it is part of a run's identity. */
export const modelParametersSchema = z.strictObject({
  temperature: z.number().min(0),
  topP: z.number().min(0).max(1).optional(),
  topK: z.number().int().min(0).optional(),
  frequencyPenalty: z.number().optional(),
  maxNewTokens: z.number().int().positive(),
  /** For the first sample; each further one adds one. */
  seed: z.number().int().optional(),
  /** Instead of the profile's own. */
  stop: z.array(z.string()).optional(),
  reasoningEffort: z.string().optional(),
  reasoningBudget: z.number().int().min(0).optional(),
  reasoningBeta: z.string().optional(),
});

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

/** Drops what the model ignores: a different effort must not start a new run of a model that has none. */
export function keepRelevant(
  parameters: ModelParameters,
  { reasoning }: Capabilities,
  { thinking }: RequestProfile,
): ModelParameters {
  const { reasoningEffort, reasoningBudget = 0, reasoningBeta, ...others } = parameters;
  if (reasoning === 'effort') return { ...others, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) };
  const thinks =
    reasoning === 'budget' && (thinking === 'always' || (thinking === 'with-budget' && reasoningBudget > 0));
  return thinks ? { ...others, reasoningBudget, ...(reasoningBeta === undefined ? {} : { reasoningBeta }) } : others;
}
