import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { renderTable } from '../../report/text-table.ts';
import { resolveCacheBound, resolveCacheFolders } from '../../run/resolve-rules.ts';
import { type CacheSize, measureCache, pruneCache } from '../../store/cache-files.ts';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import type { Command, CommandContext } from '../command.ts';
import { runSubcommand } from './run-subcommand.ts';

export const cacheCommand: Command = (context) =>
  runSubcommand('cache', { ls: runList, prune: runPrune }, context, 'ls');

type NamedSize = CacheSize & { readonly name: string };

async function runList(context: CommandContext): Promise<void> {
  const { variables, print } = context;
  const folder = resolveCacheFolder(variables);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const sizes: NamedSize[] = [];
  for (const name of names.sort()) sizes.push({ name, ...(await measureCache(join(folder, name))) });
  print({ folder, caches: sizes.map(toDocument) }, `${folder}\n${renderSizes(sizes)}`);
}

async function runPrune(context: CommandContext): Promise<void> {
  const { variables, options, print } = context;
  const folder = resolveCacheFolder(variables);
  const removed: NamedSize[] = [];
  for (const [name, path] of Object.entries(resolveCacheFolders(variables))) {
    removed.push({ name, ...(await pruneCache(path, resolveCacheBound(options))) });
  }
  const sentences = removed.map(({ name, files, bytes }) => `${name}: ${files} files removed, ${formatMb(bytes)}\n`);
  print({ folder, removed: removed.map(toDocument) }, sentences.join(''));
}

function toDocument({ oldestAt, ...size }: NamedSize) {
  return { ...size, oldest: oldestAt === undefined ? undefined : new Date(oldestAt).toISOString() };
}

function renderSizes(sizes: readonly NamedSize[]): string {
  if (sizes.length === 0) return 'nothing\n';
  const rows = sizes.map(toDocument).map(({ name, files, bytes, oldest = '' }) => {
    return [name, String(files), formatMb(bytes), oldest.slice(0, 10)];
  });
  return `${renderTable([['what', 'files', 'size', 'oldest'], ...rows], { right: [1, 2], hasHead: true })}\n`;
}

function formatMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
