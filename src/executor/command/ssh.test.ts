import { expect, it } from 'vitest';
import type { Execution } from '../../schema/execution.ts';
import { collect, contractJob, withoutTimes } from '../../testing/executor-contract.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { createLocalExecutor } from '../local/create-local-executor.ts';
import { bareEnvironment } from '../local/testing/bare-environment.ts';
import { createCommandExecutor } from './create-command-executor.ts';
import { startLoopbackSshd } from './testing/loopback-sshd.ts';
import { workerCommand } from './testing/worker-command.ts';

const jobs = Array.from({ length: 80 }, (_, index) => {
  const kinds = ['right', 'wrong', 'broken'] as const;
  return contractJob(kinds[index % 3] ?? 'right', index);
});

const byId = (executions: readonly Execution[]) =>
  executions.toSorted((a, b) => a.id.localeCompare(b.id)).map(withoutTimes);

describeNeeding(program('sshd'), program('ssh'))('exec over ssh', () => {
  it('gives the executions of this machine although one of two machines dies in the middle', async () => {
    await using local = await createLocalExecutor({ environment: bareEnvironment() });
    const expected = byId(await collect(local.execute(jobs)));
    await using first = await startLoopbackSshd();
    await using second = await startLoopbackSshd();
    const commands = [first, second].map((machine) => machine.command(workerCommand()));
    await using executor = await createCommandExecutor({ commands });
    expect(executor.capacity).toBe(4);
    const executions: Execution[] = [];
    for await (const execution of executor.execute(jobs)) {
      executions.push(execution);
      if (executions.length === 8) await second.crash();
    }
    expect(byId(executions)).toEqual(expected);
    expect(executor.info).toMatchObject({ name: 'exec', fingerprint: local.info.fingerprint });
  });

  it('says that the machine refused the connection', async () => {
    const machine = await startLoopbackSshd();
    const command = machine.command(workerCommand());
    await machine[Symbol.asyncDispose]();
    await expect(createCommandExecutor({ commands: [command] })).rejects.toMatchObject({
      code: 'ENGINE',
      message: expect.stringMatching(/ended with status 255 \(.*(refused|not accessible).*\): fix that, or run here/s),
    });
  });
});
