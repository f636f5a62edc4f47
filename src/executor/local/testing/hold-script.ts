/** A process to be killed: runs a program that sleeps and leaves daemons, and says so once it is under way. */
import { defaultLimits } from '../../../schema/execution.ts';
import type { LocalLevel } from '../../level.ts';
import { createLocalExecutor } from '../create-local-executor.ts';
import { bareEnvironment } from './bare-environment.ts';

const code = `
import os, signal, time
def task_func():
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            if os.fork() == 0:
                time.sleep(1000)
            time.sleep(1000)
    time.sleep(1000)
`;
const test = `import unittest
class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)
`;

const level = process.argv.at(-1) as LocalLevel;
const executor = await createLocalExecutor({ environment: bareEnvironment(), level });
process.stdout.write('started\n');
for await (const _ of executor.execute([{ id: 'held', code, test, limits: defaultLimits, libs: [] }])) break;
