import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Profile } from '../schema/python-environment.ts';
import { type RunProgramOptions, runProgram } from '../util/run-program.ts';
import { runInstaller } from './explain-failure.ts';
import { digestFiles, hashFontCache, makeReadableFolder } from './files.ts';
import { cleanPythonVariables, type PythonInfo } from './find-python.ts';
import type { Uv } from './get-uv.ts';
import {
  detectPlatform,
  isPruned,
  type Lock,
  listModules,
  notCompiled,
  readDistributions,
  shippedFolder,
} from './lock.ts';
import { layoutOf, type Manifest, writeManifest } from './manifest.ts';

export interface BuildStep {
  readonly step: 'download' | 'bytecode' | 'fonts';
  /** Distributions installed so far. */
  readonly done: number;
  readonly total: number;
}

interface BuildEnvironmentOptions extends Pick<RunProgramOptions, 'signal' | 'onGroup'> {
  /** An existing, empty folder. The result may be moved. */
  readonly folder: string;
  readonly profile: Profile;
  readonly lock: Lock;
  readonly python: PythonInfo;
  readonly uv: Uv;
  /** uv's cache for this build: survives a kill, so that the next build does not download again. */
  readonly cacheFolder: string;
  readonly onStep?: ((step: BuildStep) => void) | undefined;
}

/** Builds a complete environment, `environment.json` last. */
export async function buildEnvironment(options: BuildEnvironmentOptions): Promise<Manifest> {
  const { folder, lock, python, profile, onStep } = options;
  const layout = layoutOf(folder, python.version);
  const { system, machine } = detectPlatform();
  const total = lock.distributions.filter((each) => each.isAvailable).length;
  const building = { ...options, layout };
  await installDistributions(building, total);
  onStep?.({ step: 'bytecode', done: total, total });
  const distributions = await describeDistributions(building);
  await compileBytecode(building);
  if (distributions.some(({ name }) => name === 'matplotlib')) {
    onStep?.({ step: 'fonts', done: total, total });
    await buildFontCache(building);
  }
  const manifest: Manifest = {
    version: 2,
    profile,
    pythonVersion: python.version,
    pythonExecutable: python.executable,
    pythonHome: python.home,
    platform: `${system}-${machine}`,
    lockHash: lock.hash,
    lockDate: lock.date,
    stdlib: python.stdlib,
    distributions,
    filesDigest: digestFiles(layout.sitePackages),
    fonts: await hashFontCache(layout.matplotlibConfig),
    installedAt: new Date().toISOString(),
    installer: 'uv',
  };
  if (lock.date !== undefined) await copyFile(lock.path, join(folder, basename(lock.path)));
  await writeManifest(folder, manifest);
  return manifest;
}

type Building = BuildEnvironmentOptions & { readonly layout: ReturnType<typeof layoutOf> };

async function installDistributions(options: Building, total: number): Promise<void> {
  const { folder, lock, python, uv, onStep, cacheFolder, signal, onGroup, layout } = options;
  const uvOptions = { UV_CACHE_DIR: cacheFolder, UV_PYTHON_DOWNLOADS: 'never', UV_NO_PROGRESS: '1' };
  const variables = { ...uv.variables, ...uvOptions };
  const run = (what: string, words: readonly string[]) =>
    runInstaller(what, [uv.path, ...words], { variables, cwd: folder, signal, onGroup });
  await run('Creating the virtual environment', ['venv', '--relocatable', '--python', python.executable, layout.root]);
  const install = ['pip', 'install', '--python', layout.python, '--no-deps', '--require-hashes', ...uv.flags];
  using _watch = setInterval(async () => {
    const archives = await readdir(join(cacheFolder, 'archive-v0')).catch(() => []);
    onStep?.({ step: 'download', done: Math.min(archives.length, total), total });
  }, 500);
  const tools = await writeBuildTools(folder, lock);
  if (tools !== undefined) {
    await run('Installing the build tools', [...install, '--requirement', tools]);
    await rm(tools);
  }
  // Source archives are built by the locked setuptools; nothing unlocked is downloaded.
  await run('Installing the libraries', [...install, '--no-build-isolation', '--requirement', lock.path]);
}

/** The lock's lines for setuptools and wheel, which must be installed before a source archive is built. */
async function writeBuildTools(folder: string, lock: Lock): Promise<string | undefined> {
  const text = await readFile(lock.path, 'utf8');
  const entries = text.match(/^(setuptools|wheel)==.*(\n {4}.*)*/gm) ?? [];
  if (entries.length === 0) return undefined;
  const path = join(folder, 'build-tools.txt');
  await writeFile(path, `${entries.join('\n')}\n`);
  return path;
}

/** Removes what the profile does without, too. */
async function describeDistributions({ layout, profile }: Building): Promise<Manifest['distributions']> {
  const distributions: Manifest['distributions'] = [];
  for (const { name, version, record } of await readDistributions(layout.sitePackages)) {
    if (!record) throw new BigCodeBenchError('ENVIRONMENT', `${name} was installed without a list of its files.`);
    const pruned = record.entries.filter(({ path }) => isPruned(profile, path));
    await Promise.all(pruned.map(({ path }) => rm(join(layout.sitePackages, path), { force: true })));
    distributions.push({ name, version, modules: listModules(record.entries), recordHash: record.hash });
  }
  return distributions;
}

async function compileBytecode({ layout, uv, signal, onGroup }: Building): Promise<void> {
  const words = ['-q', '-q', '-j', String(availableParallelism()), '-x', notCompiled, layout.sitePackages];
  const variables = cleanPythonVariables(uv.variables);
  // It exits with 1 if any file does not compile, and some libraries ship files for other Pythons.
  await runProgram([layout.python, '-I', '-m', 'compileall', ...words], { variables, signal, onGroup });
}

async function buildFontCache({ layout, uv, signal, onGroup }: Building): Promise<void> {
  await makeReadableFolder(layout.matplotlibConfig);
  const matplotlib = { MPLCONFIGDIR: layout.matplotlibConfig, MPLBACKEND: 'Agg' };
  const variables = { ...cleanPythonVariables(uv.variables), ...matplotlib };
  const command = [layout.python, '-I', join(shippedFolder, 'build_font_cache.py')];
  await runInstaller("Building matplotlib's font cache", command, { variables, signal, onGroup });
}
