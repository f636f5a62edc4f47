import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Profile } from '../schema/python-environment.ts';
import { parseCsv } from '../upstream/response-matrix.ts';
import { sha256 } from '../util/hash.ts';

export type LockedDistribution = ReturnType<typeof parseLock>[number];

/** The exact versions of a profile's libraries for one Python. */
export type Lock = Awaited<ReturnType<typeof loadLock>>;

type Platform = ReturnType<typeof detectPlatform>;

/** The two values that lock markers use, spelled as in Python: `sys.platform`, `platform.machine()`. */
export function detectPlatform(): { readonly system: string; readonly machine: string } {
  const machine = process.arch === 'x64' ? 'x86_64' : process.platform === 'linux' ? 'aarch64' : process.arch;
  return { system: process.platform, machine };
}

/** The shipped locks, requirements and Python scripts of this room. */
export const shippedFolder: string = fileURLToPath(new URL('../../python/env/', import.meta.url));

/** Pythons that a profile has a lock for, best first. */
export function supportedPythons(profile: Profile, platform = detectPlatform()): readonly string[] {
  // On macOS, the reference's numpy has no wheel for 3.10.
  const common = platform.system === 'darwin' ? ['3.11', '3.10'] : ['3.10', '3.11'];
  if (profile === 'modern') return ['3.13', '3.12'];
  if (profile === 'weights') return platform.system === 'linux' ? ['3.12', '3.11', '3.13'] : [];
  return profile === 'full' ? common : [...common, '3.12', '3.13'];
}

/** Those that a folder of other locks has one for. */
export async function listLockedPythons(profile: Profile, lockFolder: string): Promise<readonly string[]> {
  const tags = (await readdir(lockFolder)).sort().map((name) => name.split(/-cp3|\.txt/));
  return tags.flatMap(([name, minor]) => (name === profile ? [`3.${minor}`] : []));
}

/** `3.10.13` → `cp310`. */
export function pythonTag(version: string): string {
  const [major, minor] = version.split('.');
  return `cp${major}${minor}`;
}

interface LoadLockOptions {
  readonly profile: Profile;
  readonly pythonVersion: string;
  /** Default: this one. */
  readonly platform?: Platform;
  readonly lockFolder?: string | undefined;
}

/** `modern-cp313.txt` */
export function nameLock({ profile, pythonVersion }: Pick<LoadLockOptions, 'profile' | 'pythonVersion'>): string {
  return `${profile}-${pythonTag(pythonVersion)}.txt`;
}

export function requireLock(minor: string, versions: readonly string[]): void {
  if (versions.includes(minor)) return;
  throw new BigCodeBenchError('ENVIRONMENT', `There is no lock for Python ${minor}: use ${versions.join(', ')}.`);
}

export async function loadLock(options: LoadLockOptions) {
  const { profile, pythonVersion, platform = detectPlatform(), lockFolder = shippedFolder } = options;
  const path = join(lockFolder, nameLock(options));
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const known = supportedPythons(profile, platform).join(', ');
    const message = `There is no ${profile} environment for Python ${pythonVersion}: use Python ${known}.`;
    throw new BigCodeBenchError('ENVIRONMENT', message, { cause, data: { path } });
  });
  /** The day on which the versions were the newest, where it says so. */
  const [, date] = /^# Python [\d.]+, ([\d-]+)\./.exec(text) ?? [];
  return { path, hash: sha256(text), date, distributions: parseLock(text, platform) };
}

/** Parses the subset of the requirements format that `npm run lock` writes: names in lower case, their words joined by `-`. */
export function parseLock(text: string, platform: Platform) {
  const lines = [...text.matchAll(/^([a-z0-9-]+)==([^\s;\\]+)(?: ; ([^\\\n]+))?/gm)];
  return lines.map(([, name = '', version = '', marker]) => {
    /** False if no wheel exists for this platform. */
    const isAvailable = marker === undefined || matchesMarker(marker, platform);
    return { name, version, isAvailable };
  });
}

/** Our markers list alternatives of one system and one machine. */
export function matchesMarker(marker: string, platform: Platform): boolean {
  const wanted = [`sys_platform == '${platform.system}'`, `platform_machine == '${platform.machine}'`];
  return marker.split(' or ').some((each) => wanted.every((words) => each.includes(words)));
}

/** Case and separators of a distribution's name do not matter. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Free space that an installation needs at its peak. */
export const neededMb: Record<Profile, number> = { starter: 900, full: 3000, modern: 4500, weights: 9000 };

/** The libraries' own tests and compiler input: a quarter of the size, never imported. */
const forDevelopers = /(^|\/)tests\/|\.(c|h|cpp|hpp|pyx|pxd|pxi|a)$/;

/** Whether a file is deleted after installing, by its path in site-packages. */
export function isPruned(profile: Profile, path: string): boolean {
  return profile === 'starter' && forDevelopers.test(path);
}

/** A Python pattern of modules that need no bytecode: tests, and large packages that tasks hardly import. */
export const notCompiled = '/tests?/|/faker/providers/.*_[A-Z]|/fontTools/|/setuptools/|/pkg_resources/';

/** The installed distributions, each with its `.dist-info` folder, sorted by name. */
export async function listDistributions(sitePackages: string) {
  const found = (await readdir(sitePackages)).flatMap((folder) => {
    const [, name, version] = /^(.+)-([^-]+)\.(?:dist|egg)-info$/.exec(folder) ?? [];
    return name && version ? [{ name: normalizeName(name), version, folder }] : [];
  });
  return found.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export async function readDistributions(sitePackages: string) {
  const listed = await listDistributions(sitePackages);
  return Promise.all(listed.map(async (each) => ({ ...each, record: await readRecord(sitePackages, each.folder) })));
}

/**
 * A distribution's files as recorded by its installer, with their SHA-256 in URL-safe base64, which the record itself and
 * bytecode have none of. Undefined if there is no record.
 */
export async function readRecord(sitePackages: string, folder: string) {
  const text = await readFile(join(sitePackages, folder, 'RECORD'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const entries = parseCsv(text).map(([path = '', hash = '']) => {
    return { path, hash: hash.startsWith('sha256=') ? hash.slice('sha256='.length) : undefined };
  });
  return { entries, hash: sha256(text) };
}

/** Relative to site-packages. */
type Entries = readonly { readonly path: string }[];

/** Importable top-level names among the files of a distribution. */
export function listModules(entries: Entries): string[] {
  const names = new Set<string>();
  for (const { path } of entries) {
    const [first = '', ...rest] = path.split('/');
    const isPackage = rest.length > 0 && /\.(py|so|pyd)$/.test(path);
    const [, name] = (isPackage ? /^([A-Za-z_]\w*)$/ : /^([A-Za-z_]\w*)(?:\.[\w-]+)*\.(?:py|so)$/).exec(first) ?? [];
    if (name !== undefined && name !== '__pycache__') names.add(name);
  }
  return [...names].sort();
}

/** Not libraries, plus a plugin that TensorFlow loads itself and that cannot be loaded twice. */
const neverImported = new Set(['doc', 'docs', 'examples', 'isympy', 'test', 'tests', 'tensorflow_io_gcs_filesystem']);

/** What to import to check that a distribution works: its packages, and the packages inside its namespaces. */
export function listImports(entries: Entries): string[] {
  const paths = new Set(entries.map(({ path }) => path));
  const names = listModules(entries).filter((name) => !/^_/.test(name) && !neverImported.has(name));
  return names.flatMap((name) => {
    const isNamespace = !paths.has(`${name}/__init__.py`) && [...paths].some((path) => path.startsWith(`${name}/`));
    if (!isNamespace) return [name];
    const packages = [...paths].flatMap((path) => new RegExp(`^${name}/(\\w+)/__init__\\.py$`).exec(path)?.[1] ?? []);
    return packages.map((each) => `${name}.${each}`).sort();
  });
}
