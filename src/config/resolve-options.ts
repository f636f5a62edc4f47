import { resolve } from 'node:path';
import { toCamelCase, toKebabCase } from '../util/letter-case.ts';
import { type ConfigFile, loadConfigFile, loadRecipe, readContent } from './config-file.ts';
import { moveOldSubset } from './old-spellings.ts';
import type { AnyOption, CommandName, OptionValue } from './option.ts';
import type { OptionKey, Options } from './option-table.ts';
import { optionsOf, type ParsedFlags } from './parse-flags.ts';
import { parseValue } from './parse-value.ts';

export type OptionOrigin = 'flag' | 'environment' | 'config file' | 'default';

export interface ResolvedOptions {
  readonly options: Options;
  /** Where each value came from; for a recipe, where it came from when the recipe was written. */
  readonly origins: ReadonlyMap<OptionKey, OptionOrigin>;
  readonly sections: ConfigFile['sections'];
  readonly models: ConfigFile['models'];
  /** One sentence for each flag that was accepted but has no effect. */
  readonly warnings: readonly string[];
}

type Values = Partial<Record<OptionKey, OptionValue>>;

/** Merges flags, environment variables, a recipe, the config file and defaults; earlier ones win. */
export async function resolveOptions(input: {
  readonly command: CommandName;
  readonly flags: ParsedFlags['values'];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}): Promise<ResolvedOptions> {
  const { command, flags, variables, cwd } = input;
  const named = flags.get('config') ?? variables.BCB_CONFIG;
  const file = await loadConfigFile(cwd, typeof named === 'string' ? named : undefined);
  const recipePath = flags.get('recipe') ?? variables.BCB_RECIPE;
  const recipe = typeof recipePath === 'string' ? await loadRecipe(resolve(cwd, recipePath)) : undefined;
  const values: Values = {};
  const origins = new Map<OptionKey, OptionOrigin>();
  const warnings: string[] = [];
  for (const [key, option] of optionsOf(command)) {
    const names = [key, ...(option.aliases ?? []).map(toCamelCase)];
    const variable = [...names.map(environmentName), ...(option.env ?? [])].find((name) => variables[name]);
    const fallback = option.defaultOn?.[command] ?? option.default;
    // What a recipe asked for overrides a model's own settings, as it did then.
    const candidates: [OptionOrigin, OptionValue | undefined][] = [
      ['flag', flags.get(key)],
      ['environment', variable === undefined ? undefined : parseValue(option, variables[variable] ?? '', variable)],
      [recipe?.asked.has(key) ? 'flag' : 'default', valueIn(recipe, names, option)],
      ['config file', valueIn(file, names, option)],
      ['default', fallback],
    ];
    const [origin, value] = candidates.find(([, candidate]) => candidate !== undefined) ?? [];
    if (origin === undefined || value === undefined) continue;
    values[key] = value;
    origins.set(key, origin);
    const ignored = option.ignored ?? option.ignoredOn?.[command];
    if (ignored && origin !== 'default' && value !== fallback) {
      warnings.push(`--${toKebabCase(key)} has no effect: ${ignored}.`);
    }
  }
  warnings.push(...applyEndpoints(values, origins));
  warnings.push(...moveOldSubset(values, (key) => !['default', undefined].includes(origins.get(key))));
  const { maxDataLimit = 0, memoryMb = 0 } = values;
  // Memory is what the sandbox watches; data is a part of it.
  if (Number(maxDataLimit) > Number(memoryMb)) {
    warnings.push(`--max-data-limit ${maxDataLimit} has no effect: --memory-mb ${memoryMb} is less.`);
  }
  const sections = { ...(recipe?.sections ?? file?.sections) };
  if (values.safetyRules !== undefined)
    sections.safetyRules = await readContent(resolve(cwd, String(values.safetyRules)));
  // The table gives each key its kind and parseValue its value; the compiler cannot follow that through a loop.
  return { options: values as Options, origins, sections, models: file?.models ?? [], warnings };
}

/**
 * The original has two flags for an executor and its address; here they are one. A Gradio address alone means Gradio,
 * which is the original's default. Changes the values, and returns a warning for each flag without effect.
 */
function applyEndpoints(values: Values, origins: ResolvedOptions['origins']): string[] {
  return (['gradio', 'e2b'] as const).flatMap((name) => {
    const address = values[`${name}Endpoint`];
    if (address === undefined) return [];
    const [execution] = Array.isArray(values.execution) ? (values.execution as string[]) : [];
    const isMeant = name === 'gradio' && origins.get('execution') === 'default';
    if (execution !== name && !isMeant) {
      return [`--${name}-endpoint has no effect: programs run with --execution ${execution ?? 'local'}.`];
    }
    values.execution = [`${name}:${address}`];
    return [];
  });
}

/** What a file says under any of the option's names; a single value for a list becomes a list of one. */
function valueIn(file: ConfigFile | undefined, names: readonly string[], option: AnyOption): OptionValue | undefined {
  const value = names.map((name) => file?.options.get(name as OptionKey)).find((found) => found !== undefined);
  return option.kind === 'list' && value !== undefined && !Array.isArray(value) ? [String(value)] : value;
}

/** `nSamples` → `BCB_N_SAMPLES`. */
export function environmentName(key: string): string {
  return `BCB_${toKebabCase(key).replaceAll('-', '_').toUpperCase()}`;
}
