import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultLimits } from '../../schema/execution.ts';
import type { Executor } from '../executor.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 1 });
});
afterAll(() => executor.close());

const test = `import unittest
class TestCases(unittest.TestCase):
    def test_1(self):
        self.assertEqual(task_func(1), 1)
    def test_2(self):
        self.assertEqual(task_func(2), 2)
    def test_3(self):
        print("the third")
        self.assertEqual(task_func(3), 3)
    @classmethod
    def tearDownClass(cls):
        print("tidied up")
`;

async function run(code: string, failFast?: boolean) {
  const job = { id: 'a', code, test, failFast, limits: { ...defaultLimits, wallMs: 20_000 }, libs: [] };
  for await (const execution of executor.execute([job])) {
    const { outcome, status, reason, tests, stdout, flags } = execution;
    return { outcome, status, reason, tests: tests.map((each) => each.outcome), stdout, flags };
  }
  throw new Error('nothing came back');
}

it('stops at the first failing test, tidies up, and comes to the same outcome', async () => {
  const wrong = 'def task_func(number):\n    return min(number, 1)\n';
  const full = await run(wrong);
  expect(full).toMatchObject({ tests: ['pass', 'fail', 'fail'], stdout: 'the third\ntidied up\n' });
  const fast = await run(wrong, true);
  expect(fast).toEqual({ ...full, tests: ['pass', 'fail', 'not-run'], stdout: 'tidied up\n' });
});

it('runs all tests of a program that passes', async () => {
  const right = 'def task_func(number):\n    return number\n';
  expect(await run(right, true)).toEqual(await run(right));
});

it('has no word for tests that a program keeps from running', async () => {
  const hostile = `import sys, unittest
def task_func(number):
    frame = sys._getframe()
    while frame is not None:
        for value in list(frame.f_locals.values()):
            if isinstance(value, unittest.TestResult):
                value.shouldStop = True
        frame = frame.f_back
    return number
`;
  const { status, tests } = await run(hostile, true);
  expect(status).toBe('fail');
  expect(tests).not.toContain('not-run');
});
