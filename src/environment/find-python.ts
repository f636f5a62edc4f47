import { constants, readdir, realpath, rm } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Profile } from '../schema/python-environment.ts';
import { findOnPath } from '../util/find-on-path.ts';
import { parseJson } from '../util/parse-json.ts';
import { pathExists } from '../util/path-exists.ts';
import { type RunProgramOptions, runProgram } from '../util/run-program.ts';
import { requireLock, shippedFolder } from './lock.ts';

const pythonInfoSchema = z.object({
  version: z.string(),
  implementation: z.string(),
  bits: z.number(),
  /** The base interpreter, even for one in a virtual environment. */
  executable: z.string(),
  home: z.string(),
  hasVenv: z.boolean(),
  hasEnsurepip: z.boolean(),
  stdlib: z.array(z.string()),
});

export type PythonInfo = z.infer<typeof pythonInfoSchema>;

export interface FindPythonOptions {
  /** Acceptable minor versions, best first. */
  readonly versions: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly dataFolder: string;
  readonly signal?: AbortSignal | undefined;
  /** What the interpreter must be able to do besides start. */
  readonly accept?: (info: PythonInfo) => boolean;
}

/** The first interpreter that actually starts: version by version, then candidate by candidate. */
export async function findPython(options: FindPythonOptions): Promise<PythonInfo | undefined> {
  const { versions, accept = () => true } = options;
  const known = new Map<string, PythonInfo | undefined>();
  for (const minor of versions) {
    for (const candidate of await listCandidates(minor, options)) {
      if (!(await pathExists(candidate, constants.X_OK))) continue;
      const path = await realpath(candidate);
      // Shims in a folder are links to one program that acts on its name.
      const key = path.includes('/shims/') ? candidate : path;
      if (!known.has(key)) known.set(key, await describePython(candidate, options));
      const info = known.get(key);
      if (info && isUsable(info) && info.version.startsWith(`${minor}.`) && accept(info)) return info;
    }
  }
  return undefined;
}

const anyVersion = ['3.10', '3.11', '3.12', '3.13', '3.14', '3.9'];

/** Any Python that can create a virtual environment with pip, to install everything else. */
export async function requireBootstrapPython(options: Omit<FindPythonOptions, 'versions' | 'accept'>) {
  const canMakeVenv = (info: PythonInfo) => info.hasVenv && info.hasEnsurepip;
  const found = await findPython({ ...options, versions: anyVersion, accept: canMakeVenv });
  if (found) return found;
  const advice = 'install one (on Debian and Ubuntu: apt install python3-venv)';
  throw new BigCodeBenchError('ENVIRONMENT', `No Python with venv and pip was found: ${advice}.`);
}

/** The interpreter given as a path, a command (`python3.11`) or a version (`3.11`). */
export async function resolveNamedPython(name: string, options: FindPythonOptions): Promise<PythonInfo> {
  if (/^\d+\.\d+$/.test(name)) {
    requireLock(name, options.versions);
    const found = await findPython({ ...options, versions: [name] });
    if (found) return found;
    throw new BigCodeBenchError('ENVIRONMENT', `No Python ${name} was found: install it, or pass its path.`);
  }
  const path = name.includes('/') ? resolve(name) : await findOnPath(name, options.variables);
  const info = path && (await describePython(path, options));
  if (!info) {
    throw new BigCodeBenchError('ENVIRONMENT', `${name} is not a working Python: choose another one with --python.`);
  }
  if (!isUsable(info) || !options.versions.some((minor) => info.version.startsWith(`${minor}.`))) {
    const found = `${info.implementation} ${info.version} (${info.bits} bit)`;
    const wanted = options.versions.join(', ');
    throw new BigCodeBenchError('ENVIRONMENT', `${name} is ${found}, but locks exist only for CPython ${wanted}.`);
  }
  return info;
}

interface ChoosePythonOptions extends Omit<FindPythonOptions, 'accept'>, Pick<RunProgramOptions, 'onGroup'> {
  readonly profile: Profile;
  readonly uv: { readonly path: string; readonly variables: FindPythonOptions['variables'] };
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
  const folder = join(dataFolder, 'python');
  const variables = { UV_HTTP_CONNECT_TIMEOUT: '10', UV_HTTP_RETRIES: '1', ...uv.variables };
  const command = [uv.path, 'python', 'install', version, '--install-dir', folder, '--no-bin', '--no-progress'];
  const result = await runProgram(command, { variables, signal, onGroup, timeoutMs: 600_000 });
  if (result.code === 0) return findPython({ ...options, versions: [version] });
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

function isUsable(info: PythonInfo): boolean {
  return info.implementation === 'CPython' && info.bits === 64;
}

/** Paths where a Python of this minor version (`3.10`) may be, likeliest first. They need not exist. */
async function listCandidates(minor: string, { variables, dataFolder }: FindPythonOptions): Promise<string[]> {
  const path = (variables.PATH ?? '').split(':').filter((folder) => folder !== '');
  const homes = listHomes(variables);
  const program = `python${minor}`;
  const versionFolders = [
    // A shim may refuse to start ("command not found") while the versions next to it work, whatever HOME is.
    ...path.filter((folder) => basename(folder) === 'shims').map((folder) => join(dirname(folder), 'versions')),
    ...(variables.PYENV_ROOT ? [join(variables.PYENV_ROOT, 'versions')] : []),
    ...homes.map((home) => join(home, '.pyenv', 'versions')),
    ...homes.map((home) => join(home, '.asdf', 'installs', 'python')),
    ...homes.map((home) => join(home, '.local', 'share', 'mise', 'installs', 'python')),
  ];
  const uvFolders = [
    ...(variables.UV_PYTHON_INSTALL_DIR ? [variables.UV_PYTHON_INSTALL_DIR] : []),
    ...(variables.XDG_DATA_HOME ? [join(variables.XDG_DATA_HOME, 'uv', 'python')] : []),
    ...homes.map((home) => join(home, '.local', 'share', 'uv', 'python')),
    join(dataFolder, 'python'),
  ];
  const versions = await Promise.all(versionFolders.map((folder) => listMatching(folder, `${minor}.`)));
  const managed = await Promise.all(uvFolders.map((folder) => listMatching(folder, `cpython-${minor}.`)));
  const installed = [...versions.flat(), ...managed.flat()].map((folder) => join(folder, 'bin', program));
  const usual = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'];
  const plain = path.flatMap((folder) => [join(folder, 'python3'), join(folder, 'python')]);
  return [...new Set([...[...path, ...usual].map((folder) => join(folder, program)), ...installed, ...plain])];
}

/** The user's home according to HOME and according to the system; they differ under `sudo` and in CI. */
function listHomes(variables: FindPythonOptions['variables']): string[] {
  const homes = [variables.HOME ?? ''];
  for (const ask of [homedir, () => userInfo().homedir]) {
    try {
      homes.push(ask());
    } catch {
      // The user has no entry in the system's database.
    }
  }
  return [...new Set(homes.filter((home) => home !== ''))];
}

/** Folders whose name starts with the prefix, newest version first. */
async function listMatching(folder: string, prefix: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const newestFirst = new Intl.Collator('en', { numeric: true });
  const found = names.filter((name) => name.startsWith(prefix)).sort((a, b) => newestFirst.compare(b, a));
  return found.map((name) => join(folder, name));
}

/** Starts an interpreter and asks what it is; undefined if it does not start, like a shim without a version behind it. */
async function describePython(path: string, options: FindPythonOptions): Promise<PythonInfo | undefined> {
  const command = [path, '-I', '-B', join(shippedFolder, 'describe_python.py')];
  const variables = cleanPythonVariables(options.variables);
  const result = await runProgram(command, { variables, signal: options.signal, timeoutMs: 20_000 });
  return result.code === 0 ? pythonInfoSchema.safeParse(parseJson(result.stdout)).data : undefined;
}

/** Environment variables for a Python that must see only its own libraries. */
export function cleanPythonVariables(variables: FindPythonOptions['variables']) {
  const { PYTHONHOME, PYTHONPATH, VIRTUAL_ENV, CONDA_PREFIX, ...rest } = variables;
  return { ...rest, PYTHONNOUSERSITE: '1' };
}
