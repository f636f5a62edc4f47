import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCsv } from '../upstream/response-matrix.ts';
import { sha256 } from '../util/hash.ts';
import { normalizeName } from './lock.ts';

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
