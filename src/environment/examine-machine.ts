import { readFile, stat, statfs } from 'node:fs/promises';
import { availableParallelism, release, totalmem } from 'node:os';

export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  /** The kernel's release. */
  readonly kernel: string;
  /** Both, and the processor, for people. */
  readonly system: string;
  /** Docker, Podman or Kubernetes decide what is allowed here. */
  readonly isContainer: boolean;
  readonly node: string;
  readonly cores: number;
  readonly memoryMb: number;
  /** Size of /dev/shm; undefined if it does not exist. */
  readonly sharedMemoryMb: number | undefined;
  readonly freeDiskMb: number | undefined;
  readonly timeZone: string;
}

/** What we can learn about this machine without starting anything. */
export async function examineMachine(dataFolder: string): Promise<MachineFacts> {
  const shm = await sizeOf('/dev/shm');
  const disk = (await sizeOf(dataFolder)) ?? (await sizeOf('/'));
  const { platform, arch } = process;
  const kernel = release();
  return {
    platform,
    kernel,
    system: `${platform} ${arch}, kernel ${kernel}`,
    isContainer: await isInContainer(),
    node: process.versions.node,
    cores: availableParallelism(),
    memoryMb: Math.round(Math.min(totalmem(), await readMemoryLimit()) / 1e6),
    sharedMemoryMb: shm?.totalMb,
    freeDiskMb: disk?.freeMb,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Whether a container engine left its mark. */
export async function isInContainer(): Promise<boolean> {
  const marks = ['/.dockerenv', '/run/.containerenv', '/var/run/secrets/kubernetes.io'];
  const found = await Promise.all(marks.map((path) => stat(path).catch(() => undefined)));
  return found.some((each) => each !== undefined);
}

async function sizeOf(path: string): Promise<{ totalMb: number; freeMb: number } | undefined> {
  const found = await statfs(path).catch(() => undefined);
  if (!found) return undefined;
  const { blocks, bavail, bsize } = found;
  return { totalMb: Math.round((blocks * bsize) / 1e6), freeMb: Math.round((bavail * bsize) / 1e6) };
}

/** A container sees the machine's memory but may use only its share. */
async function readMemoryLimit(): Promise<number> {
  for (const path of ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes']) {
    const limit = Number(await readFile(path, 'utf8').catch(() => ''));
    if (limit > 0) return limit;
  }
  return Number.POSITIVE_INFINITY;
}
