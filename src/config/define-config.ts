import type { ModelObject } from '../model/model-object.ts';
import type { ModelSettings } from '../model/model-settings.ts';
import type { Price } from '../model/prices.ts';
import type { OptionKey, Options } from './option-table.ts';

type Written<Value> = Value extends readonly string[] ? string | readonly (string | number)[] : Value;

type OptionsInFile = { readonly [Key in OptionKey]?: Written<Options[Key]> | undefined };

/** What a config file may contain: the options of all commands by key (docs/reference/configuration.md), and two tables. */
export interface Config extends Omit<OptionsInFile, 'model'> {
  /** Names, files that export a model, and models: your own, or any chat model of the AI SDK. */
  readonly model?: string | ModelObject | readonly (string | ModelObject)[] | undefined;
  /** Settings by model name, in which `*` stands for anything; later entries win. */
  readonly models?: Readonly<Record<string, ModelSettings>> | undefined;
  /** US dollars per million tokens, by model name. */
  readonly prices?: Readonly<Record<string, Price>> | undefined;
}

/**
 * Gives the default export of a `bigcodebench.config.ts` its type; returns it as it is.
 *
 * @example
 * export default defineConfig({ model: 'openai:gpt-4o', subset: 'hard', split: 'instruct' });
 */
export function defineConfig(config: Config): Config {
  return config;
}
