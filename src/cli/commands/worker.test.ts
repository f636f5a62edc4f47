import { expect, it } from 'vitest';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { runCommand, withExecutor } from '../testing/run-command.ts';
import { workerCommand } from './worker.ts';

it('serves jobs in the environment that the client needs', async () => {
  const asked: unknown[] = [];
  const command = withExecutor(workerCommand, async (execution, { libs, parallel }) => {
    asked.push({ execution, libs, parallel });
    return createScriptedExecutor(() => ({}));
  });
  const stdin = (async function* () {
    yield `${JSON.stringify({ type: 'open', protocol: 1, libs: ['numpy'] })}\n`;
  })();
  const { code, out } = await runCommand(command, { words: ['--stdio', '--parallel', '3'], cwd: '/', stdin });
  expect(code).toBe(0);
  expect(asked).toEqual([{ execution: ['local'], libs: ['numpy'], parallel: 3 }]);
  expect(JSON.parse(out)).toMatchObject({ type: 'hello', version: '1.2.3', slots: 2, fingerprint: 'scripted' });
});

it.each([[[]], [['--stdio', 'here']]])('says how it is used when given %j', async (words) => {
  const running = runCommand(workerCommand, { words, cwd: '/' });
  await expect(running).rejects.toMatchObject({ code: 'USAGE' });
});
