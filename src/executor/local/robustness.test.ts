import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { collect, contractJob } from '../../testing/executor-contract.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { listDescendants, type ProcessRow, waitUntilGone } from './testing/process-tree.ts';

/** The zygotes of this process: the first Python below each sandbox. */
function listZygotes(): ProcessRow[] {
  const all = listDescendants(process.pid);
  const isPython = ({ name }: ProcessRow) => name.startsWith('python');
  return all.filter((row) => isPython(row) && !all.some((other) => other.pid === row.parent && isPython(other)));
}

/** Kills the zygotes once a sample runs beside their nursery. */
async function killZygotes(): Promise<number[]> {
  const childrenOf = (pid: number) => listDescendants(pid).filter(({ parent }) => parent === pid);
  await vi.waitFor(() => expect(listZygotes().some(({ pid }) => childrenOf(pid).length > 1)).toBe(true), {
    timeout: 20_000,
  });
  const pids = listZygotes().map(({ pid }) => pid);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids;
}

describe('a zygote that dies', () => {
  it('is replaced, and its job runs once more', async () => {
    await using executor = await createLocalExecutor({
      environment: bareEnvironment(),
      level: 'namespaces',
      parallel: 1,
    });
    const slow = { ...contractJob('right'), code: 'import time\ntime.sleep(1)\ndef task_func():\n    return 42\n' };
    const executions = collect(executor.execute([slow, contractJob('right', 1)]));
    await killZygotes();
    expect((await executions).map(({ id, outcome }) => [id, outcome]).sort()).toEqual([
      ['right-0', 'pass'],
      ['right-1', 'pass'],
    ]);
  });

  it('twice is an engine error, and no verdict', async () => {
    await using executor = await createLocalExecutor({
      environment: bareEnvironment(),
      level: 'namespaces',
      parallel: 1,
    });
    const executions = collect(executor.execute([contractJob('sleeper')]));
    expect(await waitUntilGone(await killZygotes())).toEqual([]);
    await killZygotes();
    expect(await executions).toMatchObject([
      { outcome: 'engine-error', reason: expect.stringMatching(/runner ended/) },
    ]);
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
  });
});

describe('a sample that somebody else kills', () => {
  const create = () => createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces', parallel: 1 });
  /** The main process of the sample under way: a child of the zygote beside its nursery. */
  const findSample = () =>
    vi.waitFor(
      () => {
        const [zygote] = listZygotes();
        const [, sample] = listDescendants(zygote?.pid ?? -1).filter(({ parent }) => parent === zygote?.pid);
        if (!sample) throw new Error('no sample yet');
        return sample.pid;
      },
      { timeout: 20_000 },
    );

  it('runs again and keeps the verdict it would have had', async () => {
    await using executor = await create();
    const slow = { ...contractJob('right'), code: 'import time\ntime.sleep(2)\ndef task_func():\n    return 42\n' };
    const executions = collect(executor.execute([slow]));
    process.kill(await findSample(), 'SIGKILL');
    expect(await executions).toMatchObject([{ outcome: 'pass' }]);
  });

  it('is told from a program that kills itself, which does so twice', async () => {
    await using executor = await create();
    const code = 'import os\nos.kill(os.getpid(), 9)\ndef task_func():\n    return 42\n';
    const executions = await collect(executor.execute([{ ...contractJob('right'), code }]));
    expect(executions).toMatchObject([{ outcome: 'killed', signal: 'SIGKILL' }]);
  });
});

describe('the end', () => {
  it('comes with an abort, and leaves no sample behind', async () => {
    await using executor = await createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces' });
    const idle = listDescendants(process.pid).length;
    const controller = new AbortController();
    const executions = collect(executor.execute([contractJob('sleeper')], { signal: controller.signal }));
    const rejected = expect(executions).rejects.toThrow('enough');
    await vi.waitFor(() => expect(listDescendants(process.pid).length).toBeGreaterThan(idle), { timeout: 10_000 });
    controller.abort(new Error('enough'));
    await rejected;
    await vi.waitFor(() => expect(listDescendants(process.pid)).toHaveLength(idle), { timeout: 5_000 });
  });

  it('of the executor is the end of all its processes', async () => {
    const executor = await createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces' });
    const idle = listDescendants(process.pid).length;
    const rejected = expect(collect(executor.execute([contractJob('sleeper')]))).rejects.toThrow();
    await vi.waitFor(() => expect(listDescendants(process.pid).length).toBeGreaterThan(idle), { timeout: 10_000 });
    const pids = listDescendants(process.pid).map(({ pid }) => pid);
    await executor.close();
    await rejected;
    expect(await waitUntilGone(pids)).toEqual([]);
  });

  it.each(['namespaces', 'landlock'])('of a killed Node is the end of everything at level %s', async (level) => {
    const script = join(import.meta.dirname, 'testing', 'hold-script.ts');
    const child = spawn(process.execPath, ['--import', import.meta.resolve('jiti/register'), script, level], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await startedOf(child);
    const family = () => listDescendants(child.pid ?? 0);
    // Three daemons of two processes each, the program itself and its zygote.
    await vi.waitFor(() => expect(family().length).toBeGreaterThanOrEqual(8), { timeout: 20_000 });
    const pids = family().map(({ pid }) => pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await waitUntilGone(pids)).toEqual([]);
    const scratch = `bcb-${child.pid}-`;
    await vi.waitFor(() => expect(readdirSync(tmpdir()).filter((name) => name.startsWith(scratch))).toEqual([]));
    expect(existsSync(`/proc/${child.pid}`)).toBe(false);
  });
});

async function startedOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it started`)));
  });
}
