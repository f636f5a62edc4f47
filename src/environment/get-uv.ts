import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../util/hash.ts';
import { pathExists } from '../util/path-exists.ts';
import type { RunProgramOptions } from '../util/run-program.ts';
import { runInstaller } from './explain-failure.ts';
import { cleanPythonVariables, type FindPythonOptions, requireBootstrapPython } from './find-python.ts';
import { shippedFolder } from './lock.ts';
import { readFetchSettings } from './pip-settings.ts';

export type Uv = Awaited<ReturnType<typeof getUv>>;

type GetUvOptions = Pick<FindPythonOptions, 'dataFolder' | 'variables'> & Pick<RunProgramOptions, 'signal' | 'onGroup'>;

/** uv in its own small virtual environment in the data folder, installed by pip with version and hash pinned. */
export async function getUv(options: GetUvOptions) {
  const lock = join(shippedFolder, 'uv.txt');
  const folder = join(options.dataFolder, 'tools', `uv-${sha256(await readFile(lock, 'utf8')).slice(0, 12)}`);
  const path = join(folder, 'bin', 'uv');
  const variables = cleanPythonVariables(options.variables);
  if (!(await pathExists(path))) await installUv({ ...options, variables, lock, folder });
  return { path, ...(await readFetchSettings(join(folder, 'bin', 'python'), variables)) };
}

async function installUv(options: GetUvOptions & { readonly lock: string; readonly folder: string }): Promise<void> {
  const python = await requireBootstrapPython(options);
  const building = `${options.folder}.building-${randomBytes(4).toString('hex')}`;
  await mkdir(join(options.dataFolder, 'tools'), { recursive: true });
  try {
    const venv = [python.executable, '-I', '-m', 'venv', building];
    await runInstaller('Creating a virtual environment for uv', venv, options);
    const pip = [join(building, 'bin', 'python'), '-m', 'pip', 'install', '--no-input', '--progress-bar', 'off'];
    const flags = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--requirement', options.lock];
    await runInstaller('Installing uv with pip', [...pip, ...flags], options);
    // Scripts that contain the old path are not used: uv is one binary, and pip runs as a module.
    await rename(building, options.folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}
