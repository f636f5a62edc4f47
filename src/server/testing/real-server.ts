import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Executor } from '../../executor/executor.ts';
import { createLocalExecutor } from '../../executor/local/create-local-executor.ts';
import { bareEnvironment } from '../../executor/local/testing/bare-environment.ts';
import { openServer, type TestServer } from './open-server.ts';

/** A task whose tests are real, and need the standard library alone. */
export const additionTask = buildTask('Real/1', {
  completePrompt: 'import math\ndef task_func(a, b):\n    """Adds two numbers."""\n',
  instructPrompt: 'Write task_func(a, b) that adds two numbers.',
  codePrompt: 'import math\ndef task_func(a, b):\n',
  canonicalSolution: '    return a + b\n',
  test: `import unittest
class TestCases(unittest.TestCase):
    def test_small(self):
        self.assertEqual(task_func(1, 2), 3)
    def test_large(self):
        self.assertEqual(task_func(10**9, 1), 10**9 + 1)
    def test_negative(self):
        self.assertEqual(task_func(-1, -2), -3)
`,
});

export interface RealServer extends TestServer {
  readonly executor: Executor;
}

/** A server over the sandbox of this machine. */
export async function openRealServer(): Promise<RealServer> {
  const executor = await createLocalExecutor({ environment: bareEnvironment() });
  const server = openServer({ executor, tasks: [additionTask] });
  const close = async (options?: { graceMs?: number }) => {
    await server.close(options);
    await executor.close();
  };
  return { ...server, executor, close, [Symbol.asyncDispose]: close };
}
