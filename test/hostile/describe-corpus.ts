import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Executor } from '../../src/executor/executor.ts';
import { createLocalExecutor } from '../../src/executor/local/create-local-executor.ts';
import type { LocalLevel } from '../../src/executor/local/sandbox-command.ts';
import { bareEnvironment } from '../../src/executor/local/testing/bare-environment.ts';
import type { Execution } from '../../src/schema/execution.ts';
import type { Limits } from '../../src/schema/limits.ts';
import { type HostState, readHostState, settledHostState } from './host-state.ts';
import { type HostileProgram, loadPrograms } from './load-programs.ts';
import { type Planted, plant, secret } from './planted.ts';

const limits: Limits = { wallMs: 30_000, cpuMs: 700, memoryMb: 512, processes: 64, outputKb: 16, files: 256 };

/** The tests that judge the programs, by name. */
const tests: Record<string, string> = {
  answer: `import unittest

class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)
`,
  bare: `class TestCases(__import__('unittest').TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)
`,
  three: `import unittest

class TestCases(unittest.TestCase):
    def test_a(self):
        self.assertEqual(task_func(), 42)
    def test_b(self):
        self.assertEqual(task_func(), 43)
    def test_c(self):
        self.assertEqual(task_func(), 44)
`,
  mocked: `import unittest
from unittest.mock import Mock

class TestCases(unittest.TestCase):
    def test_answer(self):
        mock = Mock()
        mock.call(task_func())
        mock.call.assert_called_once_with(42)
`,
};

/** Words that programs print only when an attack got through. */
const breach = new RegExp(
  [secret, 'SHADOW-READ', 'KERNEL-READ .* True', 'CGROUP-WRITTEN', 'SERVICE-REACHED', 'KEYS-REACHED', 'RAW-SOCKET']
    .concat(['STRANGE-FAMILY', 'INTERFACE-', 'UNSHARED', 'CLONED', 'BECAME-ROOT True', 'RAN-AS-ROOT', 'MOUNTED'])
    .concat(['TRACED', 'STOLEN', 'KERNEL-CALL', 'CAPABILITIES-', 'CLOCK-SET', 'NAME-SET', 'SETTING-WRITTEN'])
    .concat(['WRITTEN-OUTSIDE', 'ENVIRONMENT-CHANGED', 'DEVICE-MADE', 'TYPED', '^raised \\d'])
    .join('|'),
  'm',
);

export interface CorpusOptions {
  readonly level: LocalLevel;
  readonly scan?: (code: string) => readonly string[];
}

/** Runs every hostile program at a level: its outcome, what it printed, the host after it, and an honest one after it. */
export function describeCorpus({ level, scan }: CorpusOptions): void {
  describe(`hostile programs at level ${level}`, () => {
    let executor: Executor;
    let planted: Planted;
    let before: HostState;
    const sandboxUid = process.geteuid?.() === 0 ? 60_600 + (process.pid % 500) : undefined;
    const names = loadPrograms({});

    beforeAll(async () => {
      planted = await plant(level);
      executor = await createLocalExecutor({
        environment: bareEnvironment(),
        level,
        parallel: 1,
        ...(scan !== undefined && { scan }),
      });
      await run({ ...honest, name: 'warm-up' });
      before = readHostState(sandboxUid);
    });
    afterAll(async () => {
      await executor?.close();
      await planted?.remove();
    });

    type Runnable = Pick<HostileProgram, 'code' | 'test' | 'name' | 'wallMs'>;
    const honest: Runnable = {
      name: 'honest',
      code: 'def task_func():\n    return 42\n',
      test: 'answer',
      wallMs: undefined,
    };
    const run = async ({ name, code, test, wallMs = limits.wallMs }: Runnable): Promise<Execution> => {
      const job = { id: name, code, test: tests[test] ?? '', limits: { ...limits, wallMs }, libs: [] };
      for await (const execution of executor.execute([job])) return execution;
      throw new Error('no execution');
    };

    it.each(names.map((program, index) => ({ label: `${program.group}: ${program.name}`, index })))(
      '$label',
      async ({ index }) => {
        const program = loadPrograms(planted.values)[index];
        if (program === undefined) throw new Error('no such program');
        const execution = await run(program);
        const told = JSON.stringify(execution, undefined, 1);
        if (program.isFlagged && execution.outcome === 'pass' && scan !== undefined) {
          expect(execution.flags, told).not.toEqual([]);
        } else {
          expect(program.expected(level), told).toContain(execution.outcome);
        }
        expect(`${execution.stdout}\n${execution.stderr}`, told).not.toMatch(breach);
        expect(planted.damage(), told).toEqual([]);
        expect(await settledHostState(before, sandboxUid), told).toEqual(before);
        expect(await run(honest)).toMatchObject({ outcome: 'pass', status: 'pass', stdout: '', stderr: '' });
      },
    );
  });
}
