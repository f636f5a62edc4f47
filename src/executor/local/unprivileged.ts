import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface UnprivilegedOptions {
  readonly uid: number;
  /** Folders that the command must be able to reach. */
  readonly sources: readonly string[];
}

/**
 * Wraps a command that root starts so that it runs as a user who is nobody; bwrap started by root would keep root's
 * user id. Folders behind a closed one (a home folder is often 0700) are uncovered in a mount namespace of our own.
 */
export function asUnprivileged(command: readonly string[], { uid, sources }: UnprivilegedOptions): string[] {
  const drop = ['setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--'];
  const hidden = sources.map((source) => ({ source, closed: closedAncestor(source) })).filter(({ closed }) => closed);
  if (hidden.length === 0) return [...drop, ...command];
  const paths = hidden.map(({ source }) => source);
  const closed = [...new Set(hidden.map((entry) => entry.closed ?? ''))];
  return [
    ...['unshare', '--mount', '--propagation', 'private', '--', '/bin/sh', uncoverScript, stageFor(sources)],
    ...[...paths, '--', ...closed, '--', ...paths, '--', ...drop, ...command],
  ];
}

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
