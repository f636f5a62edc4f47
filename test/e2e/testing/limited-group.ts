/** Control groups as a container engine makes them: less CPU and memory than the machine has. Only root can make them. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Need } from '../../../src/util/testing/needs.ts';

export interface GroupLimits {
  readonly cpus: number;
  readonly memoryBytes: number;
}

export interface LimitedGroup extends Disposable {
  /** Words that start a command in the group. */
  readonly words: readonly string[];
}

const mountPoint = '/sys/fs/cgroup';
const periodUs = 100_000;

/** Undefined where none can be made. */
export function createLimitedGroup(limits: GroupLimits): LimitedGroup | undefined {
  const folders: string[] = [];
  const remove = () => {
    for (const folder of folders) {
      try {
        rmdirSync(folder);
      } catch {
        // Its last process is still being buried: an empty group with a limit harms nobody.
      }
    }
  };
  const make = (parent: string, files: Readonly<Record<string, number | string>>) => {
    const folder = join(parent, `bcb-test-${process.pid}`);
    mkdirSync(folder);
    folders.push(folder);
    for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), String(value));
  };
  const quotaUs = limits.cpus * periodUs;
  try {
    if (existsSync(join(mountPoint, 'cgroup.controllers'))) {
      writeFileSync(join(mountPoint, 'cgroup.subtree_control'), '+cpu +memory');
      make(mountPoint, { 'cpu.max': `${quotaUs} ${periodUs}`, 'memory.max': limits.memoryBytes });
    } else {
      make(ownGroup('cpu'), { 'cpu.cfs_period_us': periodUs, 'cpu.cfs_quota_us': quotaUs });
      make(ownGroup('memory'), { 'memory.limit_in_bytes': limits.memoryBytes });
    }
  } catch {
    remove();
    return undefined;
  }
  const enter = 'for folder in $1; do echo $$ > "$folder/cgroup.procs" || exit 125; done; shift; exec "$@"';
  return { words: ['/bin/sh', '-c', enter, 'sh', folders.join(' ')], [Symbol.dispose]: remove };
}

/** The group of version 1 that this process is in. */
function ownGroup(controller: string): string {
  const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  const line = lines.find((each) => each.split(':')[1]?.split(',').includes(controller)) ?? '';
  return join(mountPoint, controller, line.split(':').slice(2).join(':'));
}

export const controlGroups: Need = { name: 'control groups', isMet: canMake() };

function canMake(): boolean {
  using group = createLimitedGroup({ cpus: 1, memoryBytes: 2 ** 30 });
  return group !== undefined;
}
