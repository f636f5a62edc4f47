/** What this process may use of its machine. A container, a pod or a unit of systemd often gets less than there is. */
import { readFileSync } from 'node:fs';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { dirname, join } from 'node:path';

export interface MachineSource {
  /** Where `/proc` and the control groups are looked for. */
  readonly root?: string | undefined;
  readonly cores?: number | undefined;
  readonly totalBytes?: number | undefined;
  readonly freeBytes?: (() => number) | undefined;
}

export function readMachineLimits(source: MachineSource = {}) {
  const { root = '/', cores = availableParallelism(), totalBytes = totalmem() } = source;
  const quotas = listGroups(root, 'cpu').map(readQuota);
  const limits = listGroups(root, 'memory').map(readMemoryLimit);
  const quota = Math.min(...quotas);
  const limit = Math.min(...limits);
  return {
    /** CPUs that it may run on: all, or those of its cpuset. */
    cores,
    /** How many CPUs' time its control groups grant it, where they limit that. */
    cpuQuota: Number.isFinite(quota) ? quota : undefined,
    /** How many programs can compute at the same time. */
    cpus: Math.max(1, Math.floor(Math.min(cores, quota))),
    memoryBytes: Math.min(totalBytes, limit),
    /** Whether that is a limit of its control groups, below what the machine has. */
    isMemoryLimited: limit < totalBytes,
  };
}

/** How long a reading is good enough: it is asked for before every program. */
const readingMs = 200;

/** A function that tells how much memory is left, on the machine and in the control groups that limit ours. */
export function createMemoryGauge({ root = '/', freeBytes = freemem }: MachineSource = {}): () => number {
  const limited = listGroups(root, 'memory').filter((group) => Number.isFinite(readMemoryLimit(group)));
  let read = { at: Number.NEGATIVE_INFINITY, bytes: 0 };
  return () => {
    const at = performance.now();
    if (at - read.at >= readingMs) {
      const left = limited.map((group) => readMemoryLimit(group) - readMemoryUse(group));
      read = { at, bytes: Math.min(freeBytes(), ...left) };
    }
    return read.bytes;
  };
}

type Group = Readonly<{ folder: string; version: 1 | 2 }>;

/** The control groups that a resource of ours is counted in, from our own to the outermost one that we can see. */
function listGroups(root: string, controller: 'cpu' | 'memory'): Group[] {
  const own = readText(join(root, 'proc/self/cgroup')).split('\n');
  return readText(join(root, 'proc/self/mountinfo'))
    .split('\n')
    .flatMap((line) => {
      const [before = '', after = ''] = line.split(' - ');
      const [, , , mounted = '/', point = ''] = before.split(' ');
      const [type, , options = ''] = after.split(' ');
      const isOurs = type === 'cgroup2' || (type === 'cgroup' && options.split(',').includes(controller));
      if (!isOurs) return [];
      const version = type === 'cgroup2' ? 2 : 1;
      const path = ownPath(own, version === 2 ? '' : controller);
      // Without a namespace of control groups, a container sees its group's path on the host and mounts only that group.
      const inside = path.startsWith(mounted) ? path.slice(mounted.length) : '';
      const folders = foldersBetween(join(root, point), join(root, point, inside));
      return folders.map((folder) => ({ folder, version }) as const);
    });
}

function ownPath(lines: readonly string[], controller: string): string {
  for (const line of lines) {
    const [, controllers = '', ...path] = line.split(':');
    if (controllers.split(',').includes(controller)) return path.join(':');
  }
  return '';
}

/** A folder and those above it, up to an outermost one. */
function foldersBetween(outermost: string, folder: string): string[] {
  const isInside = folder.startsWith(outermost) && folder !== outermost && !folder.includes('..');
  return isInside ? [folder.replace(/\/$/, ''), ...foldersBetween(outermost, dirname(folder))] : [outermost];
}

function readQuota({ folder, version }: Group): number {
  const [quota, period] =
    version === 2
      ? readText(join(folder, 'cpu.max')).split(/\s+/)
      : [readText(join(folder, 'cpu.cfs_quota_us')), readText(join(folder, 'cpu.cfs_period_us'))];
  const cpus = Number(quota) / Number(period);
  return cpus > 0 ? cpus : Number.POSITIVE_INFINITY;
}

/** Version 1 has no word for "no limit", only a number beyond all machines. */
const unlimitedBytes = 2 ** 60;

function readMemoryLimit({ folder, version }: Group): number {
  const names = version === 2 ? ['memory.max', 'memory.high'] : ['memory.limit_in_bytes'];
  const limits = names.map((name) => Number.parseInt(readText(join(folder, name)), 10));
  return Math.min(...limits.map((limit) => (limit > 0 && limit < unlimitedBytes ? limit : Number.POSITIVE_INFINITY)));
}

/** What is in use and cannot be dropped at once, as the kernel drops files that it only read. */
function readMemoryUse({ folder, version }: Group): number {
  const used = Number(readText(join(folder, version === 2 ? 'memory.current' : 'memory.usage_in_bytes')));
  const droppable = /^(?:total_)?inactive_file (\d+)$/gm;
  const [last] = [...readText(join(folder, 'memory.stat')).matchAll(droppable)].reverse();
  return used - Number(last?.[1] ?? 0);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
