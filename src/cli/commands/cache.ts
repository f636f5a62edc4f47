import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renderTable } from '../../report/text-table.ts';
import { resolveCacheBound, resolveCacheFolders } from '../../run/resolve-rules.ts';
import { type CacheSize, measureCache, pruneCache } from '../../store/cache-files.ts';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import { type Command, type CommandContext, runSubcommand } from '../command.ts';

export const cacheCommand: Command = (context) =>
  runSubcommand('cache', { ls: runList, prune: runPrune }, context, 'ls');

type NamedSize = CacheSize & { readonly name: string };

async function runList({ variables, print }: CommandContext): Promise<void> {
  const folder = resolveCacheFolder(variables);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sizes: NamedSize[] = [];
  for (const name of names.sort()) sizes.push({ name, ...(await measureCache(join(folder, name))) });
  const caches = sizes.map(toDocument);
  const rows = caches.map(({ name, files, bytes, oldest = '' }) => {
    return [name, String(files), formatMb(bytes), oldest.slice(0, 10)];
  });
  const table = renderTable([['what', 'files', 'size', 'oldest'], ...rows], { right: [1, 2], hasHead: true });
  print({ folder, caches }, `${folder}\n${rows.length === 0 ? 'nothing' : table}\n`);
}

async function runPrune({ variables, options, print }: CommandContext): Promise<void> {
  const removed: NamedSize[] = [];
  for (const [name, path] of Object.entries(resolveCacheFolders(variables))) {
    removed.push({ name, ...(await pruneCache(path, resolveCacheBound(options))) });
  }
  const sentences = removed.map(({ name, files, bytes }) => `${name}: ${files} files removed, ${formatMb(bytes)}\n`);
  print({ folder: resolveCacheFolder(variables), removed: removed.map(toDocument) }, sentences.join(''));
}

function toDocument({ oldestAt, ...size }: NamedSize) {
  return { ...size, oldest: oldestAt === undefined ? undefined : new Date(oldestAt).toISOString() };
}

function formatMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
