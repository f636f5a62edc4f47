import { access, constants, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { cleanPythonVariables, describePython, type PythonInfo } from './describe-python.ts';
import { listPythonCandidates } from './python-candidates.ts';

export interface FindPythonOptions {
  /** Acceptable minor versions, best first. */
  readonly versions: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
  readonly signal?: AbortSignal | undefined;
  /** What the interpreter must be able to do besides start. */
  readonly accept?: (info: PythonInfo) => boolean;
}

/** The first interpreter that actually starts: version by version, then place by place. */
export async function findPython(options: FindPythonOptions): Promise<PythonInfo | undefined> {
  const { versions, accept = () => true } = options;
  const variables = cleanPythonVariables(options.variables);
  const known = new Map<string, PythonInfo | undefined>();
  for (const minor of versions) {
    for (const candidate of await listPythonCandidates(minor, options)) {
      const path = await resolveExecutable(candidate);
      if (path === undefined) continue;
      // Shims in a folder are links to one program that acts on its name.
      const key = path.includes('/shims/') ? candidate : path;
      if (!known.has(key)) known.set(key, await describePython(candidate, { ...options, variables }));
      const info = known.get(key);
      if (info && isUsable(info) && info.version.startsWith(`${minor}.`) && accept(info)) return info;
    }
  }
  return undefined;
}

const anyVersion = ['3.10', '3.11', '3.12', '3.13', '3.14', '3.9'];

/** Any Python that can create a virtual environment with pip, to install everything else. */
export async function requireBootstrapPython(
  options: Omit<FindPythonOptions, 'versions' | 'accept'>,
): Promise<PythonInfo> {
  const canMakeVenv = (info: PythonInfo) => info.hasVenv && info.hasEnsurepip;
  const found = await findPython({ ...options, versions: anyVersion, accept: canMakeVenv });
  if (found) return found;
  throw new BigCodeBenchError(
    'ENVIRONMENT',
    'No Python with venv and pip was found: install one (on Debian and Ubuntu: apt install python3-venv).',
  );
}

/** The interpreter given as a path, a command (`python3.11`) or a version (`3.11`). */
export async function resolveNamedPython(name: string, options: FindPythonOptions): Promise<PythonInfo> {
  if (/^\d+\.\d+$/.test(name)) {
    const found = await findPython({ ...options, versions: [name] });
    if (found) return found;
    throw new BigCodeBenchError('ENVIRONMENT', `No Python ${name} was found: install it, or pass its path.`);
  }
  const path = name.includes('/') ? resolve(name) : await searchPath(name, options.variables);
  const info = path && (await describePython(path, { ...options, variables: cleanPythonVariables(options.variables) }));
  if (!info)
    throw new BigCodeBenchError('ENVIRONMENT', `${name} is not a working Python: choose another one with --python.`);
  if (!isUsable(info) || !options.versions.some((minor) => info.version.startsWith(`${minor}.`))) {
    const wanted = options.versions.join(', ');
    throw new BigCodeBenchError(
      'ENVIRONMENT',
      `${name} is ${info.implementation} ${info.version} (${info.bits} bit), but locks exist only for CPython ${wanted}.`,
    );
  }
  return info;
}

function isUsable(info: PythonInfo): boolean {
  return info.implementation === 'CPython' && info.bits === 64;
}

async function searchPath(name: string, variables: FindPythonOptions['variables']): Promise<string | undefined> {
  for (const folder of (variables.PATH ?? '').split(':')) {
    const path = join(folder, name);
    if (folder !== '' && (await resolveExecutable(path)) !== undefined) return path;
  }
  return undefined;
}

async function resolveExecutable(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.X_OK);
    return await realpath(path);
  } catch {
    return undefined;
  }
}
