import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import { words } from '../../util/words.ts';
import type { LocalLevel } from '../level.ts';
import type { MemoryGroup } from './memory-group.ts';
import type { RunnerConfig } from './runner-messages.ts';
import { buildLayout, commonEnv, listLibraries, runnerFolder } from './sandbox-layout.ts';
import { inUserRange, type RunnerUsers } from './user-ids.ts';

/** How to start one runner. `data` goes to descriptor 3; `config` is the first frame, without the modules to load. */
export interface SandboxCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly data: string;
  readonly config: Omit<RunnerConfig, 'preload'>;
}

interface SandboxCommandOptions {
  readonly level: LocalLevel;
  readonly environment: PythonEnvironment;
  /** The user id to become, when started as root. */
  readonly uid?: number | undefined;
  /** Users that only this runner has: at level `root`, and at level `namespaces` where root can give them to a namespace. */
  readonly users?: RunnerUsers | undefined;
  /** Levels `landlock` and `none`: an empty folder for this runner's samples. */
  readonly scratch?: string | undefined;
  readonly group?: Pick<MemoryGroup, 'folder' | 'cpuFolder' | 'procsFile'> | undefined;
  /** What hashes and the order of folders depend on. */
  readonly seed?: number | undefined;
}

const tmpMb = 512;
const shmMb = 64;
const hostPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const cgroupFolder = '/opt/bcb/cgroup';
const cpuGroupFolder = '/opt/bcb/cpu-group';

/** The capabilities a runner needs over its own user namespace (level namespaces) to make namespaces for its samples. */
const namespaceCapabilities = words(
  'CAP_SYS_ADMIN CAP_NET_ADMIN CAP_SYS_CHROOT CAP_SYS_PTRACE CAP_SETFCAP CAP_SETPCAP',
);
/** Where its samples have other users than itself it also gives them their folders and signals them. */
const usersCapabilities = [...namespaceCapabilities, ...words('CAP_SETUID CAP_SETGID CAP_CHOWN CAP_KILL')];
const capabilityArguments = (names: readonly string[]) => names.flatMap((name) => ['--cap-add', name]);

const isolation = {
  // Not the namespace of control groups: samples enter theirs themselves, from a group outside it.
  namespaces: [
    ...words('--unshare-user --unshare-ipc --unshare-pid --unshare-net --unshare-uts --uid 0 --gid 0'),
    ...capabilityArguments(namespaceCapabilities),
  ],
  shared: words('--unshare-all --uid 1000 --gid 1000'),
  users: [
    ...words('--unshare-ipc --unshare-pid --unshare-net --unshare-uts --cap-drop ALL'),
    ...capabilityArguments(usersCapabilities),
  ],
};

export function buildSandboxCommand(options: SandboxCommandOptions): SandboxCommand {
  const { level } = options;
  return level === 'landlock' || level === 'none' ? hostCommand(options, level) : boxedCommand(options, level);
}

/** Levels `namespaces`, `shared` and `root`: the runner lives in a tree of its own. */
function boxedCommand(options: SandboxCommandOptions, level: 'namespaces' | 'shared' | 'root'): SandboxCommand {
  const { environment, uid, users, group, seed } = options;
  const layout = buildLayout(environment);
  const kind = level === 'shared' ? 'shared' : users ? 'users' : 'namespaces';
  const bwrap = ['bwrap', ...isolation[kind], ...layout.mounts];
  bwrap.push('--dev', '/dev', ...tmpfs('/dev/shm', shmMb), '--proc', '/proc', ...tmpfs('/tmp', tmpMb));
  if (group) bwrap.push('--bind', group.folder, cgroupFolder);
  if (group?.cpuFolder) bwrap.push('--bind', group.cpuFolder, cpuGroupFolder);
  // A sample that mounts its own /proc hides them there.
  if (level === 'shared') bwrap.push(...hiddenFiles.flatMap((path) => ['--ro-bind', '/dev/null', path]));
  bwrap.push('--remount-ro', '/', '--remount-ro', '/dev');
  bwrap.push('--die-with-parent', '--new-session', '--hostname', 'sandbox', '--clearenv');
  for (const [name, value] of Object.entries({ ...layout.env, ...seedEnv(seed) })) bwrap.push('--setenv', name, value);
  bwrap.push('--chdir', '/', layout.python, '-B', layout.runner);
  const user = level === 'root' ? undefined : level === 'namespaces' && users ? users : uid;
  const unprivileged = user === undefined ? bwrap : asUnprivileged(bwrap, { user, sources: layout.sources });
  const [file = '', ...args] = group?.procsFile ? [...enterGroup(group.procsFile), ...unprivileged] : unprivileged;
  return {
    file,
    args,
    env: { PATH: hostPath, LANG: 'C.UTF-8' },
    data: layout.data,
    config: {
      ...commonConfig(environment),
      level,
      matplotlibConfig: layout.matplotlibConfig,
      ...(level === 'shared' && { scratch: '/tmp', readable: words('/usr /bin /sbin /lib /lib64 /etc /opt') }),
      // As the runner sees them: in a user namespace they count from 0, which is the runner itself.
      ...(level === 'root' && users && { uidBase: users.first, uidCount: users.count }),
      ...(level === 'namespaces' && users && { uidBase: 1, uidCount: users.count - 1 }),
      cgroup: group && cgroupFolder,
      cpuGroup: group?.cpuFolder && cpuGroupFolder,
    },
  };
}

function seedEnv(seed: number | undefined): Readonly<Record<string, string>> {
  return seed === undefined ? {} : { PYTHONHASHSEED: String(seed) };
}

const enterGroup = (procsFile: string) => ['/bin/sh', '-c', 'echo 0 > "$1" && shift && exec "$@"', 'sh', procsFile];

/** What is said there about the host. */
const hiddenFiles = words('/proc/cmdline /proc/config.gz /proc/kallsyms').filter((path) => existsSync(path));

const tmpfs = (path: string, mb: number) => ['--size', String(mb * 2 ** 20), '--perms', '1777', '--tmpfs', path];

/** Levels `landlock` and `none`: the runner lives on the host; what its samples may not do they give up themselves. */
function hostCommand(options: SandboxCommandOptions, level: 'landlock' | 'none'): SandboxCommand {
  const { environment, uid, scratch, seed } = options;
  const { root, pythonHome, python, nltkData, matplotlibConfig } = environment;
  const sources = [root, pythonHome, runnerFolder, nltkData, matplotlibConfig].filter((path) => path !== undefined);
  const command = [python, '-B', join(runnerFolder, 'runner.py')];
  const [file = '', ...args] = uid !== undefined ? asUnprivileged(command, { user: uid, sources }) : command;
  const libraries = join(pythonHome, 'lib');
  const readable = [...readableSystem, ...sources];
  return {
    file,
    args,
    data: '',
    env: {
      ...commonEnv,
      ...seedEnv(seed),
      PATH: `${dirname(python)}:${hostPath}`,
      ...(hasOwnLibpython(libraries) && { LD_LIBRARY_PATH: libraries }),
      ...(nltkData && { NLTK_DATA: nltkData }),
    },
    config: { ...commonConfig(environment), level, matplotlibConfig, scratch, readable },
  };
}

/** What a program may read of the host at level landlock, besides its Python environment. */
const readableSystem = words(`
  /usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc/alternatives /etc/fonts /etc/ld.so.cache /etc/ld.so.conf
  /etc/ld.so.conf.d /etc/localtime /etc/mime.types /etc/protocols /etc/services /etc/ssl /etc/passwd /etc/group
  /etc/nsswitch.conf`);

function hasOwnLibpython(folder: string): boolean {
  if (folder === '/usr/lib' || listLibraries(folder).length === 0) return false;
  return !readdirSync(folder).some((name) => name.startsWith('libstdc++'));
}

function commonConfig({ matplotlibConfig }: PythonEnvironment) {
  const matplotlibFiles = matplotlibConfig ? readdirSync(matplotlibConfig) : [];
  return { type: 'config', tmpMb, shmMb, matplotlibFiles } as const;
}

interface UnprivilegedOptions {
  /** The user to become, or those of whose namespace to become root. */
  readonly user: number | RunnerUsers;
  /** Folders that the command must be able to reach. */
  readonly sources: readonly string[];
}

/**
 * Wraps a command that root starts so that it runs as an unprivileged user; bwrap started by root would keep root's
 * user id. Folders behind a closed one (a home folder is often 0700) are uncovered in a mount namespace of our own.
 */
export function asUnprivileged(command: readonly string[], { user, sources }: UnprivilegedOptions): string[] {
  const dropped = typeof user === 'number' ? asUser(command, user) : inUserRange(command, user);
  const hidden = sources.map((source) => ({ source, closed: closedAncestor(source) })).filter(({ closed }) => closed);
  if (hidden.length === 0) return dropped;
  const paths = hidden.map(({ source }) => source);
  const closed = [...new Set(hidden.map((entry) => entry.closed ?? ''))];
  return [
    ...['unshare', '--mount', '--propagation', 'private', '--', '/bin/sh', uncoverScript, stageFor(sources)],
    ...[...paths, '--', ...closed, '--', ...paths, '--', ...dropped],
  ];
}

function asUser(command: readonly string[], id: number): string[] {
  return ['setpriv', '--reuid', `${id}`, '--regid', `${id}`, '--clear-groups', '--', ...command];
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
