import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { fileError } from '../error/bigcodebench-error.ts';
import { type ModelObject, nameOfModel } from '../model/model-object.ts';
import { findNearest } from '../util/find-nearest.ts';
import { importModule } from '../util/import-module.ts';
import { toCamelCase, toKebabCase } from '../util/letter-case.ts';
import type { AnyOption, CommandName, OptionValue } from './option.ts';
import { isOptionKey, type OptionKey, type Options, optionTable } from './option-table.ts';
import { moveOldSubset, optionsOf, type ParsedFlags } from './parse-flags.ts';
import { describeKind, parseValue } from './parse-value.ts';
import type { Recipe } from './to-run-request.ts';

export type OptionOrigin = 'flag' | 'environment' | 'config file' | 'default';

export type ResolvedOptions = Awaited<ReturnType<typeof resolveOptions>>;

type Values = Partial<Record<OptionKey, OptionValue>>;

/** Merges flags, environment variables, a recipe, the config file and defaults; earlier ones win. */
export async function resolveOptions(input: {
  readonly command: CommandName;
  readonly flags: ParsedFlags['values'];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}) {
  const { command, flags, variables, cwd } = input;
  const named = flags.get('config') ?? variables.BCB_CONFIG;
  const file = await loadConfigFile(cwd, typeof named === 'string' ? named : undefined);
  const recipePath = flags.get('recipe') ?? variables.BCB_RECIPE;
  const recipe = typeof recipePath === 'string' ? await loadRecipe(resolve(cwd, recipePath)) : undefined;
  const values: Values = {};
  /** Where each value came from; for a recipe, where it came from when the recipe was written. */
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

/** Keys of a config file that are tables instead of options; the rooms that use them validate them. */
const sectionKeys = ['models', 'prices', 'safetyRules'] as const;

type Sections = Partial<Record<(typeof sectionKeys)[number], unknown>>;

interface ConfigFile {
  readonly options: ReadonlyMap<OptionKey, OptionValue>;
  readonly sections: Readonly<Sections>;
  /** The models under `model` that are objects; the option has their names. */
  readonly models: readonly ModelObject[];
}

const config = { code: 'CONFIG' } as const;
const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `bigcodebench.config.${extension}`);

/** The config file given with `--config`, or the one in the folder; undefined if there is none. */
async function loadConfigFile(cwd: string, named?: string): Promise<ConfigFile | undefined> {
  const path = named === undefined ? names.map((name) => join(cwd, name)).find(existsSync) : resolve(cwd, named);
  return path === undefined ? undefined : readValues(path, await readContent(path));
}

/** Reads the `manifest.json` of a run as a source of options: the request that it came from. */
async function loadRecipe(path: string): Promise<ConfigFile & { readonly asked: ReadonlySet<string> }> {
  const manifest = await readContent(path, { complaint: 'cannot be read as a recipe', isJson: true });
  const { provenance } = manifest as { provenance?: { request?: Partial<Recipe> } };
  if (typeof provenance?.request !== 'object' || provenance.request === null) {
    throw fileError(path, `${path} is not a recipe: use the manifest.json of a run that \`bcb run\` made.`, config);
  }
  const { defaults = {}, split, passK, ...others } = provenance.request;
  // What was made in a folder is made there again, where its answers are.
  const [, out] = /^(.+)[\\/]runs[\\/][0-9a-f]{12}[\\/]manifest\.json$/.exec(path) ?? [];
  const asked = { ...others, ...(split && { splits: split }), ...(passK && { passK: passK.map(String) }) };
  const values = readValues(path, { ...defaults, ...asked, ...(out !== undefined && { out }) });
  return { ...values, asked: new Set(Object.keys(asked)) };
}

/** What a JSON, JavaScript or TypeScript file holds. */
async function readContent(
  path: string,
  { complaint = 'cannot be read', isJson = extname(path) === '.json' } = {},
): Promise<unknown> {
  try {
    if (isJson) return JSON.parse(await readFile(path, 'utf8'));
    const loaded = await importModule(path);
    return loaded.default ?? loaded;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw fileError(path, `${path} ${complaint}: ${why}`, { ...config, cause });
  }
}

function readValues(path: string, content: unknown): ConfigFile {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw fileError(path, `${path} must contain an object of options.`, config);
  }
  const options = new Map<OptionKey, OptionValue>();
  const sections: Sections = {};
  const models: ModelObject[] = [];
  for (const [spelled, value] of Object.entries(content)) {
    const key = toCamelCase(spelled);
    const section = sectionKeys.find((each) => each === key);
    if (value === undefined) continue;
    // Safety rules may also be the path of a file.
    if (section && !(isOptionKey(key) && typeof value === 'string')) sections[section] = value;
    else if (key === 'model' && typeof value === 'object') options.set(key, readModels(path, value, models));
    else if (isOptionKey(key)) options.set(key, readValue(path, key, value));
    else {
      const allowed = [...Object.keys(optionTable), ...sectionKeys];
      const nearest = findNearest(key, allowed);
      const hint = nearest ? `did you mean ${nearest}?` : `use one of ${allowed.join(', ')}.`;
      const sentence = `${path}: unknown key ${JSON.stringify(spelled)}: ${hint}`;
      throw fileError(path, sentence, { ...config, data: { key: spelled } });
    }
  }
  return { options, sections, models };
}

function readValue(path: string, key: OptionKey, value: unknown): OptionValue {
  const option: AnyOption = optionTable[key];
  if (Array.isArray(value) && option.kind === 'list' && value.every(isPlain)) return value.map(String);
  if (isPlain(value)) return parseValue(option, String(value), `${path}: ${key}`);
  throw fileError(path, `${path}: ${key} must be ${describeKind(option)}.`, { ...config, data: { key } });
}

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The names of a list of models; those that are objects are added to `objects`. */
function readModels(path: string, value: object, objects: ModelObject[]): string[] {
  return [value].flat().map((model: unknown, at) => {
    if (typeof model === 'string') return model;
    const name = nameOfModel(model);
    const isTwin = objects.some((other) => nameOfModel(other) === name);
    if (name === undefined || isTwin) {
      const what = isTwin
        ? 'has the name of another one'
        : 'must be a name, or what createCustomModel or an AI SDK provider returns';
      const key = Array.isArray(value) ? `model[${at}]` : 'model';
      throw fileError(path, `${path}: ${key} ${what}.`, { ...config, data: { key: 'model' } });
    }
    objects.push(model as ModelObject);
    return name;
  });
}
