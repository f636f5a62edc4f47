import { runProgram } from '../../util/run-program.ts';
import { words } from '../../util/words.ts';

/** What an agent sees of the machine. Everything but its own folder is read-only. */
export interface AgentBox {
  /** Its own, and where it starts. */
  readonly folder: string;
  /** Files and folders it may read. */
  readonly files: readonly string[];
  /** Folders it must not see, such as the cache with the tests. */
  readonly hidden: readonly string[];
}

const systemFolders = words('/usr /bin /sbin /lib /lib32 /lib64 /libx32 /opt');
const systemFiles = words(`
  alternatives ca-certificates fonts gai.conf group host.conf hosts ld.so.cache ld.so.conf ld.so.conf.d localtime magic
  mime.types nsswitch.conf passwd pki protocols resolv.conf services ssl`).map((name) => `/etc/${name}`);

/** The command in bubblewrap: processes of its own that end with it, the network of the machine. */
export function boxAgent(command: readonly string[], { folder, files, hidden }: AgentBox): string[] {
  const shown = [...systemFolders, ...systemFiles].flatMap((path) => ['--ro-bind-try', path, path]);
  const inSystem = hidden.filter((path) => systemFolders.some((system) => path.startsWith(`${system}/`)));
  return [
    ...words('bwrap --unshare-user-try --unshare-pid --unshare-ipc --unshare-uts --die-with-parent --cap-drop ALL'),
    ...[...shown, '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...inSystem.flatMap((path) => ['--tmpfs', path]),
    ...files.flatMap((path) => ['--ro-bind', path, path]),
    ...['--bind', folder, folder, '--chdir', folder, '--', ...command],
  ];
}

/** Whether bubblewrap works on this machine. */
export async function canBoxAgents(variables: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const command = boxAgent(['true'], { folder: '/tmp', files: [], hidden: [] });
  return (await runProgram(command, { variables })).code === 0;
}
