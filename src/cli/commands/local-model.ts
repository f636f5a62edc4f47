import { existsSync } from 'node:fs';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { catalog, findInCatalog } from '../../model/local/catalog.ts';
import { hasRuntime, installRuntime } from '../../model/local/llama-runtime.ts';
import { modelFile, pullModel } from '../../model/local/pull-model.ts';
import type { CommandContext } from '../command.ts';

/** Downloads what a `local:` model needs, if it is missing. */
export async function ensureLocalModel(context: CommandContext, name: string): Promise<void> {
  if (context.options.backend !== undefined || !name.startsWith('local:')) return;
  const modelId = name.slice('local:'.length);
  if (findInCatalog(modelId)) await pullByName(context, modelId);
  else await ensureRuntime(context);
}

/** Downloads a model from the catalog and the runtime for it; returns the model's path. */
export async function pullByName(context: CommandContext, name: string): Promise<string> {
  const { variables, signal, warn } = context;
  const entry = findInCatalog(name);
  if (!entry) {
    const known = catalog.map((each) => each.name).join(', ');
    throw new BigCodeBenchError('MODEL', `Unknown model ${JSON.stringify(name)}: use one of ${known}.`);
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

async function ensureRuntime({ variables, signal, stderr, options }: CommandContext): Promise<void> {
  if (hasRuntime(variables)) return;
  if (!options.quiet) stderr.write('Installing the runtime for local models (85 MB, once) …\n');
  await installRuntime(variables, signal);
}
