import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { runInstaller } from './explain-failure.ts';
import type { Uv } from './get-uv.ts';
import { detectPlatform, matchesMarker } from './lock.ts';

/**
 * Systems that wheels are looked up for: what uv calls each, and its marker in a lock. The first one is the reference:
 * versions are resolved for it, and the others use the same.
 */
export const lockPlatforms = [
  { uv: 'x86_64-manylinux_2_28', marker: "sys_platform == 'linux' and platform_machine == 'x86_64'" },
  { uv: 'aarch64-manylinux_2_28', marker: "sys_platform == 'linux' and platform_machine == 'aarch64'" },
  { uv: 'aarch64-apple-darwin', marker: "sys_platform == 'darwin' and platform_machine == 'arm64'" },
  { uv: 'x86_64-apple-darwin', marker: "sys_platform == 'darwin' and platform_machine == 'x86_64'" },
] as const;

type LockPlatform = (typeof lockPlatforms)[number];

export function herePlatforms(): LockPlatform[] {
  return lockPlatforms.filter(({ marker }) => matchesMarker(marker, detectPlatform()));
}

interface ResolveLockOptions {
  readonly uv: Uv;
  /** Requirements as pip takes them. */
  readonly requirements: readonly string[];
  /** Minor version: `3.13`. */
  readonly python: string;
  /** `name==version` to keep where that is possible. */
  readonly preferences?: readonly string[];
  readonly flags?: readonly string[];
  readonly platforms?: readonly LockPlatform[];
  readonly signal?: AbortSignal | undefined;
}

interface LockEntry {
  readonly name: string;
  readonly version: string;
  readonly hashes: Set<string>;
  readonly markers: string[];
}

/** Wheels for a later macOS do not count. */
const oldestMacos = '14.0';

/** Published only as source; pure Python, built by the locked setuptools. Everything else must be a wheel. */
const sourceOnly = ['flask-mail==0.9.1', 'wikipedia', 'wordninja'];

/**
 * Resolves requirements into the lines of a lock: the wheels of every platform by their hashes, and no address, so that any
 * index that has those files will do. A distribution without a wheel for a platform gets a marker that excludes it there.
 */
export async function resolveLock(options: ResolveLockOptions): Promise<string> {
  const { requirements, platforms = lockPlatforms, preferences = [] } = options;
  const work = await mkdtemp(join(tmpdir(), 'bcb-lock-'));
  const compile = { ...options, work };
  try {
    const pins = await resolveVersions(compile, preferences);
    const entries = new Map<string, LockEntry>();
    for (const platform of platforms) {
      for (const { name, version, files } of await findWheels({ ...compile, platform }, pins)) {
        const entry = entries.get(name) ?? { name, version, hashes: new Set(), markers: [] };
        for (const { file, hash } of files) if (file.endsWith('.whl')) entry.hashes.add(hash);
        entry.markers.push(platform.marker);
        entries.set(name, entry);
      }
    }
    const sources = requirements.filter(isSource);
    for (const { name, version, files } of sources.length === 0 ? [] : await listFiles(compile, sources)) {
      const hashes = files.filter(({ file }) => !file.endsWith('.whl')).map(({ hash }) => hash);
      entries.set(name, { name, version, hashes: new Set(hashes), markers: lockPlatforms.map(({ marker }) => marker) });
    }
    const sorted = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return sorted.map(formatEntry).join('');
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The requirements of an `.in` file. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => (line.split('#')[0] ?? '').trim());
  return lines.filter((line) => line !== '');
}

/** `name==version` of every distribution in a lock. */
export function readPins(lock: string): string[] {
  return [...lock.matchAll(/^[\w.-]+==[^\s;]+/gm)].map(([pin]) => pin);
}

type Compiling = ResolveLockOptions & { readonly work: string; readonly platform?: LockPlatform };

function isSource(requirement: string): boolean {
  return sourceOnly.some((each) => requirement.toLowerCase().startsWith(each));
}

async function uvCompile({ uv, python, platform, signal }: Compiling, words: readonly string[]): Promise<void> {
  const target = ['--python-version', python, '--python-platform', (platform ?? lockPlatforms[0]).uv];
  const command = [uv.path, 'pip', 'compile', '--no-config', '--quiet', '--no-header', '--no-annotate'];
  const variables = { MACOSX_DEPLOYMENT_TARGET: oldestMacos, ...uv.variables, UV_PYTHON_DOWNLOADS: 'never' };
  await runInstaller('Resolving the libraries', [...command, ...uv.flags, ...target, ...words], { variables, signal });
}

/** Requirements → `name==version` of everything they need. */
async function resolveVersions(compile: Compiling, preferences: readonly string[]): Promise<string[]> {
  const { work, requirements, flags = [] } = compile;
  const [input, output] = [join(work, 'in.txt'), join(work, 'pins.txt')];
  await writeFile(input, requirements.filter((line) => !isSource(line)).join('\n'));
  await writeFile(output, preferences.join('\n'));
  await uvCompile(compile, ['--only-binary', ':all:', ...flags, input, '-o', output]);
  return readPins(await readFile(output, 'utf8'));
}

/** `name==version` → the files that exist for a platform, with their hashes. */
async function listFiles(compile: Compiling, pins: readonly string[], flags: readonly string[] = []) {
  const [input, output] = [join(compile.work, 'in.txt'), join(compile.work, 'pylock.toml')];
  await writeFile(input, pins.join('\n'));
  await rm(output, { force: true });
  await uvCompile(compile, ['--no-deps', ...flags, '--format', 'pylock.toml', input, '-o', output]);
  const blocks = (await readFile(output, 'utf8')).split('[[packages]]').slice(1);
  return blocks.map((block) => {
    const [, name = ''] = /^name = "([^"]+)"/m.exec(block) ?? [];
    const [, version = ''] = /^version = "([^"]+)"/m.exec(block) ?? [];
    const parts = block.split('{ sha256 = "');
    const files = parts.slice(1).map((part, at) => {
      const address = parts[at]?.split('"').findLast((word) => word.includes('/')) ?? '';
      return { file: address.slice(address.lastIndexOf('/') + 1), hash: part.slice(0, 64) };
    });
    return { name, version, files };
  });
}

/** Wheels of the pinned distributions for one platform; those without any are found by bisection and skipped. */
async function findWheels(compile: Compiling, pins: readonly string[]): ReturnType<typeof listFiles> {
  if (pins.length === 0) return [];
  try {
    return await listFiles(compile, pins, ['--only-binary', ':all:']);
  } catch (error) {
    const isNone = error instanceof BigCodeBenchError && String(error.data.output).includes('No solution found');
    if (!isNone) throw error;
    if (pins.length === 1) return [];
  }
  const half = pins.length >> 1;
  return [...(await findWheels(compile, pins.slice(0, half))), ...(await findWheels(compile, pins.slice(half)))];
}

function formatEntry({ name, version, hashes, markers }: LockEntry): string {
  const marker = markers.length === lockPlatforms.length ? '' : ` ; ${markers.map((each) => `(${each})`).join(' or ')}`;
  const lines = [...hashes].sort().map((hash) => ` \\\n    --hash=sha256:${hash}`);
  return `${name}==${version}${marker}${lines.join('')}\n`;
}
