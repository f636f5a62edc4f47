import { stat, statfs } from 'node:fs/promises';
import { release } from 'node:os';
import { readMachineLimits } from '../util/machine-limits.ts';

export type MachineFacts = Awaited<ReturnType<typeof examineMachine>>;

/** What we can learn about this machine without starting anything. */
export async function examineMachine(dataFolder: string) {
  const shm = await sizeOf('/dev/shm');
  const disk = (await sizeOf(dataFolder)) ?? (await sizeOf('/'));
  const { platform, arch } = process;
  const kernel = release();
  const { cores, cpuQuota, memoryBytes, isMemoryLimited } = readMachineLimits();
  return {
    platform,
    kernel,
    system: `${platform} ${arch}, kernel ${kernel}`,
    /** Docker, Podman or Kubernetes decide what is allowed here. */
    isContainer: await isInContainer(),
    node: process.versions.node,
    cores,
    /** How many CPUs' time a container, or another control group, may use of them. */
    cpuQuota,
    memoryMb: Math.round(memoryBytes / 1e6),
    /** Whether a control group allows no more, though the machine has it. */
    isMemoryLimited,
    /** Size of /dev/shm; undefined if it does not exist. */
    sharedMemoryMb: shm?.totalMb,
    freeDiskMb: disk?.freeMb,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

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
