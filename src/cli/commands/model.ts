import { existsSync } from 'node:fs';
import { usageError } from '../../error/bigcodebench-error.ts';
import { catalog } from '../../model/local/catalog.ts';
import { hasRuntime } from '../../model/local/llama-runtime.ts';
import { modelFile } from '../../model/local/pull-model.ts';
import { type HttpProvider, type ProviderName, providerNames, providers } from '../../model/provider-table.ts';
import { findVllm } from '../../model/vllm-server.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Command, CommandContext } from '../command.ts';
import { pullByName } from './local-model.ts';
import { runSubcommand } from './run-subcommand.ts';

export const modelCommand: Command = {
  name: 'model',
  arguments: [
    { usage: 'list', summary: 'List providers, what each one needs, which keys are set, and installed local models' },
    { usage: 'pull NAME', summary: 'Download a small model that runs in this process' },
  ],
  examples: ['bcb model list', 'bcb model pull smollm2-135m'],
  run: (context) => runSubcommand('model', { list: runList, pull: runPull }, context),
};

async function runList(context: CommandContext): Promise<number> {
  const { variables, program } = context;
  const rows = providerNames.map((name) => ({ name, ...describeProvider(name, variables) }));
  const local = catalog.map((entry) => {
    const path = modelFile(entry, variables);
    const { name, title, bytes } = entry;
    return { name: `local:${name}`, title, bytes, path: existsSync(path) ? path : null };
  });
  const table = rows.map(({ name, title, needs, is_ready }) => [`${name}:…`, title, needs, is_ready ? 'ready' : '']);
  const models = local.map(({ name, title, bytes, path }) => [
    name,
    title,
    `${Math.round(bytes / 1e6)} MB`,
    path ?? `not installed: run \`${program} model pull ${name.replace(/^local:/, '')}\``,
  ]);
  const tables = [
    renderTable([['PROVIDER', '', 'NEEDS', ''], ...table]),
    renderTable([['LOCAL MODEL', '', '', ''], ...models]),
  ];
  const document = { providers: rows, local, local_runtime: hasRuntime(variables) };
  context.print(document, `${tables.join('\n\n')}\n`);
  return 0;
}

function describeProvider(name: ProviderName, variables: CommandContext['variables']) {
  const provider = providers[name];
  if (provider.reach === 'in-process') {
    const needs: Partial<Record<ProviderName, string>> = { local: 'a GGUF file', replay: 'a samples file' };
    return { title: provider.title, needs: needs[name] ?? 'nothing', keys: [], is_ready: true };
  }
  const keys = provider.keyVariables.map((variable) => ({ variable, is_set: Boolean(variables[variable]) }));
  const hasKey = keys.some((key) => key.is_set);
  const needsKey = provider.needsKey ? (provider.keyVariables[0] ?? '') : '';
  const address = describeAddress(provider, variables);
  const needs = [needsKey, address.needs].filter((text) => text !== '').join(', ');
  const isReady = (hasKey || !provider.needsKey) && address.isThere;
  return { title: provider.title, needs: needs === '' ? 'a running server' : needs, keys, is_ready: isReady };
}

function describeAddress(provider: HttpProvider, variables: CommandContext['variables']) {
  const isNamed = provider.baseUrl !== undefined || provider.baseUrlVariables.some((name) => variables[name]);
  if (isNamed) return { needs: '', isThere: provider.needsKey };
  const canStart = provider.backend === 'vllm' && findVllm(variables) !== undefined;
  return { needs: canStart ? 'nothing: `vllm` is on PATH' : '--base-url', isThere: canStart };
}

async function runPull(context: CommandContext, [name]: readonly string[]): Promise<number> {
  if (name === undefined) {
    throw usageError(`pull needs a model: ${catalog.map((entry) => entry.name).join(', ')}.`);
  }
  const path = await pullByName(context, name.replace(/^local:/, ''));
  context.print({ name, path }, `${path}\n`);
  return 0;
}
