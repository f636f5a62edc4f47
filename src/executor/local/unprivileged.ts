import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inUserRange, type UserRange } from './user-ids.ts';

export interface UnprivilegedOptions {
  /** The user to become, or those of whose namespace to become root. */
  readonly user: number | UserRange;
  /** Folders that the command must be able to reach. */
  readonly sources: readonly string[];
}

/**
 * Wraps a command that root starts so that it runs as an unprivileged user; bwrap started by root would keep root's
 * user id. Folders behind a closed one (a home folder is often 0700) are uncovered in a mount namespace of our own.
 */
export function asUnprivileged(command: readonly string[], { user, sources }: UnprivilegedOptions): string[] {
  const dropped = typeof user === 'number' ? asUser(command, String(user)) : inUserRange(command, user);
  const hidden = sources.map((source) => ({ source, closed: closedAncestor(source) })).filter(({ closed }) => closed);
  if (hidden.length === 0) return dropped;
  const paths = hidden.map(({ source }) => source);
  const closed = [...new Set(hidden.map((entry) => entry.closed ?? ''))];
  return [
    ...['unshare', '--mount', '--propagation', 'private', '--', '/bin/sh', uncoverScript, stageFor(sources)],
    ...[...paths, '--', ...closed, '--', ...paths, '--', ...dropped],
  ];
}

const asUser = (command: readonly string[], id: string) => [
  ...['setpriv', '--reuid', id, '--regid', id, '--clear-groups', '--'],
  ...command,
];

const uncoverScript = fileURLToPath(new URL('../../../python/sh/uncover.sh', import.meta.url));

/** The outermost folder above a path that others may not pass through. */
function closedAncestor(path: string): string | undefined {
  const parent = dirname(path);
  if (parent === path) return undefined;
  return closedAncestor(parent) ?? ((statSync(parent).mode & 0o001) === 0 ? parent : undefined);
}

/** A folder that exists everywhere and hides none of the sources when something is mounted over it. */
function stageFor(sources: readonly string[]): string {
  const candidates = ['/run', '/mnt', '/media', '/srv'];
  return candidates.find((folder) => sources.every((source) => !source.startsWith(`${folder}/`))) ?? '/run';
}
