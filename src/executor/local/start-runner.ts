import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PythonEnvironment } from '../../schema/python-environment.ts';
import type { LocalLevel } from '../level.ts';
import { createMemoryGroup, type MemoryGroup, type MemoryGroupVersion } from './memory-group.ts';
import { Runner } from './runner.ts';
import { buildSandboxCommand } from './sandbox-command.ts';
import { preloadOf, type TierName } from './tiers.ts';
import { canMapUsers, RunnerUsers, type UserRange } from './user-ids.ts';

export interface StarterOptions {
  readonly environment: PythonEnvironment;
  /** The users that programs get, when we are root. */
  readonly users: UserRange | undefined;
  readonly onLog: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface StartOptions {
  /** Modules that proved unfit. */
  readonly banned?: ReadonlySet<string>;
  /** What hashes and the order of folders depend on; without it both are always the same. */
  readonly seed?: number | undefined;
}

/** Starts runners in one environment, each with what its level needs on the host, removed when it ends. */
export function createStarter({ environment, users, onLog, signal }: StarterOptions) {
  const modules = new Set(environment.modules);
  const uid = users?.first;
  const runnerUsers = users && new RunnerUsers(users);
  let isMappable: boolean | undefined;
  const takeUsers = (level: LocalLevel) => {
    if (!users || !runnerUsers) return undefined;
    if (level === 'namespaces') isMappable ??= canMapUsers(users);
    return level === 'root' || (level === 'namespaces' && isMappable) ? runnerUsers.take() : undefined;
  };
  let memoryGroup: MemoryGroupVersion | undefined;
  return {
    /** The version of the control groups that limit the memory of samples, where there are any. */
    get memoryGroup() {
      return memoryGroup;
    },
    start: async (level: LocalLevel, tier: TierName, { banned, seed }: StartOptions = {}): Promise<Runner> => {
      const preload = preloadOf(tier, modules).filter((name) => !banned?.has(name));
      const isOnHost = level === 'landlock' || level === 'none';
      const scratch = isOnHost ? createScratch(uid) : undefined;
      const own = takeUsers(level);
      const group = createGroupFor(level, own?.first ?? uid);
      const cleanUp = () => {
        // A program may have made it deeper than Node can reach.
        if (scratch !== undefined) spawnSync('rm', ['-rf', '--', scratch]);
        group?.remove();
        own?.release();
      };
      try {
        const command = buildSandboxCommand({ level, environment, uid, users: own, scratch, group, seed });
        const runner = await Runner.start({ command, preload, onLog }, signal);
        void runner.exited.then(cleanUp);
        memoryGroup ??= group?.version;
        return runner;
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

/** An empty folder outside the project, for one runner. */
function createScratch(uid: number | undefined): string {
  const folder = mkdtempSync(join(tmpdir(), `bcb-${process.pid}-`));
  chmodSync(folder, 0o700);
  if (uid !== undefined) chownSync(folder, uid, uid);
  return folder;
}
