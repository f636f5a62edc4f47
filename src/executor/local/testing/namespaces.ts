import { spawnSync } from 'node:child_process';
import { type Need, program } from '../../../util/testing/needs.ts';
import type { LocalLevel } from '../../level.ts';

/** What bubblewrap must be able to make for a level; nothing where a level does without it. */
const namespacesOf: Readonly<Partial<Record<LocalLevel, readonly string[]>>> = {
  namespaces: ['--unshare-all', '--proc', '/proc'],
  shared: ['--unshare-all'],
  root: ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--proc', '/proc'],
};

/** What a sandbox at a level needs. Samples are not root, except at level `root`. */
export function sandboxAt(level: LocalLevel): Need {
  const bwrap = program('bwrap');
  const namespaces = namespacesOf[level];
  if (!namespaces || !bwrap.isMet) return namespaces ? bwrap : { name: level, isMet: true };
  const isDropping = process.geteuid?.() === 0 && level !== 'root';
  const drop = isDropping ? ['setpriv', '--reuid', '60700', '--regid', '60700', '--clear-groups'] : [];
  const [command = '', ...words] = [...drop, 'bwrap', '--ro-bind', '/', '/', ...namespaces, 'true'];
  return { name: 'user namespaces', isMet: spawnSync(command, words).status === 0 };
}

/** What the strongest level needs. */
export const namespaces = sandboxAt('namespaces');
