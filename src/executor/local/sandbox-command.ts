import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import type { LocalLevel } from '../level.ts';
import type { MemoryGroup } from './memory-group.ts';
import { buildLayout, commonEnv, type LayoutStep, runnerFolder, type SandboxLayout } from './sandbox-layout.ts';
import { asUnprivileged } from './unprivileged.ts';
import type { ZygoteConfig } from './zygote-messages.ts';

/** How to start one zygote. `data` goes to descriptor 3; `config` is the first frame, without the modules to load. */
export interface SandboxCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly data: string;
  /** Whether it gets a session of its own, away from the terminal's Ctrl-C; bwrap does that by itself. */
  readonly detached: boolean;
  readonly config: Omit<ZygoteConfig, 'preload'>;
}

export interface SandboxCommandOptions {
  readonly level: LocalLevel;
  readonly environment: PythonEnvironment;
  /** The user id to become, when started as root. */
  readonly uid?: number | undefined;
  /** Levels `landlock` and `none`: an empty folder for this zygote's samples. */
  readonly scratch?: string | undefined;
  /** A memory control group for this zygote's samples. */
  readonly group?: Pick<MemoryGroup, 'folder' | 'entrance'> | undefined;
  /** What hashes and the order of folders depend on. */
  readonly seed?: number | undefined;
}

const dataFd = 3;
const tmpMb = 512;
const shmMb = 64;
const hostPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const cgroupFolder = '/opt/bcb/cgroup';

/** The capabilities a zygote needs over its own user namespace (level namespaces) to make namespaces for its samples. */
const namespaceCapabilities = ['CAP_SYS_ADMIN', 'CAP_NET_ADMIN', 'CAP_SYS_CHROOT', 'CAP_SETFCAP', 'CAP_SETPCAP'];
/** Without a user namespace (level root) it also changes user ids and signals other users. */
const realRootCapabilities = [...namespaceCapabilities, 'CAP_SETUID', 'CAP_SETGID', 'CAP_KILL'];
const capabilityArguments = (names: readonly string[]) => names.flatMap((name) => ['--cap-add', name]);

const isolation: Record<'namespaces' | 'shared' | 'root', readonly string[]> = {
  // Not the namespace of control groups: samples enter theirs themselves, from a group outside it.
  namespaces: [
    ...[
      '--unshare-user',
      '--unshare-ipc',
      '--unshare-pid',
      '--unshare-net',
      '--unshare-uts',
      '--uid',
      '0',
      '--gid',
      '0',
    ],
    ...capabilityArguments(namespaceCapabilities),
  ],
  shared: ['--unshare-all', '--uid', '1000', '--gid', '1000'],
  root: [
    ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--cap-drop', 'ALL'],
    ...capabilityArguments(realRootCapabilities),
  ],
};

export function buildSandboxCommand(options: SandboxCommandOptions): SandboxCommand {
  const { level } = options;
  return level === 'landlock' || level === 'none' ? hostCommand(options, level) : boxedCommand(options, level);
}

/** Levels `namespaces`, `shared` and `root`: the zygote lives in a tree of its own. */
function boxedCommand(options: SandboxCommandOptions, level: 'namespaces' | 'shared' | 'root'): SandboxCommand {
  const { environment, uid, group, seed } = options;
  const layout = buildLayout(environment);
  const bwrap = ['bwrap', ...isolation[level], ...mountArguments(layout)];
  if (group) bwrap.push('--bind', group.folder, cgroupFolder);
  bwrap.push('--remount-ro', '/', '--remount-ro', '/dev');
  bwrap.push('--die-with-parent', '--new-session', '--hostname', 'sandbox', '--clearenv');
  for (const [name, value] of Object.entries({ ...layout.env, ...seedEnv(seed) })) bwrap.push('--setenv', name, value);
  bwrap.push('--chdir', '/', layout.python, '-B', layout.runner);
  const isDropping = uid !== undefined && level !== 'root';
  const unprivileged = isDropping ? asUnprivileged(bwrap, { uid, sources: layout.sources }) : bwrap;
  const [file = '', ...args] = group?.entrance ? [...enterGroup(group.entrance), ...unprivileged] : unprivileged;
  return {
    file,
    args,
    env: { PATH: hostPath, LANG: 'C.UTF-8' },
    data: layout.data,
    detached: false,
    config: {
      type: 'config',
      level,
      tmpMb,
      shmMb,
      ...matplotlibFacts(environment, layout.matplotlibConfig),
      ...(level === 'shared' && {
        scratch: '/tmp',
        readable: ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/opt'],
      }),
      ...(level === 'root' && uid !== undefined && { uidBase: uid }),
      ...(group && { cgroup: cgroupFolder }),
    },
  };
}

function seedEnv(seed: number | undefined): Readonly<Record<string, string>> {
  return seed === undefined ? {} : { PYTHONHASHSEED: String(seed) };
}

/** Starts a command in a control group. */
const enterGroup = (entrance: string) => ['/bin/sh', '-c', 'echo 0 > "$1" && shift && exec "$@"', 'sh', entrance];

function mountArguments(layout: SandboxLayout): string[] {
  const argumentsOf = (step: LayoutStep): string[] => {
    switch (step.kind) {
      case 'bind':
        return ['--ro-bind', step.from, step.to];
      case 'link':
        return ['--symlink', step.target, step.to];
      case 'folder':
        return ['--perms', '0755', '--dir', step.to];
      case 'data':
        return ['--perms', '0644', '--file', String(dataFd), step.to];
    }
  };
  const tmpfs = (path: string, mb: number) => ['--size', String(mb * 2 ** 20), '--perms', '1777', '--tmpfs', path];
  return [
    ...layout.steps.flatMap(argumentsOf),
    ...['--dev', '/dev', ...tmpfs('/dev/shm', shmMb), '--proc', '/proc', ...tmpfs('/tmp', tmpMb)],
  ];
}

/** Levels `landlock` and `none`: the zygote lives on the host; what its samples may not do they give up themselves. */
function hostCommand(options: SandboxCommandOptions, level: 'landlock' | 'none'): SandboxCommand {
  const { environment, uid, scratch, seed } = options;
  const { root, pythonHome, python, nltkData, matplotlibConfig } = environment;
  const sources = [root, pythonHome, runnerFolder, nltkData, matplotlibConfig].filter((path) => path !== undefined);
  const command = [python, '-B', join(runnerFolder, 'zygote.py')];
  const [file = '', ...args] = uid !== undefined ? asUnprivileged(command, { uid, sources }) : command;
  const libraries = join(pythonHome, 'lib');
  return {
    file,
    args,
    env: {
      ...commonEnv,
      ...seedEnv(seed),
      PATH: `${dirname(python)}:${hostPath}`,
      ...(hasOwnLibpython(libraries) && { LD_LIBRARY_PATH: libraries }),
      ...(nltkData && { NLTK_DATA: nltkData }),
    },
    data: '',
    detached: true,
    config: {
      type: 'config',
      level,
      tmpMb,
      shmMb,
      ...matplotlibFacts(environment, matplotlibConfig),
      ...(scratch && { scratch }),
      readable: [...readableSystem, ...sources],
    },
  };
}

/** What a program may read of the host at level landlock, besides its Python environment. */
const readableSystem = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'],
  ...['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/localtime'],
  ...[
    '/etc/mime.types',
    '/etc/protocols',
    '/etc/services',
    '/etc/ssl',
    '/etc/passwd',
    '/etc/group',
    '/etc/nsswitch.conf',
  ],
];

function hasOwnLibpython(folder: string): boolean {
  if (folder === '/usr/lib') return false;
  try {
    const names = readdirSync(folder);
    return names.some((name) => name.startsWith('libpython3.')) && !names.some((name) => name.startsWith('libstdc++'));
  } catch {
    return false;
  }
}

function matplotlibFacts({ matplotlibConfig }: PythonEnvironment, visible: string | undefined) {
  return {
    matplotlibFiles: matplotlibConfig ? readdirSync(matplotlibConfig) : [],
    ...(visible && { matplotlibConfig: visible }),
  };
}
