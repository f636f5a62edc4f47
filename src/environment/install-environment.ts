import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { addAbortListener, once } from 'node:events';
import { readdir, realpath, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Profile } from '../schema/python-environment.ts';
import { sha256 } from '../util/hash.ts';
import { makeFolder } from '../util/make-folder.ts';
import type { RunProgramOptions } from '../util/run-program.ts';
import { type BuildStep, buildEnvironment } from './build-environment.ts';
import { makeReadableFolder } from './files.ts';
import { choosePython, requireBootstrapPython, resolveNamedPython } from './find-python.ts';
import { getUv } from './get-uv.ts';
import { type InstalledEnvironment, listEnvironments, readEnvironment } from './load-environment.ts';
import { listLockedPythons, loadLock, neededMb, pythonTag, shippedFolder, supportedPythons } from './lock.ts';
import { environmentsFolder, writeManifest } from './manifest.ts';
import { installNltkData } from './nltk-data.ts';
import { checkEnvironment } from './verify-environment.ts';

export type InstallStep = BuildStep | { readonly step: 'wait' | 'python' | 'uv' | 'nltk' };

export interface InstallEnvironmentOptions {
  readonly profile: Profile;
  readonly dataFolder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Path, command or version of the Python to build on, instead of the best one found. */
  readonly python?: string | undefined;
  /** Folder with NLTK data, instead of a download. */
  readonly nltkData?: string | undefined;
  /** Locks other than the shipped ones. */
  readonly lockFolder?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: ((step: InstallStep) => void) | undefined;
  /** Sentences the user should read: another Python was used, NLTK data is unavailable. */
  readonly warn?: ((sentence: string) => void) | undefined;
}

/**
 * Installs a profile, or finds it installed. It is built elsewhere and moved into place by one rename, under a lock: a
 * kill, a second installer or a full disk never leaves a half-built environment in use. `isNew` is false if everything was
 * already installed.
 */
export async function installEnvironment(options: InstallEnvironmentOptions) {
  const found = await findReady(options);
  if (found?.isComplete) return { installed: found.installed, isNew: false };
  const { dataFolder, signal, onStep } = options;
  onStep?.({ step: 'python' });
  await refuseWrongPython(options);
  await makeFolder(environmentsFolder(dataFolder)).catch((cause: unknown) => {
    const message = `${environmentsFolder(dataFolder)} cannot be created: set BCB_DATA_DIR to a writable folder.`;
    throw new BigCodeBenchError('ENVIRONMENT', message, { cause });
  });
  const anyPython = await requireBootstrapPython(options);
  await using lock = await takeInstallerLock({
    python: anyPython.executable,
    path: join(environmentsFolder(dataFolder), '.lock'),
    signal,
    onWait: () => onStep?.({ step: 'wait' }),
  });
  const { onGroup } = lock;
  const ready = await findReady(options);
  if (ready?.isComplete) return { installed: ready.installed, isNew: false };
  await removeLeftovers(dataFolder);
  const base = ready?.installed ?? (await build({ ...options, onGroup }));
  const installed = await addNltkData(base, { ...options, onGroup });
  return { installed, isNew: !ready || installed.manifest.nltk !== base.manifest.nltk };
}

/** Reports what cannot work before anything is created or downloaded. */
async function refuseWrongPython(options: InstallEnvironmentOptions): Promise<void> {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new BigCodeBenchError('ENVIRONMENT', 'Windows is not supported: use WSL.');
  }
  const versions = await listVersions(options);
  if (versions.length === 0) {
    const message = `The ${options.profile} profile is for Linux: set BCB_WEIGHTS_PYTHON to a Python with torch and transformers.`;
    throw new BigCodeBenchError('ENVIRONMENT', message);
  }
  if (options.python !== undefined) await resolveNamedPython(options.python, { ...options, versions });
}

async function listVersions({ profile, lockFolder }: InstallEnvironmentOptions) {
  return lockFolder === undefined ? supportedPythons(profile) : listLockedPythons(profile, lockFolder);
}

interface LockedOptions extends InstallEnvironmentOptions, Pick<RunProgramOptions, 'onGroup'> {}

async function build(options: LockedOptions): Promise<InstalledEnvironment> {
  const { profile, dataFolder, lockFolder, onStep, signal } = options;
  await checkSpace(dataFolder, neededMb[profile]);
  onStep?.({ step: 'uv' });
  const uv = await getUv(options);
  onStep?.({ step: 'python' });
  const python = await choosePython({ ...options, named: options.python, versions: await listVersions(options), uv });
  const lock = await loadLock({ profile, pythonVersion: python.version, lockFolder });
  const content = sha256(`${lock.hash}\0${python.version}\0${python.executable}`).slice(0, 12);
  const folder = join(environmentsFolder(dataFolder), `${profile}-${pythonTag(python.version)}-${content}`);
  const building = hiddenFolder(dataFolder, 'building');
  const cacheFolder = join(environmentsFolder(dataFolder), '.cache');
  await makeReadableFolder(building);
  try {
    await buildEnvironment({ ...options, folder: building, lock, python, uv, cacheFolder });
    // An existing one failed its check. It is renamed first, so that it is never found half deleted.
    const removed = hiddenFolder(dataFolder, 'removed');
    await rename(folder, removed).catch(() => {});
    await rm(removed, { recursive: true, force: true });
    await rename(building, folder);
  } finally {
    await rm(building, { recursive: true, force: true, maxRetries: 3 });
    // After an interruption, the same command reuses what was downloaded.
    if (!signal?.aborted) await rm(cacheFolder, { recursive: true, force: true });
  }
  const installed = await readEnvironment(folder);
  if (!installed) throw new BigCodeBenchError('INVARIANT', `${folder} was built but cannot be read.`);
  return installed;
}

/** An intact environment with this profile, lock and Python; `isComplete` if it also has its NLTK data. */
async function findReady(options: InstallEnvironmentOptions) {
  const { profile, dataFolder, lockFolder = shippedFolder, python, nltkData } = options;
  const wanted = python?.includes('/') ? await realpath(python).catch(() => python) : python;
  for (const installed of await listEnvironments(dataFolder)) {
    const { manifest } = installed;
    if (manifest.profile !== profile) continue;
    const isWanted =
      wanted === undefined || manifest.pythonExecutable === wanted || manifest.pythonVersion.startsWith(`${wanted}.`);
    if (!isWanted || (await checkEnvironment(installed, { lockFolder })).length > 0) continue;
    const hasNltk = manifest.nltk !== undefined && nltkData === undefined;
    return { installed, isComplete: hasNltk || !needsNltk(installed) };
  }
  return undefined;
}

async function addNltkData(installed: InstalledEnvironment, options: LockedOptions): Promise<InstalledEnvironment> {
  const { manifest, folder, environment } = installed;
  if (!needsNltk(installed)) return installed;
  options.onStep?.({ step: 'nltk' });
  try {
    const nltk = await installNltkData({ ...options, python: environment.python, source: options.nltkData });
    if (nltk === manifest.nltk) return installed;
    await writeManifest(folder, { ...manifest, nltk });
  } catch (error) {
    if (!(error instanceof BigCodeBenchError) || error.code !== 'NETWORK') throw error;
    options.warn?.(`${error.message} Everything else is installed.`);
  }
  return (await readEnvironment(folder)) ?? installed;
}

function needsNltk({ manifest }: InstalledEnvironment): boolean {
  return manifest.distributions.some(({ name }) => name === 'nltk');
}

/** Names that start with a dot are never treated as environments. */
function hiddenFolder(dataFolder: string, word: string): string {
  return join(environmentsFolder(dataFolder), `.${word}-${randomBytes(4).toString('hex')}`);
}

async function removeLeftovers(dataFolder: string): Promise<void> {
  const parent = environmentsFolder(dataFolder);
  const left = (await readdir(parent)).filter((name) => /^\.(building|removed)-/.test(name));
  await Promise.all(left.map((name) => rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 })));
}

/** Throws if the folder's file system has less free space than an installation needs at its peak. */
export async function checkSpace(dataFolder: string, neededMb: number): Promise<void> {
  const { bavail, bsize } = await statfs(dataFolder);
  const freeMb = Math.floor((bavail * bsize) / 1e6);
  if (freeMb >= neededMb) return;
  const advice = 'free some space, or set BCB_DATA_DIR';
  const message = `Only ${freeMb} MB are free under ${dataFolder}, but ${neededMb} MB are needed: ${advice}.`;
  throw new BigCodeBenchError('ENVIRONMENT', message, { data: { freeMb, neededMb } });
}

interface TakeInstallerLockOptions {
  readonly python: string;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** Called once if we have to wait for another installer. */
  readonly onWait: () => void;
}

/** Waits until no other installer works in this folder. The kernel releases the lock however this process ends. */
async function takeInstallerLock({ python, path, signal, onWait }: TakeInstallerLockOptions) {
  signal?.throwIfAborted();
  const child = spawn(python, ['-I', '-B', join(shippedFolder, 'hold_lock.py'), path, String(process.pid)], {
    // Its own group, because we handle Ctrl-C.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  using _aborting = signal && addAbortListener(signal, () => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // The holder may exit before we write the last line to it.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close').catch(() => {});
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'held') {
      return {
        /** Process groups reported here are killed if this process dies. */
        onGroup: (pid: number, isAlive: boolean) => child.stdin.write(`${isAlive ? '+' : '-'}${pid}\n`),
        async [Symbol.asyncDispose]() {
          child.stdin.end();
          await closed;
        },
      };
    }
    onWait();
  }
  await closed;
  signal?.throwIfAborted();
  const message = `${path} cannot be locked (${stderr.trim().split('\n').at(-1)}): set BCB_DATA_DIR to another folder.`;
  throw new BigCodeBenchError('ENVIRONMENT', message);
}
