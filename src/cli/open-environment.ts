import { resolve } from 'node:path';
import { resolveDataFolder } from '../environment/data-folder.ts';
import { installEnvironment } from '../environment/install-environment.ts';
import { listMissing, loadEnvironment } from '../environment/load-environment.ts';
import { checkEnvironment } from '../environment/verify-environment.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import type { CommandContext } from './command.ts';

export interface OpenEnvironmentOptions {
  /** Modules that programs will import. */
  readonly libs?: readonly string[];
  /** Where it is not known what programs will import. */
  readonly isLargest?: boolean;
}

/**
 * The Python environment a command runs programs in: the one of --env, else the smallest that has the libraries. With
 * --yes a missing one is installed. One that was changed since its installation is refused where verdicts count.
 */
export async function openEnvironment(
  context: CommandContext,
  { libs = [], isLargest = false }: OpenEnvironmentOptions,
): Promise<PythonEnvironment> {
  const { options, environment, cwd, warn } = context;
  const path = options.env === undefined ? undefined : resolve(cwd, options.env);
  const load = () => loadEnvironment({ dataFolder: resolveDataFolder(environment), libs, isLargest, path });
  const installed = await load().catch(async (error: unknown) => {
    if (!options.yes || path !== undefined || !(error instanceof BigCodeBenchError)) throw error;
    await installMissing(context);
    return load();
  });
  const missing = listMissing(installed.environment, libs);
  if (missing.length > 0) warn(`Without ${missing.join(', ')} tasks that import it fail: see \`bcb doctor\`.`);
  const problems = await checkEnvironment(installed);
  if (problems.length === 0) return installed.environment;
  const what = problems.map(({ name, detail }) => `${name} ${detail}`).join('; ');
  const sentence = `The Python environment is not what was installed (${what})`;
  if (options.allowDegraded === false) {
    const fix = `type \`bcb env install --profile ${installed.manifest.profile}\`, or pass --allow-degraded`;
    throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', `${sentence}: ${fix}.`, { data: { problems } });
  }
  warn(`${sentence}.`);
  return { ...installed.environment, fingerprint: `${installed.environment.fingerprint}-changed` };
}

async function installMissing({ environment, signal, warn, progress, options }: CommandContext): Promise<void> {
  const profile = options.subset === 'starter' ? 'starter' : 'full';
  const line = progress({ label: `installing the ${profile} environment`, total: undefined });
  await installEnvironment({
    profile,
    dataFolder: resolveDataFolder(environment),
    environment,
    signal,
    warn,
    onStep: (step) => line.update('done' in step ? step.done : 0, step.step),
  }).finally(() => line.finish('done'));
}
