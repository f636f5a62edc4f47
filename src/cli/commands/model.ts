import { existsSync } from 'node:fs';
import { findWeightsPython } from '../../environment/load-environment.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { hasRuntime, installRuntime } from '../../model/local/llama-runtime.ts';
import { catalog, findInCatalog, modelFile, pullModel } from '../../model/local/pull-model.ts';
import { type HttpProvider, type ProviderName, providerNames, providers } from '../../model/provider-table.ts';
import { renderTable } from '../../report/text-table.ts';
import { findOnPath } from '../../util/find-on-path.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

const catalogNames = catalog.map(({ name }) => name).join(', ');

export const modelCommand: Command = (context) => runSubcommand('model', { list: runList, pull: runPull }, context);

async function runList(context: CommandContext): Promise<void> {
  const { variables, program } = context;
  const describe = async (name: ProviderName) => ({ name, ...(await describeProvider(name, variables)) });
  const rows = await Promise.all(providerNames.map(describe));
  const local = catalog.map((entry) => {
    const path = modelFile(entry, variables);
    const { name, title, bytes } = entry;
    return { name: `local:${name}`, title, bytes, path: existsSync(path) ? path : null };
  });
  const table = rows.map(({ name, title, needs, is_ready }) => [`${name}:…`, title, needs, is_ready ? 'ready' : '']);
  const models = local.map(({ name, title, bytes, path }) => {
    const here = path ?? `not installed: run \`${program} model pull ${name.replace(/^local:/, '')}\``;
    return [name, title, `${Math.round(bytes / 1e6)} MB`, here];
  });
  const providers = renderTable([['PROVIDER', 'WHAT IT IS', 'NEEDS', 'HERE'], ...table]);
  const installed = renderTable([['LOCAL MODEL', 'WHAT IT IS', 'SIZE', 'HERE'], ...models]);
  context.print({ providers: rows, local, local_runtime: hasRuntime(variables) }, `${providers}\n\n${installed}\n`);
}

async function describeProvider(name: ProviderName, variables: CommandContext['variables']) {
  const provider = providers[name];
  if (provider.reach === 'in-process') {
    return { title: provider.title, needs: provider.needs ?? 'nothing', keys: [], is_ready: true };
  }
  const keys = provider.keyVariables.map((variable) => ({ variable, is_set: Boolean(variables[variable]) }));
  const needsKey = provider.needsKey ? (provider.keyVariables[0] ?? '') : '';
  const address = await describeAddress(provider, variables);
  const needs = [needsKey, address.needs].filter((text) => text !== '').join(', ') || 'a running server';
  const isReady = (!provider.needsKey || keys.some((key) => key.is_set)) && address.isThere;
  return { title: provider.title, needs, keys, is_ready: isReady };
}

async function describeAddress(provider: HttpProvider, variables: CommandContext['variables']) {
  const isNamed = provider.baseUrl !== undefined || provider.baseUrlVariables.some((name) => variables[name]);
  if (isNamed) return { needs: '', isThere: provider.needsKey };
  if (provider.backend === 'hf') {
    const python = await findWeightsPython(variables).catch(() => undefined);
    const needs = python ? `nothing: ${python} runs it` : '`bcb env install --profile weights`, or --base-url';
    return { needs, isThere: python !== undefined };
  }
  const canStart = provider.backend === 'vllm' && (await findOnPath('vllm', variables)) !== undefined;
  return { needs: canStart ? 'nothing: `vllm` is on PATH' : '--base-url', isThere: canStart };
}

async function runPull(context: CommandContext, [name]: readonly string[]): Promise<void> {
  if (name === undefined) throw usageError(`pull needs a model: ${catalogNames}.`);
  const path = await pullByName(context, name.replace(/^local:/, ''));
  context.print({ name, path }, `${path}\n`);
}

export async function ensureLocalModel(context: CommandContext, name: string): Promise<void> {
  if (context.options.backend !== undefined || !name.startsWith('local:')) return;
  const modelId = name.slice('local:'.length);
  await (findInCatalog(modelId) ? pullByName(context, modelId) : ensureRuntime(context));
}

async function pullByName(context: CommandContext, name: string): Promise<string> {
  const { variables, signal, warn } = context;
  const entry = findInCatalog(name);
  if (!entry) {
    throw new BigCodeBenchError('MODEL', `Unknown model ${JSON.stringify(name)}: use one of ${catalogNames}.`);
  }
  await ensureRuntime(context);
  const path = modelFile(entry, variables);
  if (existsSync(path)) return path;
  const progress = context.progress({ label: `Fetching ${entry.title}`, total: entry.bytes });
  const onProgress = (doneBytes: number) => progress.update(doneBytes);
  await pullModel({ entry, variables, signal, onProgress, onWarning: warn });
  progress.finish(`${Math.round(entry.bytes / 1e6)} MB`);
  return path;
}

async function ensureRuntime({ variables, signal, tell }: CommandContext): Promise<void> {
  if (hasRuntime(variables)) return;
  tell('Installing the runtime for local models (85 MB, once) …');
  await installRuntime(variables, signal);
}
