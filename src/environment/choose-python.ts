import { rm } from 'node:fs/promises';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Profile } from '../schema/python-environment.ts';
import { type RunProgramOptions, runProgram } from '../util/run-program.ts';
import { type FindPythonOptions, findPython, pythonFolder, resolveNamedPython } from './find-python.ts';
import type { Uv } from './get-uv.ts';

interface ChoosePythonOptions extends Omit<FindPythonOptions, 'accept'>, Pick<RunProgramOptions, 'onGroup'> {
  readonly profile: Profile;
  readonly uv: Uv;
  readonly named?: string | undefined;
  readonly warn?: ((sentence: string) => void) | undefined;
}

/**
 * The Python to build on. The full profile wants the reference version, and downloads it with uv before it settles for
 * another; the starter profile takes what is installed.
 */
export async function choosePython(options: ChoosePythonOptions) {
  const { profile, versions, named, warn } = options;
  const [reference = '', ...others] = versions;
  if (named !== undefined) return resolveNamedPython(named, options);
  const here = await findPython({ ...options, versions: profile === 'full' ? [reference] : versions });
  if (here) return here;
  const fetched = await fetchPython(reference, options);
  if (fetched) return fetched;
  const fallback = profile === 'full' ? await findPython({ ...options, versions: others }) : undefined;
  if (!fallback) {
    const wanted = versions.join(' or ');
    const message = `No Python ${wanted} was found and none could be downloaded: install one, or point to it with --python.`;
    throw new BigCodeBenchError('ENVIRONMENT', message);
  }
  warn?.(
    `Using Python ${fallback.version}: Python ${reference} was not found and could not be downloaded. Some library versions differ from the reference (see docs/guide/environment.md).`,
  );
  return fallback;
}

async function fetchPython(version: string, options: ChoosePythonOptions) {
  const { uv, dataFolder, signal, onGroup } = options;
  const folder = pythonFolder(dataFolder);
  const variables = { UV_HTTP_CONNECT_TIMEOUT: '10', UV_HTTP_RETRIES: '1', ...uv.variables };
  const command = [uv.path, 'python', 'install', version, '--install-dir', folder, '--no-bin', '--no-progress'];
  const result = await runProgram(command, { variables, signal, onGroup, timeoutMs: 600_000 });
  if (result.code === 0) return findPython({ ...options, versions: [version] });
  await rm(folder, { recursive: true, force: true });
  return undefined;
}
