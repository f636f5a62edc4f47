import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { toCamelCase } from '../util/letter-case.ts';
import type { AnyOption, OptionValue } from './option.ts';
import { type OptionKey, optionTable } from './option-table.ts';
import { describeKind, parseValue } from './parse-value.ts';

/** Keys of a config file that are tables instead of options; the rooms that use them validate them. */
export const sectionKeys = ['models', 'prices'] as const;

export type SectionKey = (typeof sectionKeys)[number];

export interface ConfigFile {
  readonly path: string;
  readonly options: ReadonlyMap<OptionKey, OptionValue>;
  readonly sections: Readonly<Partial<Record<SectionKey, unknown>>>;
}

const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `bigcodebench.config.${extension}`);

/** The config file given with `--config`, or the one in the folder; undefined if there is none. */
export async function loadConfigFile(cwd: string, named?: string): Promise<ConfigFile | undefined> {
  const path = named === undefined ? names.map((name) => join(cwd, name)).find(existsSync) : resolve(cwd, named);
  if (path === undefined) return undefined;
  return readValues(path, await readContent(path));
}

/** Checks keys and values that came from a file. */
export function readValues(path: string, content: unknown): ConfigFile {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new BigCodeBenchError('CONFIG', `${path} must contain an object of options.`, { data: { file: path } });
  }
  const options = new Map<OptionKey, OptionValue>();
  const sections: Partial<Record<SectionKey, unknown>> = {};
  for (const [spelled, value] of Object.entries(content)) {
    const key = toCamelCase(spelled);
    if (isSection(key)) sections[key] = value;
    else if (isOptionKey(key)) options.set(key, readValue(path, key, value));
    else throw unknownKey(path, spelled);
  }
  return { path, options, sections };
}

async function readContent(path: string): Promise<unknown> {
  try {
    if (extname(path) === '.json') return JSON.parse(await readFile(path, 'utf8'));
    const url = pathToFileURL(path).href;
    const loaded = /\.m?ts$/.test(path) ? await importTypeScript(url) : await import(url);
    return (loaded as { default?: unknown }).default ?? loaded;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new BigCodeBenchError('CONFIG', `${path} cannot be read: ${why}`, { cause, data: { file: path } });
  }
}

/** Node 22.18 can load TypeScript; older versions need a transpiler. */
async function importTypeScript(url: string): Promise<unknown> {
  if ((process.features as { typescript?: unknown }).typescript) return import(url);
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url).import(url);
}

function readValue(path: string, key: OptionKey, value: unknown): OptionValue {
  const option: AnyOption = optionTable[key];
  const origin = `${path}: ${key}`;
  if (Array.isArray(value) && option.kind === 'list') return value.map(String);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return parseValue(option, String(value), origin);
  }
  throw new BigCodeBenchError('CONFIG', `${origin} must be ${describeKind(option)}.`, { data: { file: path, key } });
}

function unknownKey(path: string, key: string): BigCodeBenchError {
  const allowed = [...Object.keys(optionTable), ...sectionKeys];
  const nearest = findNearest(toCamelCase(key), allowed);
  const hint = nearest ? `did you mean ${nearest}?` : `use one of ${allowed.join(', ')}.`;
  return new BigCodeBenchError('CONFIG', `${path}: unknown key ${JSON.stringify(key)}: ${hint}`, {
    data: { file: path, key },
  });
}

function isSection(key: string): key is SectionKey {
  return (sectionKeys as readonly string[]).includes(key);
}

function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(optionTable, key);
}
