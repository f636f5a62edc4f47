import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { modelError } from '../../error/bigcodebench-error.ts';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import { sha256 } from '../../util/hash.ts';
import type { Variables } from '../../util/http-fetch.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import { requireProgram } from '../../util/run-program.ts';

/** node-llama-cpp is large, so it is not a dependency: it is installed from a lock file when a model is pulled. */
const recipe = fileURLToPath(new URL('../../../runtime/llama/', import.meta.url));
const binaries = readJsonAsset<Readonly<Record<string, string>>>('llama-binaries.json');

/** Where the runtime is, or will be; the folder depends on the lock file and the platform. */
export function runtimeFolder(variables: Variables): string {
  const lock = readFileSync(join(recipe, 'package-lock.json'));
  const key = sha256(`${sha256(lock)} ${process.platform} ${process.arch}`).slice(0, 12);
  return join(resolveCacheFolder(variables), 'llama', key);
}

export function hasRuntime(variables: Variables): boolean {
  return existsSync(entryOf(runtimeFolder(variables)));
}

/** Loads node-llama-cpp; if it is missing, the error says how to get it. */
export async function loadRuntime(variables: Variables): Promise<LlamaModule> {
  if (!hasRuntime(variables)) {
    const hint = 'run `bcb model pull smollm2-135m`, or add --yes';
    throw modelError(`The runtime for local models (85 MB) is not installed: ${hint}.`);
  }
  // Not a dependency, so its types are missing: the part that we use is declared below.
  return import(pathToFileURL(entryOf(runtimeFolder(variables))).href);
}

/** Installs node-llama-cpp and this platform's binary with npm, checked by hash; safe to kill at any time. */
export async function installRuntime(variables: Variables, signal?: AbortSignal): Promise<string> {
  const folder = runtimeFolder(variables);
  if (existsSync(entryOf(folder))) return folder;
  const temporary = `${folder}.${process.pid}.tmp`;
  await rm(temporary, { recursive: true, force: true });
  try {
    await mkdir(dirname(folder), { recursive: true });
    await cp(recipe, temporary, { recursive: true });
    const isLocked = await addBinary(temporary);
    const flags = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'];
    await requireProgram(['npm', isLocked ? 'ci' : 'install', ...flags], { cwd: temporary, variables, signal });
    await rename(temporary, folder).catch((error: unknown) => {
      // Another process was faster; its copy is the same.
      if (!existsSync(entryOf(folder))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

/** Requires only this platform's binary: all are 600 MB. Returns whether its hash is in the lock file. */
async function addBinary(folder: string): Promise<boolean> {
  const platform = `${process.platform}-${process.arch}`;
  const binary = binaries[platform];
  if (!binary)
    throw modelError(`There is no runtime for local models on ${platform}: use a server and openai-compatible.`);
  const name = `@node-llama-cpp/${binary}`;
  const manifestFile = join(folder, 'package.json');
  const lockFile = join(folder, 'package-lock.json');
  const manifest: Pick<Required<LockedPackage>, 'dependencies'> = JSON.parse(await readFile(manifestFile, 'utf8'));
  const lock: { readonly packages: Record<string, LockedPackage> } = JSON.parse(await readFile(lockFile, 'utf8'));
  const version = manifest.dependencies['node-llama-cpp'] ?? '';
  manifest.dependencies[name] = version;
  await writeFile(manifestFile, JSON.stringify(manifest));
  const locked = lock.packages[`node_modules/${name}`];
  if (!locked) return false;
  delete locked.optional;
  Object.assign(lock.packages['']?.dependencies ?? {}, { [name]: version });
  await writeFile(lockFile, JSON.stringify(lock));
  return true;
}

interface LockedPackage {
  optional?: boolean;
  readonly dependencies?: Record<string, string>;
}

function entryOf(folder: string): string {
  return join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
}

/** The part of node-llama-cpp 3.22 that we use. */
export type Token = number & { readonly __token: never };

export interface LlamaSequence {
  clearHistory(): Promise<void>;
  evaluate(tokens: Token[], options: object): AsyncGenerator<Token, void, void>;
}

export interface LlamaModel {
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  readonly tokens: { readonly bos: Token | null; readonly shouldPrependBosToken: boolean };
  readonly fileInfo: { readonly metadata: { readonly tokenizer?: { readonly chat_template?: string } } };
  tokenize(text: string): Token[];
  detokenize(tokens: readonly Token[], specialTokens?: boolean): string;
  isEogToken(token: Token): boolean;
  createContext(options: object): Promise<{ getSequence(): LlamaSequence }>;
}

export interface LlamaModule {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<LlamaModel>; dispose(): Promise<void> }>;
  readonly JinjaTemplateChatWrapper: new (
    options: object,
  ) => {
    generateContextState(options: { readonly chatHistory: readonly object[] }): {
      readonly contextText: { tokenize(tokenizer: unknown): Token[] };
    };
  };
}
