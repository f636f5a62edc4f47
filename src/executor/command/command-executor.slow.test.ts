import { describe, expect, it } from 'vitest';
import type { Execution } from '../../schema/execution.ts';
import { collect, contractJob, describeExecutorContract, withoutTimes } from '../../testing/executor-contract.ts';
import { createLocalExecutor } from '../local/create-local-executor.ts';
import { bareEnvironment } from '../local/testing/bare-environment.ts';
import { listDescendants, type ProcessRow, waitUntilGone } from '../local/testing/process-tree.ts';
import { createCommandExecutor } from './create-command-executor.ts';
import { workerCommand } from './testing/worker-command.ts';

describeExecutorContract({
  name: 'exec, two commands',
  create: () => createCommandExecutor({ commands: [workerCommand(), workerCommand({ greeting: 'Welcome!' })] }),
});

const manyJobs = Array.from({ length: 60 }, (_, index) => {
  const kinds = ['right', 'wrong', 'broken'] as const;
  return contractJob(kinds[index % 3] ?? 'right', index);
});

const byId = (executions: readonly Execution[]) =>
  executions.toSorted((a, b) => a.id.localeCompare(b.id)).map(withoutTimes);

/** The shells of the commands: direct children of this process. */
const shells = () => listDescendants(process.pid).filter(({ parent }) => parent === process.pid);

describe('the exec executor', () => {
  it('gives the executions that this machine gives, also when a worker is killed in the middle', async () => {
    await using local = await createLocalExecutor({ environment: bareEnvironment() });
    const expected = byId(await collect(local.execute(manyJobs)));
    const before = new Set(shells().map(({ pid }) => pid));
    await using executor = await createCommandExecutor({ commands: [workerCommand(), workerCommand()] });
    const [victim] = shells().filter(({ pid }) => !before.has(pid));
    const executions: Execution[] = [];
    for await (const execution of executor.execute(manyJobs)) {
      executions.push(execution);
      if (executions.length === 5) process.kill(-(victim?.pid ?? Number.NaN), 'SIGKILL');
    }
    expect(byId(executions)).toEqual(expected);
    expect(executor.info).toMatchObject({ name: 'exec', fingerprint: local.info.fingerprint, level: local.info.level });
  });

  it('leaves no process behind, neither when closed nor when its jobs are aborted', async () => {
    const executor = await createCommandExecutor({ commands: [workerCommand()] });
    const stop = new AbortController();
    const seen: ProcessRow[] = [];
    const consume = async () => {
      const jobs = [contractJob('right'), contractJob('sleeper', 1)];
      for await (const _ of executor.execute(jobs, { signal: stop.signal })) {
        seen.push(...listDescendants(process.pid));
        stop.abort(new Error('enough'));
      }
    };
    await expect(consume()).rejects.toThrow('enough');
    await executor.close();
    expect(seen.length).toBeGreaterThan(2);
    expect(await waitUntilGone(seen)).toEqual([]);
  });

  it.each([
    ['that does not exist', 'no-such-program-here --stdio', /ended with status 127 \(.*not found/],
    ['that fails', "sh -c 'echo no route to host >&2; exit 255'", /ended with status 255 \(no route to host\)/],
    ['that is no worker', 'cat', /said something else than the job protocol|no answer/],
  ])('says what is wrong with a command %s', async (_, command, sentence) => {
    const opening = createCommandExecutor({ commands: [command], timing: { startMs: 5_000 } });
    await expect(opening).rejects.toMatchObject({ code: 'ENGINE', message: expect.stringMatching(sentence) });
  });

  it('needs a command', async () => {
    await expect(createCommandExecutor({ commands: [' '] })).rejects.toMatchObject({ code: 'USAGE' });
  });

  it('ends all commands when one of them has another environment', async () => {
    const before = listDescendants(process.pid).map(({ pid }) => pid);
    const commands = [workerCommand(), workerCommand({ fingerprint: 'other' })];
    await expect(createCommandExecutor({ commands })).rejects.toMatchObject({ code: 'ENVIRONMENT' });
    const left = listDescendants(process.pid).filter(({ pid }) => !before.includes(pid));
    expect(left).toEqual([]);
  });

  it('starts nothing that outlives an aborted opening', async () => {
    const stop = new AbortController();
    const opening = createCommandExecutor({ commands: ['sleep 1000'], signal: stop.signal });
    setImmediate(() => stop.abort(new Error('enough')));
    await expect(opening).rejects.toThrow('enough');
    expect(listDescendants(process.pid).filter(({ name }) => name === 'sleep')).toEqual([]);
  });
});
