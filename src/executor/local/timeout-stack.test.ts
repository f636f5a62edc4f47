import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits, type Job } from '../../schema/execution.ts';
import { needing } from '../../util/testing/needs.ts';
import type { Executor } from '../executor.ts';
import { levelsToTry } from './choose-level.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { namespaces, sandboxAt } from './testing/namespaces.ts';

let executor: Executor;
beforeAll(async () => {
  executor = await createLocalExecutor({ environment: bareEnvironment(), parallel: 2 });
});
afterAll(() => executor.close());

const test = `import unittest
class TestCases(unittest.TestCase):
    def test_1(self):
        self.assertEqual(task_func(1), 1)
    def test_2(self):
        self.assertEqual(task_func(2), 2)
    def test_3(self):
        self.assertEqual(task_func(3), 3)
`;
/** The tests come one line below the program. */
const lineOfTest = (program: string, line: number) => program.split('\n').length + line;

async function run(code: string, fields: Partial<Job> = {}, on = executor) {
  const limits = { ...defaultLimits, wallMs: 1500, ...fields.limits };
  for await (const execution of on.execute([{ id: 'a', code, test, libs: [], ...fields, limits }])) return execution;
  throw new Error('nothing came back');
}

const sleeper = `import time
def wait():
    time.sleep(60)
def task_func(number):
    if number == 2:
        wait()
    return number
`;

describe('a program whose time is over', () => {
  it('says where it waited, and which tests were not run', async () => {
    const { outcome, reason, status, stack, tests, wallMs } = await run(sleeper);
    expect({ outcome, reason, status }).toEqual({ outcome: 'timeout', reason: 'wall', status: 'timeout' });
    expect(tests.map((each) => each.outcome)).toEqual(['pass', 'not-run', 'not-run']);
    expect(stack).toBe(
      [
        `  File "__test__.py", line ${lineOfTest(sleeper, 6)}, in test_2`,
        '  File "__test__.py", line 6, in task_func',
        '  File "__test__.py", line 3, in wait',
      ].join('\n'),
    );
    expect(wallMs).toBeGreaterThanOrEqual(1500);
  });

  it('says where it computed', async () => {
    const loop = 'def task_func(number):\n    while True:\n        number += 1\n';
    const execution = await run(loop, { limits: { ...defaultLimits, cpuMs: 500, wallMs: 30_000 } });
    expect(execution).toMatchObject({
      outcome: 'timeout',
      reason: 'cpu',
      stack: expect.stringContaining('in task_func'),
    });
    expect(execution.tests.map((each) => each.outcome)).toEqual(['not-run', 'not-run', 'not-run']);
  });

  it('says so too as a plain script, and before its first test', async () => {
    const script = { stdin: '', files: {}, fetch: [] };
    const { stack = '' } = await run('import time\ntime.sleep(60)\n', { test: '', script });
    expect(stack).toMatch(/^ {2}File ".*main\.py", line 2, in <module>$/);
    const early = await run('import time\ntime.sleep(60)\n');
    expect(early).toMatchObject({ stack: '  File "__test__.py", line 2, in <module>' });
    expect(early.tests.map((each) => each.outcome)).toEqual(['not-run', 'not-run', 'not-run']);
  });

  it('says where it was though its tests run in another process', needing(namespaces), async () => {
    const separate = { prompt: '', entryPoint: 'task_func' };
    const { outcome, reason, stack } = await run(sleeper, { separate });
    expect({ outcome, reason }).toEqual({ outcome: 'timeout', reason: 'wall' });
    expect(stack).toMatch(/in task_func\n {2}File ".*", line 3, in wait$/);
    const idle = await run('def task_func(number):\n    return number\n', {
      separate,
      test: test.replace('def test_2(self):', 'def test_2(self):\n        while True: pass'),
    });
    expect(idle).toMatchObject({ outcome: 'timeout', stack: expect.stringMatching(/in test_2$/) });
  });

  it.each([
    ['blocks every signal', 'import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, signal.NSIG))\n'],
    ['ignores every signal', 'import signal\nfor n in range(34, 65):\n    signal.signal(n, signal.SIG_IGN)\n'],
    ['forgets how to answer', 'import faulthandler, signal\nfor n in range(34, 65):\n    faulthandler.unregister(n)\n'],
    ['closes all its files', 'import os\nos.closerange(3, 1024)\n'],
  ])('has none if it %s, and is a timeout all the same', async (_, trick) => {
    const { outcome, reason, stack, flags } = await run(`${trick}import time\ntime.sleep(60)\n`);
    expect({ outcome, reason, stack, flags }).toEqual({ outcome: 'timeout', reason: 'wall', flags: [] });
  });

  it('cannot use the time that it has for it', async () => {
    const late = `import time
def task_func(number):
    if number == 1:
        time.sleep(1.55)
    return number
`;
    const { outcome, status } = await run(late);
    expect({ outcome, status }).toEqual({ outcome: 'timeout', status: 'timeout' });
  });

  it('can say whatever it likes, in few words', async () => {
    const liar = `import os, time
line = b'  File "elsewhere.py", line 1 in lie\\n'
for fd in range(3, 1024):
    try:
        if os.readlink('/proc/self/fd/%d' % fd).startswith(('pipe:', 'socket:')):
            os.set_blocking(fd, False)
            os.write(fd, b'\\xff\\x1b[31m' + line * 3000)
    except OSError:
        pass
def task_func(number):
    time.sleep(60)
`;
    const { outcome, stack = '' } = await run(liar);
    expect(outcome).toBe('timeout');
    expect(stack).toMatch(/^( {2}File "elsewhere\.py", line 1, in lie\n?)+$/);
    expect(stack.length).toBeLessThan(3100);
  });
});

it('has no word of a stack where time was not over', async () => {
  const { outcome, stack } = await run('def task_func(number):\n    return 0\n');
  expect({ outcome, stack }).toEqual({ outcome: 'fail' });
});

const otherLevels = levelsToTry(process.geteuid?.() === 0).filter((level) => level !== 'namespaces');

describe.each(otherLevels)('at level %s', (level) => {
  it('a program whose time is over says where it waited', needing(sandboxAt(level)), async () => {
    await using other = await createLocalExecutor({ environment: bareEnvironment(), level });
    const { outcome, stack } = await run(sleeper, {}, other);
    expect(outcome).toBe('timeout');
    expect(stack).toMatch(/line 6, in task_func\n.*line 3, in wait$/);
  });
});
