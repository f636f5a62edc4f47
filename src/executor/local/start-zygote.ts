import type { PythonEnvironment } from '../../schema/python-environment.ts';
import type { LocalLevel } from '../level.ts';
import { createMemoryGroup, type MemoryGroup, type MemoryGroupVersion } from './memory-group.ts';
import { buildSandboxCommand } from './sandbox-command.ts';
import { createScratch } from './scratch.ts';
import { preloadOf, type TierName } from './tiers.ts';
import { Zygote } from './zygote.ts';

export interface StarterOptions {
  readonly environment: PythonEnvironment;
  /** The user id that programs get, when we are root. */
  readonly uid: number | undefined;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface StartOptions {
  /** Modules that proved unfit. */
  readonly banned?: ReadonlySet<string>;
  /** What hashes and the order of folders depend on; without it both are always the same. */
  readonly seed?: number | undefined;
}

export interface Starter {
  /** The version of the control groups that limit the memory of samples, where there are any. */
  readonly memoryGroup: MemoryGroupVersion | undefined;
  start(level: LocalLevel, tier: TierName, options?: StartOptions): Promise<Zygote>;
}

/** Starts zygotes in one environment, each with what its level needs on the host, removed when it ends. */
export function createStarter({ environment, uid, onLog, signal }: StarterOptions): Starter {
  const modules = new Set(environment.modules);
  let memoryGroup: MemoryGroupVersion | undefined;
  return {
    get memoryGroup() {
      return memoryGroup;
    },
    start: async (level, tier, { banned = new Set(), seed } = {}) => {
      const preload = preloadOf(tier, modules).filter((name) => !banned.has(name));
      const isOnHost = level === 'landlock' || level === 'none';
      const scratch = isOnHost ? createScratch(uid) : undefined;
      const group = createGroupFor(level, uid);
      const cleanUp = () => {
        scratch?.remove();
        group?.remove();
      };
      try {
        const command = buildSandboxCommand({
          level,
          environment,
          uid,
          scratch: scratch?.folder,
          group,
          seed,
        });
        const zygote = await Zygote.start({ command, preload, onLog }, signal);
        void zygote.exited.then(cleanUp);
        memoryGroup ??= group?.version;
        return zygote;
      } catch (error) {
        cleanUp();
        throw error;
      }
    },
  };
}

/** Where samples could reach the group's folder it would be no limit; at level root it is root who puts them into it. */
function createGroupFor(level: LocalLevel, uid: number | undefined): MemoryGroup | undefined {
  if (level === 'namespaces') return createMemoryGroup(uid);
  return level === 'root' ? createMemoryGroup(0) : undefined;
}
