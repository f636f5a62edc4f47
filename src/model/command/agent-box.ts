import { realpathSync, statSync } from 'node:fs';
import { runProgram } from '../../util/run-program.ts';
import { words } from '../../util/words.ts';

const systemFolders = words('/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt');
const systemFiles = words(`
  alternatives ca-certificates fonts gai.conf group host.conf hosts ld.so.cache ld.so.conf ld.so.conf.d localtime magic
  mime.types nsswitch.conf passwd pki protocols resolv.conf services ssl`).map((name) => `/etc/${name}`);

/**
 * The command in bubblewrap: processes of its own that end with it, the network of the machine. It starts in its own
 * folder and may read the files; it does not see what is hidden, such as the cache with the tests.
 */
export function boxAgent(
  command: readonly string[],
  { folder, files, hidden }: { folder: string; files: readonly string[]; hidden: readonly string[] },
): string[] {
  const shown = [...systemFolders, ...systemFiles].flatMap((path) => ['--ro-bind-try', path, path]);
  return [
    ...words('bwrap --unshare-user-try --unshare-pid --unshare-ipc --unshare-uts --die-with-parent --cap-drop ALL'),
    ...[...shown, '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...hidden.flatMap(hide),
    ...files.flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', folder, folder, '--chdir', folder, '--', ...command],
  ];
}

/** What is in no folder of the system is not there in the first place. */
function hide(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  const real = found ? realpathSync(path) : '';
  if (!systemFolders.some((system) => real.startsWith(`${system}/`))) return [];
  return found?.isDirectory() ? ['--tmpfs', real] : ['--ro-bind', '/dev/null', real];
}

export async function canBoxAgents(variables: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const command = boxAgent(['true'], { folder: '/tmp', files: [], hidden: [] });
  return (await runProgram(command, { variables })).code === 0;
}
