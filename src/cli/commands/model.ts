import { existsSync } from 'node:fs';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { catalog } from '../../model/local/catalog.ts';
import { hasRuntime } from '../../model/local/llama-runtime.ts';
import { modelFile } from '../../model/local/pull-model.ts';
import { type HttpProvider, type ProviderName, providerNames, providers } from '../../model/provider-table.ts';
import { findVllm } from '../../model/vllm-server.ts';
import { renderTable } from '../../report/text-table.ts';
import type { Command, CommandContext } from '../command.ts';
import { pullByName } from './local-model.ts';
import { runSubcommand } from './run-subcommand.ts';

type Subcommand = 'list' | 'pull';

const handlers: Record<Subcommand, (context: CommandContext, words: readonly string[]) => Promise<number>> = {
  list: runList,
  pull: runPull,
};

export const modelCommand: Command = {
  name: 'model',
  arguments: [
    { usage: 'list', summary: 'List providers, what each one needs, which keys are set, and installed local models' },
    { usage: 'pull NAME', summary: 'Download a small model that runs in this process' },
  ],
  examples: ['bcb model list', 'bcb model pull smollm2-135m'],
  run: (context) => runSubcommand('model', handlers, context),
};

async function runList({ options, variables, stdout, program }: CommandContext): Promise<number> {
  const rows = providerNames.map((name) => ({ name, ...describeProvider(name, variables) }));
  const local = catalog.map((entry) => {
    const path = modelFile(entry, variables);
    return {
      name: `local:${entry.name}`,
      title: entry.title,
      bytes: entry.bytes,
      path: existsSync(path) ? path : null,
    };
  });
  if (options.json) {
    const document = { providers: rows, local, local_runtime: hasRuntime(variables) };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return 0;
  }
  const table = rows.map(({ name, title, needs, is_ready }) => [`${name}:…`, title, needs, is_ready ? 'ready' : '']);
  stdout.write(`${renderTable([['PROVIDER', '', 'NEEDS', ''], ...table])}\n\n`);
  const models = local.map(({ name, title, bytes, path }) => [
    name,
    title,
    `${Math.round(bytes / 1e6)} MB`,
    path ?? `not installed: run \`${program} model pull ${name.replace(/^local:/, '')}\``,
  ]);
  stdout.write(`${renderTable([['LOCAL MODEL', '', '', ''], ...models])}\n`);
  return 0;
}

interface ProviderDescription {
  readonly title: string;
  readonly needs: string;
  readonly keys: readonly { readonly variable: string; readonly is_set: boolean }[];
  readonly is_ready: boolean;
}

function describeProvider(name: ProviderName, variables: CommandContext['variables']): ProviderDescription {
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
    throw new BigCodeBenchError('USAGE', `pull needs a model: ${catalog.map((entry) => entry.name).join(', ')}.`);
  }
  const path = await pullByName(context, name.replace(/^local:/, ''));
  const { options, stdout } = context;
  stdout.write(options.json ? `${JSON.stringify({ name, path }, null, 2)}\n` : `${path}\n`);
  return 0;
}
