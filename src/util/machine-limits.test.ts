import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createMemoryGauge, readMachineLimits } from './machine-limits.ts';

const gib = 2 ** 30;

/** A machine with these files below `/`. */
async function createMachine(files: Readonly<Record<string, string>>) {
  const folder = await createTemporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), `${text}\n`);
  }
  const source = { root: folder.path, cores: 64, totalBytes: 256 * gib, freeBytes: () => 100 * gib };
  return { source, ...folder };
}

const version2 = '30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate';

describe('what a process may use', () => {
  it('is everything where nothing limits it', async () => {
    await using machine = await createMachine({
      'proc/self/cgroup': '0::/user.slice',
      'proc/self/mountinfo': version2,
      'sys/fs/cgroup/user.slice/cpu.max': 'max 100000',
      'sys/fs/cgroup/user.slice/memory.max': 'max',
    });
    const limits = { cores: 64, cpuQuota: undefined, cpus: 64, memoryBytes: 256 * gib, isMemoryLimited: false };
    expect(readMachineLimits(machine.source)).toEqual(limits);
    expect(readMachineLimits({ ...machine.source, root: join(machine.path, 'nowhere') })).toEqual(limits);
    expect(createMemoryGauge(machine.source)()).toBe(100 * gib);
  });

  it('is what the tightest group on the way up grants: version 2', async () => {
    await using machine = await createMachine({
      'proc/self/cgroup': '0::/kube/pod/own',
      'proc/self/mountinfo': `21 20 0:20 / /proc rw - proc proc rw\n${version2}`,
      'sys/fs/cgroup/kube/pod/own/cpu.max': '800000 100000',
      'sys/fs/cgroup/kube/pod/cpu.max': '250000 100000',
      'sys/fs/cgroup/kube/cpu.max': 'max 100000',
      'sys/fs/cgroup/kube/pod/own/memory.max': String(4 * gib),
      'sys/fs/cgroup/kube/pod/own/memory.high': String(3 * gib),
      'sys/fs/cgroup/kube/pod/own/memory.current': String(2 * gib),
      'sys/fs/cgroup/kube/pod/own/memory.stat': `file 9\ninactive_file ${gib / 2}`,
      'sys/fs/cgroup/kube/pod/memory.max': String(8 * gib),
      'sys/fs/cgroup/kube/pod/memory.current': String(7.75 * gib),
    });
    expect(readMachineLimits(machine.source)).toEqual({
      ...{ cores: 64, cpuQuota: 2.5, cpus: 2, memoryBytes: 3 * gib, isMemoryLimited: true },
    });
    expect(createMemoryGauge(machine.source)()).toBe(gib / 4);
  });

  it('is what the container’s own group grants where it sees the path on the host: version 1', async () => {
    const mount = (controllers: string) =>
      `40 39 0:33 /docker/abc /sys/fs/cgroup/${controllers} ro - cgroup cgroup rw,${controllers}`;
    await using machine = await createMachine({
      'proc/self/cgroup': '4:memory:/docker/abc\n3:cpuacct,cpu:/docker/abc\n0::/docker/abc',
      'proc/self/mountinfo': `${mount('cpu,cpuacct')}\n${mount('memory')}`,
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '50000',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': String(2 * gib),
      'sys/fs/cgroup/memory/memory.usage_in_bytes': String(gib),
      'sys/fs/cgroup/memory/memory.stat': `inactive_file 1\ntotal_inactive_file ${gib / 4}`,
    });
    expect(readMachineLimits(machine.source)).toMatchObject({ cpuQuota: 0.5, cpus: 1, memoryBytes: 2 * gib });
    expect(createMemoryGauge(machine.source)()).toBe(1.25 * gib);
  });

  it('has no limit where version 1 says so with a number', async () => {
    await using machine = await createMachine({
      'proc/self/cgroup': '4:memory:/\n3:cpu:/',
      'proc/self/mountinfo':
        '40 39 0:33 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n41 39 0:34 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu',
      'sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
      'sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
      'sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
    });
    expect(readMachineLimits(machine.source)).toMatchObject({ cpuQuota: undefined, cpus: 64, isMemoryLimited: false });
  });
});
