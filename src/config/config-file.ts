import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { type BigCodeBenchError, fileError } from '../error/bigcodebench-error.ts';
import { type ModelObject, nameOfModel } from '../model/model-object.ts';
import { findNearest } from '../util/find-nearest.ts';
import { importModule } from '../util/import-module.ts';
import { toCamelCase } from '../util/letter-case.ts';
import type { AnyOption, OptionValue } from './option.ts';
import { isOptionKey, type OptionKey, optionTable } from './option-table.ts';
import { describeKind, parseValue } from './parse-value.ts';

/** Keys of a config file that are tables instead of options; the rooms that use them validate them. */
export const sectionKeys = ['models', 'prices', 'safetyRules'] as const;

export type SectionKey = (typeof sectionKeys)[number];

export interface ConfigFile {
  readonly path: string;
  readonly options: ReadonlyMap<OptionKey, OptionValue>;
  readonly sections: Readonly<Partial<Record<SectionKey, unknown>>>;
  /** The models under `model` that are objects; the option has their names. */
  readonly models: readonly ModelObject[];
}

const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `bigcodebench.config.${extension}`);

/** The config file given with `--config`, or the one in the folder; undefined if there is none. */
export async function loadConfigFile(cwd: string, named?: string): Promise<ConfigFile | undefined> {
  const path = named === undefined ? names.map((name) => join(cwd, name)).find(existsSync) : resolve(cwd, named);
  if (path === undefined) return undefined;
  return readValues(path, await readContent(path));
}

export function readValues(path: string, content: unknown): ConfigFile {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw configError(path, 'must contain an object of options.');
  }
  const options = new Map<OptionKey, OptionValue>();
  const sections: Partial<Record<SectionKey, unknown>> = {};
  const models: ModelObject[] = [];
  for (const [spelled, value] of Object.entries(content)) {
    const key = toCamelCase(spelled);
    if (value === undefined) continue;
    // Safety rules may also be the path of a file.
    if (isSection(key) && !(isOptionKey(key) && typeof value === 'string')) sections[key] = value;
    else if (key === 'model' && typeof value === 'object') options.set(key, readModels(path, value, models));
    else if (isOptionKey(key)) options.set(key, readValue(path, key, value));
    else throw unknownKey(path, spelled);
  }
  return { path, options, sections, models };
}

/** What a JSON, JavaScript or TypeScript file holds. */
export async function readContent(path: string): Promise<unknown> {
  try {
    if (extname(path) === '.json') return JSON.parse(await readFile(path, 'utf8'));
    const loaded = await importModule(path);
    return loaded.default ?? loaded;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw configError(path, `cannot be read: ${why}`, cause);
  }
}

export function configError(path: string, what: string, cause?: unknown): BigCodeBenchError {
  return fileError(path, `${path} ${what}`, { code: 'CONFIG', cause });
}

function readValue(path: string, key: OptionKey, value: unknown): OptionValue {
  const option: AnyOption = optionTable[key];
  const origin = `${path}: ${key}`;
  if (Array.isArray(value) && option.kind === 'list' && value.every(isPlain)) return value.map(String);
  if (isPlain(value)) return parseValue(option, String(value), origin);
  throw fileError(path, `${origin} must be ${describeKind(option)}.`, { code: 'CONFIG', data: { key } });
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
      throw fileError(path, `${path}: ${key} ${what}.`, { code: 'CONFIG', data: { key: 'model' } });
    }
    objects.push(model as ModelObject);
    return name;
  });
}

function unknownKey(path: string, key: string): BigCodeBenchError {
  const allowed = [...Object.keys(optionTable), ...sectionKeys];
  const nearest = findNearest(toCamelCase(key), allowed);
  const hint = nearest ? `did you mean ${nearest}?` : `use one of ${allowed.join(', ')}.`;
  return fileError(path, `${path}: unknown key ${JSON.stringify(key)}: ${hint}`, { code: 'CONFIG', data: { key } });
}

function isSection(key: string): key is SectionKey {
  return (sectionKeys as readonly string[]).includes(key);
}
