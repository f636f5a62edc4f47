import { resolve } from 'node:path';
import { resolveDataFolder } from '../environment/data-folder.ts';
import { listMissing, loadEnvironment } from '../environment/load-environment.ts';
import { checkEnvironment } from '../environment/verify-environment.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import type { ExecutorRequest } from './executor-table.ts';
import type { RunContext } from './run-context.ts';

/**
 * The Python environment that programs run in here: the one that was named, else the smallest with the libraries they
 * import, else the largest. One that changed since it was installed is refused unless `allowDegraded`.
 */
export async function openEnvironment(request: ExecutorRequest, runContext: RunContext): Promise<PythonEnvironment> {
  const { libs, env, allowDegraded = false, profile = 'full' } = request;
  const { variables, cwd, warn, installProfile } = runContext;
  const path = env === undefined ? undefined : resolve(cwd, env);
  const dataFolder = resolveDataFolder(variables);
  const load = () => loadEnvironment({ dataFolder, libs: libs ?? [], isLargest: libs === undefined, path, profile });
  const installed = await load().catch(async (error: unknown) => {
    if (!installProfile || path !== undefined || !(error instanceof BigCodeBenchError)) throw error;
    await installProfile(profile);
    return load();
  });
  const missing = listMissing(installed.environment, libs ?? []);
  if (missing.length > 0) warn(`Tasks that import ${missing.join(', ')} will fail: see \`bcb doctor\`.`);
  const problems = await checkEnvironment(installed);
  if (problems.length === 0) return installed.environment;
  const what = problems.map(({ name, detail }) => `${name} ${detail}`).join('; ');
  const sentence = `The Python environment is not what was installed (${what})`;
  if (!allowDegraded) {
    const fix = `run \`bcb env install --profile ${installed.manifest.profile}\`, then the same command again, or pass --allow-degraded`;
    throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', `${sentence}: ${fix}.`, { data: { problems } });
  }
  warn(`${sentence}.`);
  return { ...installed.environment, fingerprint: `${installed.environment.fingerprint}-changed` };
}
