import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PackagesRequest {
  /** Names the folder they are kept in between runs. */
  readonly name: string;
  readonly packages: readonly string[];
  /** Such as `3.12`: the oldest Python that has them. */
  readonly python: string;
}

/** A Python with these packages from PyPI, installed once; undefined, with a warning, where they cannot be had. */
export async function installPackages({ name, packages, python }: PackagesRequest): Promise<string | undefined> {
  const folder = join(process.env.BCB_PARITY_CACHE ?? join(tmpdir(), 'bcb-parity'), name);
  const own = join(folder, 'bin', 'python');
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return own;
  const base = findPython(python);
  if (!base) {
    console.warn(`There is no Python ${python}: ${packages.join(', ')} cannot be installed, and tests are skipped.`);
    return undefined;
  }
  try {
    await mkdir(folder, { recursive: true });
    execFileSync(base, ['-m', 'venv', folder], { stdio: 'ignore' });
    execFileSync(own, ['-m', 'pip', 'install', '-q', ...packages], { stdio: ['ignore', 'ignore', 'pipe'] });
    await writeFile(mark, '');
    return own;
  } catch (error) {
    console.warn(`${packages.join(', ')} cannot be installed, and tests are skipped: ${String(error).slice(0, 300)}`);
    return undefined;
  }
}

/** The source of a package as its author published it, unpacked. */
export async function downloadSource(python: string, name: string, version: string): Promise<string | undefined> {
  const folder = join(process.env.BCB_PARITY_CACHE ?? join(tmpdir(), 'bcb-parity'), 'sources');
  const unpacked = join(folder, `${name}-${version}`);
  if (existsSync(unpacked)) return unpacked;
  try {
    await mkdir(folder, { recursive: true });
    const words = ['download', '-q', '--no-deps', '--no-binary', ':all:', '-d', folder, `${name}==${version}`];
    execFileSync(python, ['-m', 'pip', ...words], { stdio: 'ignore' });
    execFileSync('tar', ['xzf', join(folder, `${name}-${version}.tar.gz`), '-C', folder]);
    return unpacked;
  } catch (error) {
    console.warn(`The source of ${name} ${version} cannot be had, and tests are skipped: ${String(error)}`);
    return undefined;
  }
}

function findPython(version: string): string | undefined {
  const folder = join(homedir(), '.pyenv', 'versions');
  const installed = existsSync(folder) ? readdirSync(folder) : [];
  const pyenv = installed
    .filter((name) => name.startsWith(`${version}.`))
    .map((name) => join(folder, name, 'bin/python'));
  return [`python${version}`, ...pyenv].find((candidate) => {
    try {
      const words = ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'];
      return (
        execFileSync(candidate, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() === version
      );
    } catch {
      return false;
    }
  });
}
