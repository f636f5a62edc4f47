import type { OptionValue } from './option.ts';
import type { OptionKey } from './option-table.ts';
import type { OptionOrigin } from './resolve-options.ts';

const endpoints = [
  { key: 'gradioEndpoint', flag: '--gradio-endpoint', name: 'gradio' },
  { key: 'e2bEndpoint', flag: '--e2b-endpoint', name: 'e2b' },
] as const;

/**
 * The original has two flags for an executor and its address; here they are one. A Gradio address alone means Gradio,
 * which is the original's default. Changes the values, and returns a warning for each flag without effect.
 */
export function applyEndpoints(
  values: Partial<Record<OptionKey, OptionValue>>,
  origins: ReadonlyMap<OptionKey, OptionOrigin>,
): string[] {
  const warnings: string[] = [];
  for (const { key, flag, name } of endpoints) {
    const address = values[key];
    if (address === undefined) continue;
    const [execution] = Array.isArray(values.execution) ? (values.execution as string[]) : [];
    const isMeant = name === 'gradio' && origins.get('execution') === 'default';
    if (execution === name || isMeant) values.execution = [`${name}:${address}`];
    else warnings.push(`${flag} has no effect: programs run with --execution ${execution ?? 'local'}.`);
  }
  return warnings;
}
