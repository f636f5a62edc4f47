/** Runs `evaluate` with programs judged by their text, slowly, and prints a line when each starts. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BigCodeBenchError, exitCodeOf } from '../../error/bigcodebench-error.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { evaluateCommand } from '../commands/evaluate.ts';
import { runCommand, withExecutor } from './run-command.ts';

const [cwd = '', cache = '', ...words] = process.argv.slice(2);
const executor = createScriptedExecutor(
  async ({ code }) => {
    process.stdout.write('started\n');
    await sleep(2);
    return code.includes('wrong')
      ? { outcome: 'fail', tests: [{ name: 'test_a', outcome: 'fail', ms: 1, message: 'AssertionError\n' }] }
      : {};
  },
  { capacity: 3 },
);
const command = withExecutor(evaluateCommand, async () => executor);
try {
  const { code } = await runCommand(command, { words, cwd, variables: { BCB_CACHE_DIR: cache } });
  process.stdout.write('finished\n');
  process.exitCode = code;
} catch (error) {
  if (!(error instanceof BigCodeBenchError)) throw error;
  process.stdout.write(`error ${error.message}\n`);
  process.exitCode = exitCodeOf[error.code];
}
