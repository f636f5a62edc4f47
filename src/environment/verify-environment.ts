import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import pLimit from 'p-limit';
import { groupBy } from '../util/group-by.ts';
import { hashFile } from '../util/hash.ts';
import { listSome } from '../util/list-some.ts';
import { pathExists } from '../util/path-exists.ts';
import { digestFiles, hashFontCache } from './files.ts';
import { type InstalledEnvironment, loadLockOf } from './load-environment.ts';
import { isPruned, listDistributions, readRecord } from './lock.ts';
import { layoutOf } from './manifest.ts';
import { hashNltkData } from './nltk-data.ts';

export interface EnvironmentProblem {
  readonly kind: 'python' | 'lock' | 'missing' | 'version' | 'added' | 'changed' | 'nltk';
  /** The distribution or file it is about. */
  readonly name: string;
  readonly detail: string;
}

interface VerifyOptions {
  readonly lockFolder?: string | undefined;
  readonly signal?: AbortSignal;
  readonly onDistribution?: (done: number) => void;
}

/** What can be checked without reading files: cheap enough for the start of each evaluation. */
export async function checkEnvironment(installed: InstalledEnvironment, options: VerifyOptions = {}) {
  const { manifest, environment } = installed;
  const { problems, sitePackages } = await compareWithLock(installed, options);
  if (sitePackages === undefined) return problems;
  if (environment.nltkData !== undefined && !(await pathExists(environment.nltkData))) {
    problems.push({ kind: 'nltk', name: 'NLTK data', detail: 'is gone' });
  }
  if (digestFiles(sitePackages) !== manifest.filesDigest && problems.length === 0) {
    const detail = 'changed since installation: run `bcb env verify` to list them';
    problems.push({ kind: 'changed', name: 'files', detail });
  }
  return problems;
}

/** Hashes every installed file again and compares it with the libraries' own records. */
export async function verifyEnvironment(installed: InstalledEnvironment, options: VerifyOptions = {}) {
  const { manifest, environment } = installed;
  const { problems, sitePackages } = await compareWithLock(installed, options);
  if (sitePackages === undefined) return problems;
  const known = new Set<string>();
  let done = 0;
  const verify = async (distribution: Distribution) => {
    options.signal?.throwIfAborted();
    const found = await verifyDistribution(installed, distribution, known);
    options.onDistribution?.(++done);
    return found;
  };
  const found = await pLimit(availableParallelism()).map(await listDistributions(sitePackages), verify);
  problems.push(...found.flat(), ...(await findUnknownFiles(sitePackages, known)));
  if (environment.nltkData !== undefined) {
    const hash = await hashNltkData(environment.nltkData).catch(() => '');
    if (hash.slice(0, 16) !== manifest.nltk) {
      problems.push({ kind: 'nltk', name: 'NLTK data', detail: 'missing or changed since installation' });
    }
  }
  return problems;
}

/** What the lock has against an environment, and where its libraries are; nowhere if its Python is gone. */
async function compareWithLock(installed: InstalledEnvironment, { lockFolder }: VerifyOptions) {
  const problems: EnvironmentProblem[] = [];
  const { manifest, folder } = installed;
  const layout = layoutOf(folder, manifest.pythonVersion);
  if (!(await pathExists(layout.python))) {
    const detail = `${manifest.pythonExecutable} no longer exists: run \`bcb env install --profile ${manifest.profile}\``;
    problems.push({ kind: 'python', name: 'Python', detail });
    return { problems };
  }
  const lock = await loadLockOf(installed, lockFolder);
  if (lock.hash !== manifest.lockHash) {
    const detail = 'this version of bigcodebench has a different one: install again';
    problems.push({ kind: 'lock', name: 'lock', detail });
  }
  const present = groupBy(await listDistributions(layout.sitePackages), ({ name }) => name);
  const versionsOf = (name: string) => present.get(name)?.map(({ version }) => version);
  for (const { name, version, isAvailable } of lock.distributions) {
    const versions = versionsOf(name);
    present.delete(name);
    if (versions === undefined && isAvailable) {
      problems.push({ kind: 'missing', name, detail: `${version} is not installed` });
    } else if (versions && (versions.length > 1 || versions[0] !== version)) {
      problems.push({ kind: 'version', name, detail: `${versions.join(' and ')} instead of ${version}` });
    }
  }
  for (const name of present.keys()) {
    problems.push({ kind: 'added', name, detail: `${versionsOf(name)?.join(' and ')} is not in the lock` });
  }
  if ((await hashFontCache(layout.matplotlibConfig)) !== manifest.fonts) {
    problems.push({ kind: 'changed', name: 'font cache', detail: 'missing or changed since installation' });
  }
  return { problems, sitePackages: layout.sitePackages };
}

type Distribution = Awaited<ReturnType<typeof listDistributions>>[number];

/** Adds its files to those that are known. */
async function verifyDistribution(
  { manifest, folder }: InstalledEnvironment,
  { name, version, folder: info }: Distribution,
  known: Set<string>,
): Promise<EnvironmentProblem[]> {
  const { sitePackages } = layoutOf(folder, manifest.pythonVersion);
  const record = await readRecord(sitePackages, info);
  if (!record) return [{ kind: 'changed', name, detail: 'its list of files is missing' }];
  const wrong: string[] = [];
  for (const { path, hash } of record.entries) {
    known.add(path);
    // Some libraries ship bytecode, which was recompiled.
    if (hash === undefined || path.endsWith('.pyc') || isPruned(manifest.profile, path)) continue;
    const found = await hashFile(join(sitePackages, path), 'base64url').catch(() => undefined);
    if (found !== hash) wrong.push(path);
  }
  if (wrong.length > 0) return [{ kind: 'changed', name, detail: `${listSome(wrong, 3)} changed or missing` }];
  const before = manifest.distributions.find((each) => each.name === name && each.version === version);
  const isReplaced = before !== undefined && before.recordHash !== record.hash;
  return isReplaced ? [{ kind: 'changed', name, detail: 'reinstalled from another file' }] : [];
}

/** Code that belongs to no distribution can be imported too: a stray `sitecustomize.py`, a copied module. */
async function findUnknownFiles(sitePackages: string, known: ReadonlySet<string>): Promise<EnvironmentProblem[]> {
  const files = await readdir(sitePackages, { recursive: true, withFileTypes: true });
  const code = files.filter((entry) => entry.isFile() && /\.(py|so|pth)$/.test(entry.name));
  const paths = code.map((entry) => relative(sitePackages, join(entry.parentPath, entry.name)));
  // uv puts these into every virtual environment.
  const unknown = paths.filter((path) => !known.has(path) && !/^_virtualenv\.(py|pth)$/.test(path));
  return unknown.map((name) => ({ kind: 'added', name, detail: 'belongs to no library' }));
}
