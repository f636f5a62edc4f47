import { readdirSync } from 'node:fs';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import { buildLayout, type LayoutStep, type SandboxLayout } from './sandbox-layout.ts';
import type { ZygoteConfig } from './zygote-messages.ts';

/** A level that this machine can be asked for. */
export type LocalLevel = ZygoteConfig['level'];

/** How to start one zygote. `data` goes to descriptor 3; `config` is the first frame, without the modules to load. */
export interface SandboxCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly data: string;
  readonly detached: boolean;
  readonly config: Omit<ZygoteConfig, 'preload'>;
}

export interface SandboxCommandOptions {
  readonly level: LocalLevel;
  readonly environment: PythonEnvironment;
  /** Whether this process is root: then the sandbox is started as `uid`, who is nobody. */
  readonly isRoot: boolean;
  readonly uid: number;
  readonly tmpMb?: number;
  readonly cgroup?: { readonly folder: string; readonly version: 1 | 2 };
}

const dataFd = 3;
const hostPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The capabilities a zygote needs over its own user namespace (level A) to make namespaces for its samples. */
const namespaceCapabilities = ['CAP_SYS_ADMIN', 'CAP_NET_ADMIN', 'CAP_SYS_CHROOT', 'CAP_SETFCAP', 'CAP_SETPCAP'];
/** Without a user namespace (level C) it also changes user ids and signals other users. */
const realRootCapabilities = [...namespaceCapabilities, 'CAP_SETUID', 'CAP_SETGID', 'CAP_KILL'];

const isolation: Record<'A' | 'B' | 'C', readonly string[]> = {
  A: ['--unshare-all', '--uid', '0', '--gid', '0', ...namespaceCapabilities.flatMap((name) => ['--cap-add', name])],
  B: ['--unshare-all', '--uid', '1000', '--gid', '1000'],
  C: [
    ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--cap-drop', 'ALL'],
    ...realRootCapabilities.flatMap((name) => ['--cap-add', name]),
  ],
};

export function buildSandboxCommand(options: SandboxCommandOptions): SandboxCommand {
  const { level, environment, isRoot, uid, cgroup, tmpMb = 512 } = options;
  if (level === 'D' || level === 'none') throw new Error('not yet');
  const layout = buildLayout(environment);
  const isDropping = isRoot && level !== 'C';
  const stage = isDropping ? stageFor(layout.sources) : undefined;
  const staged = new Map(stage ? layout.sources.map((source, index) => [source, `${stage}/${index}`]) : []);
  const bwrap = ['bwrap', ...isolation[level], ...mountArguments(layout, staged)];
  if (cgroup) bwrap.push('--bind', cgroup.folder, '/opt/bcb/cgroup');
  bwrap.push('--remount-ro', '/', '--remount-ro', '/dev');
  bwrap.push('--die-with-parent', '--new-session', '--hostname', 'sandbox', '--clearenv');
  for (const [name, value] of Object.entries(layout.env)) bwrap.push('--setenv', name, value);
  bwrap.push('--chdir', '/', layout.python, '-B', layout.runner);
  const command = stage ? asNobody(bwrap, { stage, staged, uid }) : bwrap;
  return {
    file: command[0] ?? 'bwrap',
    args: command.slice(1),
    env: { PATH: hostPath, LANG: 'C.UTF-8' },
    data: layout.data,
    detached: false,
    config: {
      type: 'config',
      level,
      tmpMb,
      shmMb: 64,
      matplotlibFiles: environment.matplotlibConfig ? readdirSync(environment.matplotlibConfig) : [],
      ...(layout.matplotlibConfig && { matplotlibConfig: layout.matplotlibConfig }),
      ...(level === 'B' && { scratch: '/tmp', readable: ['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc', '/opt'] }),
      ...(level === 'C' && { uidBase: uid }),
      ...(cgroup && { cgroup: { folder: '/opt/bcb/cgroup', version: cgroup.version } }),
    },
  };
}

function mountArguments(layout: SandboxLayout, staged: ReadonlyMap<string, string>): string[] {
  const hostSide = (path: string) => {
    for (const [source, stage] of staged) {
      if (path === source || path.startsWith(`${source}/`)) return stage + path.slice(source.length);
    }
    return path;
  };
  const argumentsOf = (step: LayoutStep): string[] => {
    switch (step.kind) {
      case 'bind':
        return ['--ro-bind', hostSide(step.from), step.to];
      case 'link':
        return ['--symlink', step.target, step.to];
      case 'folder':
        return ['--perms', '0755', '--dir', step.to];
      case 'data':
        return ['--perms', '0644', '--file', String(dataFd), step.to];
    }
  };
  return [...layout.steps.flatMap(argumentsOf), '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
}

/**
 * As root: in a mount namespace of our own, bind what is needed below a folder that anybody can reach (a home folder
 * is often closed to others), then become nobody for good. bwrap started by root would keep root's user id.
 */
function asNobody(
  command: readonly string[],
  { stage, staged, uid }: { stage: string; staged: ReadonlyMap<string, string>; uid: number },
): string[] {
  const script = [
    'set -e',
    'mount -t tmpfs -o mode=0755,size=1m tmpfs "$1"',
    'uid=$2',
    'shift 2',
    'while [ "$1" != -- ]; do mkdir "$2"; mount --bind "$1" "$2"; shift 2; done',
    'shift',
    'exec setpriv --reuid "$uid" --regid "$uid" --clear-groups -- "$@"',
  ].join('\n');
  return [
    ...['unshare', '--mount', '--propagation', 'private', '--', '/bin/sh', '-c', script, 'sh', stage, String(uid)],
    ...[...staged].flat(),
    '--',
    ...command,
  ];
}

/** A folder to mount over inside our own mount namespace: one that hides none of the sources. */
function stageFor(sources: readonly string[]): string {
  const candidates = ['/run', '/mnt', '/media', '/srv', '/home'];
  return candidates.find((folder) => sources.every((source) => !`${source}/`.startsWith(`${folder}/`))) ?? '/run';
}
