import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Profile, ProgramProfile, PythonEnvironment } from '../schema/python-environment.ts';
import { hashValue } from '../util/hash.ts';
import { pathExists } from '../util/path-exists.ts';
import { resolveDataFolder } from './data-folder.ts';
import { hashFontCache } from './files.ts';
import { type Lock, listDistributions, loadLock, nameLock, pythonTag, supportedPythons } from './lock.ts';
import { environmentsFolder, layoutOf, type Manifest, nltkFolder, readEnvironmentManifest } from './manifest.ts';

/** A Python environment on this machine, with the folder and the manifest that describe it. */
export interface InstalledEnvironment {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly environment: PythonEnvironment;
}

const sizeOrder: readonly Profile[] = ['starter', 'full'];

/** Every complete environment in the data folder: small profiles first, then usable ones, the best Python, the newest. */
export async function listEnvironments(dataFolder: string): Promise<InstalledEnvironment[]> {
  const parent = environmentsFolder(dataFolder);
  const names = await readdir(parent).catch(() => []);
  const found = await Promise.all(names.map((name) => readEnvironment(join(parent, name))));
  const complete = found.filter((each) => each !== undefined);
  const ranked = await Promise.all(complete.map(async (each) => ({ ...each, isUsable: await isUsable(each) })));
  ranked.sort(
    (a, b) =>
      sizeOf(a) - sizeOf(b) ||
      Number(b.isUsable) - Number(a.isUsable) ||
      pythonRank(a) - pythonRank(b) ||
      b.manifest.installedAt.localeCompare(a.manifest.installedAt),
  );
  return ranked.map(({ isUsable: _, ...each }) => each);
}

/** Those that programs run in where none is named. */
export async function listProgramEnvironments(dataFolder: string): Promise<InstalledEnvironment[]> {
  return (await listEnvironments(dataFolder)).filter(({ manifest }) => sizeOrder.includes(manifest.profile));
}

function pythonRank({ manifest: { profile, pythonVersion } }: InstalledEnvironment): number {
  return supportedPythons(profile).findIndex((minor) => pythonVersion.startsWith(`${minor}.`));
}

function sizeOf({ manifest }: InstalledEnvironment): number {
  return sizeOrder.indexOf(manifest.profile);
}

/** The best of the largest profile. */
export function largestOf(installed: readonly InstalledEnvironment[]): InstalledEnvironment | undefined {
  return installed.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];
}

/** Whether its Python still exists and its lock matches this version of the package. */
async function isUsable(installed: InstalledEnvironment): Promise<boolean> {
  const lock = await loadLockOf(installed).catch(() => undefined);
  return lock?.hash === installed.manifest.lockHash && (await pathExists(installed.environment.python));
}

/** The lock that an environment is compared with: its own copy of a dated one, which stays usable when there is a later one. */
export async function loadLockOf({ manifest, folder }: InstalledEnvironment, lockFolder?: string): Promise<Lock> {
  const own = (await pathExists(join(folder, nameLock(manifest)))) ? folder : undefined;
  const { profile, pythonVersion } = manifest;
  return loadLock({ profile, pythonVersion, lockFolder: lockFolder ?? own });
}

/** Which installed Python environment to use. */
export interface LoadEnvironmentOptions {
  /** Default: `BCB_DATA_DIR`, or the user's data folder. */
  readonly dataFolder?: string;
  /** Modules that must be importable; the smallest environment that has them is used. */
  readonly libs?: readonly string[];
  /** Its folder; or `modern`, `modern-cp312` … for the latest that is called so. */
  readonly path?: string | undefined;
  /** Use the largest one instead. */
  readonly isLargest?: boolean;
  /** The profile that is enough, to suggest if none is installed. */
  readonly profile?: ProgramProfile;
}

/** What to run if none is installed, the sufficient profile first. */
const offers: Record<ProgramProfile, string> = {
  starter:
    'run `bcb env install` (500 MB) for the starter tasks, or `bcb env install --profile full` (2.5 GB) for the whole benchmark',
  full: 'run `bcb env install --profile full` (2.5 GB); `bcb env install` (500 MB) is enough for the starter tasks alone',
};

/** The environment to run programs in. If there is none, the error names the command to run. */
export async function loadEnvironment(options: LoadEnvironmentOptions = {}): Promise<InstalledEnvironment> {
  const { dataFolder = resolveDataFolder(process.env), libs = [], path, isLargest = false, profile = 'full' } = options;
  if (path !== undefined) {
    const named = (await readEnvironment(resolve(path))) ?? (await findWorld(dataFolder, basename(path)));
    if (named) return named;
    const fix = basename(path).startsWith('modern') ? ': run `bcb env install --profile modern`' : '';
    throw new BigCodeBenchError('ENVIRONMENT', `${path} is not an environment created by \`bcb env install\`${fix}.`);
  }
  const installed = await listProgramEnvironments(dataFolder);
  const fitting = installed.filter(({ environment }) => listMissing(environment, libs).length === 0);
  const chosen = isLargest ? largestOf(fitting) : fitting[0];
  if (chosen) return chosen;
  const largest = largestOf(installed);
  // Nothing larger can be installed: what it lacks has no wheel on this platform.
  if (largest?.manifest.profile === 'full') return largest;
  const missing = largest === undefined ? libs : listMissing(largest.environment, libs);
  const message =
    largest === undefined
      ? `No Python environment is installed: ${offers[profile]}.`
      : `The installed Python environment lacks ${missing.join(', ')}: run \`bcb env install --profile full\` (2.5 GB).`;
  throw new BigCodeBenchError('ENVIRONMENT', message, { data: { missing } });
}

/** The latest lock whose name begins with these words, on the latest Python; of one day, the one installed last. */
async function findWorld(dataFolder: string, name: string): Promise<InstalledEnvironment | undefined> {
  const installed = (await listEnvironments(dataFolder)).map((each) => ({ ...each, world: nameWorld(each.manifest) }));
  const found = installed.filter(({ world }) => world.startsWith(`${name}-`));
  const later = (a: string, b: string) => b.localeCompare(a);
  return found.sort((a, b) => later(a.world, b.world) || later(a.manifest.installedAt, b.manifest.installedAt))[0];
}

/** The Python that runs the weights of models: `BCB_WEIGHTS_PYTHON`, or that of the `weights` profile. */
export async function findWeightsPython(variables: Readonly<Record<string, string | undefined>>): Promise<string> {
  if (variables.BCB_WEIGHTS_PYTHON) return variables.BCB_WEIGHTS_PYTHON;
  const installed = await listEnvironments(resolveDataFolder(variables));
  const found = installed.find(({ manifest }) => manifest.profile === 'weights');
  if (found) return found.environment.python;
  const advice = 'run `bcb env install --profile weights` (6 GB), or set BCB_WEIGHTS_PYTHON to a Python with torch';
  throw new BigCodeBenchError('ENVIRONMENT', `Nothing here can run weights with transformers: ${advice}.`);
}

export function listMissing(environment: PythonEnvironment, libs: readonly string[]): string[] {
  const modules = new Set(environment.modules);
  return libs.filter((lib) => !modules.has(lib));
}

/** Reads an environment; undefined if the folder is not a complete one. */
export async function readEnvironment(folder: string): Promise<InstalledEnvironment | undefined> {
  const manifest = await readEnvironmentManifest(folder);
  if (!manifest) return undefined;
  const layout = layoutOf(folder, manifest.pythonVersion);
  // Read from disk, not from the manifest: upgrading a library by hand makes a different environment.
  const distributions = await listDistributions(layout.sitePackages).catch(() => undefined);
  if (!distributions) return undefined;
  const fonts = await hashFontCache(layout.matplotlibConfig);
  const environment: PythonEnvironment = {
    profile: manifest.profile,
    root: layout.root,
    pythonHome: manifest.pythonHome,
    python: layout.python,
    pythonVersion: manifest.pythonVersion,
    nltkData: manifest.nltk && join(nltkFolder(dirname(dirname(folder))), manifest.nltk),
    matplotlibConfig: fonts && layout.matplotlibConfig,
    fingerprint: `${nameWorld(manifest)}${computeFingerprint({ ...manifest, distributions, fonts })}`,
    modules: [...manifest.stdlib, ...manifest.distributions.flatMap(({ modules }) => modules)],
  };
  return { folder, manifest, environment };
}

function nameWorld({ profile, pythonVersion, lockDate }: Manifest): string {
  return lockDate === undefined ? '' : `${profile}-${pythonTag(pythonVersion)}-${lockDate}-`;
}

export type FingerprintInput = Pick<Manifest, 'pythonVersion' | 'platform' | 'nltk' | 'fonts' | 'lockHash'> & {
  readonly distributions: readonly { readonly name: string; readonly version: string }[];
};

/** A short id of everything in an environment that can change a verdict. Results with different ids are not comparable. */
export function computeFingerprint(input: FingerprintInput): string {
  const { pythonVersion, platform, nltk = null, fonts = null, lockHash } = input;
  const distributions = input.distributions.map(({ name, version }) => `${name}==${version}`).sort();
  return hashValue({ pythonVersion, platform, distributions, nltk, fonts, lockHash }).slice(0, 12);
}
