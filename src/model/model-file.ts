import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { fileError, modelError } from '../error/bigcodebench-error.ts';
import { sha256 } from '../util/hash.ts';
import { importModule } from '../util/import-module.ts';
import { messageOf } from '../util/system-error.ts';
import { type AnswerFunction, createCustomModel } from './custom-model.ts';
import type { Model } from './model.ts';
import { type ModelObject, nameOfModel } from './model-object.ts';

/** `./mine.ts`, or `./mine.ts#name` for a named export. */
const spelling = /^(.+\.m?[jt]s)(?:#(\w+))?$/;

/** Whether a model's name is the path of a file that exports it. */
export function isModelFile(name: string): boolean {
  return spelling.test(name) && !/^[\w-]+:/.test(name);
}

/** The model that a file exports. A function, or a port without a name, is named after the file and known by its content. */
export async function loadModelFile(spelled: string, cwd: string): Promise<ModelObject> {
  const [, file = '', picked = 'default'] = spelling.exec(spelled) ?? [];
  const path = resolve(cwd, file);
  const { exported, content } = await readModule(path, spelled);
  const value = exported[picked];
  if (value === undefined) throw withoutExport(spelled, picked, exported);
  if (nameOfModel(value) !== undefined) return value as ModelObject;
  const model = checkPort(value, spelled);
  const name = [basename(file, extname(file)), ...(picked === 'default' ? [] : [picked])].join('-');
  const own = createCustomModel({ name, model });
  // Its name says nothing about what it does: an edited file must not inherit earlier answers.
  return { ...own, fingerprintOf: (task) => sha256(content + (own.fingerprintOf?.(task) ?? '')) };
}

async function readModule(path: string, spelled: string) {
  const content = await readFile(path, 'utf8').catch(() => {
    throw fileError(path, `${path} cannot be read: check --model ${spelled}.`, { code: 'MODEL' });
  });
  try {
    return { content, exported: await importModule(path) };
  } catch (cause) {
    throw fileError(path, `${path} cannot be loaded: ${messageOf(cause)}`, { code: 'MODEL', cause });
  }
}

const portKeys = ['answer', 'describe', 'samplesPerCall', 'maxConcurrency', 'drainMs'] as const;

function checkPort(value: unknown, spelled: string): AnswerFunction | Model {
  // A provider of the AI SDK is a function too.
  if (typeof value === 'function' && !('languageModel' in value)) return value as AnswerFunction;
  const members = typeof value === 'object' && value !== null && 'answer' in value ? value : undefined;
  const missing = members && portKeys.filter((key) => !(key in members));
  if (missing?.length === 0) return value as Model;
  const why = missing ? ` (it lacks ${missing.join(', ')})` : '';
  const advice = 'export a function that answers, what createCustomModel returns, or a model of the AI SDK';
  throw modelError(`${spelled} does not export a model${why}: ${advice}.`);
}

function withoutExport(spelled: string, picked: string, exported: Readonly<Record<string, unknown>>) {
  const file = spelled.replace(/#\w+$/, '');
  const names = Object.keys(exported).filter((name) => name !== 'default' && nameOfModel(exported[name]) !== undefined);
  const others = names.map((name) => `${file}#${name}`).join(' or ');
  const hint = others === '' ? 'export a model as default' : `use ${others}`;
  const what = picked === 'default' ? 'default export' : `export ${JSON.stringify(picked)}`;
  return modelError(`${file} has no ${what}: ${hint}.`);
}
