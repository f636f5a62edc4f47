import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { collect, contractJob } from '../../testing/executor-contract.ts';
import { describeNeeding, needing, skipFor } from '../../util/testing/needs.ts';
import { waitFor } from '../../util/testing/wait-for.ts';
import { createLocalExecutor } from './create-local-executor.ts';
import { bareEnvironment } from './testing/bare-environment.ts';
import { namespaces } from './testing/namespaces.ts';
import { countPidNamespaces, listDescendants, type ProcessRow, waitUntilGone } from './testing/process-tree.ts';

/** The runners of this process: the first Python below each sandbox. */
function listRunners(): ProcessRow[] {
  const all = listDescendants(process.pid);
  const isPython = ({ name }: ProcessRow) => name.startsWith('python');
  return all.filter((row) => isPython(row) && !all.some((other) => other.pid === row.parent && isPython(other)));
}

/** The main process of a sample under way: a child of its runner, in a pid namespace of its own. */
function findSample(): Promise<ProcessRow> {
  return vi.waitFor(
    () => {
      const isSample = (runner: ProcessRow) => (row: ProcessRow) =>
        row.parent === runner.pid && countPidNamespaces(row) > countPidNamespaces(runner);
      const [sample] = listRunners().flatMap((runner) => listDescendants(runner.pid).filter(isSample(runner)));
      if (!sample) throw new Error('no sample yet');
      return sample;
    },
    { timeout: 20_000 },
  );
}

/** Kills the runners once a sample runs, or another process of theirs; gives all that end with them. */
async function killRunners(choose: (runner: ProcessRow) => ProcessRow[] = (row) => [row]): Promise<ProcessRow[]> {
  await findSample();
  const runners = listRunners();
  const families = runners.flatMap((runner) => [runner, ...listDescendants(runner.pid)]);
  for (const { pid } of runners.flatMap(choose)) process.kill(pid, 'SIGKILL');
  return families;
}

const create = () => createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces', parallel: 1 });

/** Passes, after some seconds. */
const slowJob = (seconds: number) => ({
  ...contractJob('right'),
  code: `import time\ntime.sleep(${seconds})\ndef task_func():\n    return 42\n`,
});

describeNeeding(namespaces)('a runner that dies', () => {
  it('is replaced, and its job runs once more', async () => {
    await using executor = await create();
    const executions = collect(executor.execute([slowJob(1), contractJob('right', 1)]));
    await killRunners();
    expect((await executions).map(({ id, outcome }) => [id, outcome]).sort()).toEqual([
      ['right-0', 'pass'],
      ['right-1', 'pass'],
    ]);
  });

  it.each(['nursery', 'zygote'])('is one whose %s dies', async (kind) => {
    await using executor = await create();
    const executions = collect(executor.execute([slowJob(1), contractJob('right', 1)]));
    await killRunners((runner) => {
      const helpers = listDescendants(runner.pid).filter(
        (row) => row.parent === runner.pid && countPidNamespaces(row) === countPidNamespaces(runner),
      );
      // The nursery is started first.
      const [nursery, zygote] = helpers.sort((one, other) => one.startedAt - other.startedAt || one.pid - other.pid);
      return [kind === 'nursery' ? nursery : zygote].filter((row) => row !== undefined);
    });
    expect((await executions).map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  });

  it('twice is an engine error, and no verdict', async () => {
    await using executor = await create();
    const executions = collect(executor.execute([contractJob('sleeper')]));
    expect(await waitUntilGone(await killRunners())).toEqual([]);
    await killRunners();
    expect(await executions).toMatchObject([
      { outcome: 'engine-error', reason: expect.stringMatching(/runner ended/) },
    ]);
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
  });
});

describeNeeding(namespaces)('a sample that somebody else kills', () => {
  it('runs again and keeps the verdict it would have had', async () => {
    await using executor = await create();
    const executions = collect(executor.execute([slowJob(2)]));
    process.kill((await findSample()).pid, 'SIGKILL');
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
  it('comes with an abort, and leaves no sample behind', needing(namespaces), async () => {
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

  it('of the executor is the end of all its processes', needing(namespaces), async () => {
    const executor = await createLocalExecutor({ environment: bareEnvironment(), level: 'namespaces' });
    const idle = listDescendants(process.pid).length;
    const rejected = expect(collect(executor.execute([contractJob('sleeper')]))).rejects.toThrow();
    await vi.waitFor(() => expect(listDescendants(process.pid).length).toBeGreaterThan(idle), { timeout: 10_000 });
    const family = listDescendants(process.pid);
    await executor.close();
    await rejected;
    expect(await waitUntilGone(family)).toEqual([]);
  });

  it.for(['namespaces', 'landlock'])(
    'of a killed Node is the end of everything at level %s',
    async (level, context) => {
      if (level === 'namespaces' && !namespaces.isMet) skipFor(context, namespaces.name);
      const script = join(import.meta.dirname, 'testing', 'hold-script.ts');
      const child = spawn(process.execPath, ['--import', import.meta.resolve('jiti/register'), script, level], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      await startedOf(child);
      const family = () => listDescendants(child.pid ?? 0);
      // Three daemons of two processes each, the program itself, its server and its zygote.
      await vi.waitFor(() => expect(family().length).toBeGreaterThanOrEqual(9), { timeout: 20_000 });
      const rows = family();
      child.kill('SIGKILL');
      await once(child, 'exit');
      expect(await waitUntilGone(rows)).toEqual([]);
      const scratch = `bcb-${child.pid}-`;
      await waitFor(() => expect(readdirSync(tmpdir()).filter((name) => name.startsWith(scratch))).toEqual([]));
      expect(existsSync(`/proc/${child.pid}`)).toBe(false);
    },
  );
});

async function startedOf(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it started`)));
  });
}
