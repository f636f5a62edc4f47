import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../schema/execution.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { sandboxAt } from './testing/namespaces.ts';
import { listDescendants } from './testing/process-tree.ts';
import { divideUsers, unusedUsers } from './user-ids.ts';

const wholeMachine = '         0          0 4294967295\n';
const container = '         0     100000      65536\n';

describe('unusedUsers', () => {
  it('gives other users to every process, outside of all that is ever assigned', () => {
    const ranges = [1, 2, 1022, 1023 + 3].map((pid) => unusedUsers(pid, wholeMachine));
    expect(new Set(ranges.map(({ first }) => first)).size).toBe(4);
    for (const { first, count } of ranges) {
      expect(first).toBeGreaterThanOrEqual(0x7000_0000);
      expect(first + count).toBeLessThanOrEqual(0x7fff_0000);
    }
  });

  it('stays among the users that a container has', () => {
    const ranges = Array.from({ length: 10 }, (_, pid) => unusedUsers(499 + pid, container));
    for (const { first, count } of ranges) {
      expect(first).toBeGreaterThanOrEqual(16_384);
      expect(first + count).toBeLessThanOrEqual(60_000);
      // Neighbouring processes have none in common.
      expect(ranges.filter((other) => other.first < first + count && first < other.first + other.count)).toHaveLength(
        1,
      );
    }
  });
});

describe('divideUsers', () => {
  it('gives no user to two runners, and those of a runner that ended to the next', () => {
    const take = divideUsers({ first: 1000, count: 40, perRunner: 10 });
    const [one, two] = [take(), take()];
    expect([one, two]).toMatchObject([
      { first: 1000, count: 10 },
      { first: 1010, count: 10 },
    ]);
    one.release();
    expect([take(), take(), take()]).toMatchObject([{ first: 1000 }, { first: 1020 }, { first: 1030 }]);
    expect(take).toThrow('4 runners have all users that nobody has');
    two.release();
    expect(take()).toMatchObject({ first: 1010 });
  });
});

const isRoot = { name: 'root', isMet: process.geteuid?.() === 0 };

for (const level of ['namespaces', 'root'] as const) {
  describeNeeding(sandboxAt(level), isRoot)(`samples at level ${level}, started by root`, () => {
    it('have users of their own while they run', async () => {
      const stop = new AbortController();
      const executor = await createLocalExecutor({ environment: bareEnvironment(), level, parallel: 2 });
      const code = 'import time\ntime.sleep(1000)';
      const test = 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_nothing(self):\n        pass\n';
      const jobs = ['a', 'b'].map((id) => ({ id, code, test, limits: defaultLimits, libs: [] }));
      const running = (async () => {
        for await (const _ of executor.execute(jobs, { signal: stop.signal }));
      })();
      try {
        let users: number[] = [];
        while (users.length < 2) {
          await sleep(20);
          users = listDescendants(process.pid).flatMap(({ pid }) => sampleUserOf(pid));
        }
        const server = unusedUsers().first;
        expect(new Set(users).size).toBe(2);
        if (level === 'namespaces') expect(users).not.toContain(server);
        expect(Math.min(...users)).toBeGreaterThanOrEqual(server);
      } finally {
        stop.abort();
        await running.catch(() => {});
        await executor.close();
      }
    });
  });
}

/** The user of a process that is a sample and has become one: in a pid namespace of its own, where its init is the first. */
function sampleUserOf(pid: number): number[] {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const numbersIn = (name: string) =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/).map(Number) ?? [];
    const ids = numbersIn('NSpid');
    const [isFiltered] = numbersIn('Seccomp');
    return ids.length >= 3 && ids.at(-1) !== 1 && isFiltered === 2 ? numbersIn('Uid').slice(0, 1) : [];
  } catch {
    return []; // it ended while we looked
  }
}
