import { resolve } from 'node:path';
import { loadPackManifest } from '../../dataset/task-folder.ts';
import { resolveDataFolder } from '../../environment/data-folder.ts';
import {
  type InstalledEnvironment,
  largestOf,
  listEnvironments,
  loadEnvironment,
} from '../../environment/load-environment.ts';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import type { CommandContext } from '../command.ts';
import { surroundingsOf } from '../surroundings.ts';

/** What linting can use on this machine; if either is missing, we say so. */
export interface LintSandbox {
  readonly environment?: PythonEnvironment;
  readonly executor?: Executor;
}

export type OpenLintSandbox = (context: CommandContext, pack: string) => Promise<LintSandbox>;

/** The environment that the pack asks for, and a sandbox in it. */
export const openLintSandbox: OpenLintSandbox = async (context, pack) => {
  const { options, warn } = context;
  const found = await findEnvironment(context, pack);
  if (!found) {
    warn(
      'No Python environment is installed (run `bcb env install`), so libraries are not checked and no solution is run.',
    );
    return {};
  }
  const { environment, folder } = found;
  const { openExecutor } = await import('../../run/open-executor.ts');
  try {
    const { parallel, isolation } = options;
    const request = { libs: undefined, env: folder, allowDegraded: true, parallel, isolation };
    return { environment, executor: await openExecutor(['local'], request, surroundingsOf(context)) };
  } catch (error) {
    if (!(error instanceof BigCodeBenchError) || options.isolation !== undefined) throw error;
    warn(`Solutions are not run: ${error.message}`);
    return { environment };
  }
};

async function findEnvironment(context: CommandContext, pack: string): Promise<InstalledEnvironment | undefined> {
  const { options, cwd } = context;
  const dataFolder = resolveDataFolder(context.variables);
  if (options.env !== undefined) {
    return loadEnvironment({ dataFolder, path: resolve(cwd, options.env) });
  }
  const installed = await listEnvironments(dataFolder);
  // The lint itself reports a faulty manifest.
  const manifest = await loadPackManifest(pack).catch(() => undefined);
  const asked = installed.find(({ environment }) => environment.profile === manifest?.environment);
  const chosen = asked ?? largestOf(installed);
  if (manifest && !asked && chosen) {
    const { profile } = chosen.environment;
    context.warn(`The ${manifest.environment} environment is not installed; using ${profile} instead.`);
  }
  return chosen;
}
