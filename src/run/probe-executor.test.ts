import { describe, expect, it } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import { createLocalExecutor } from '../executor/local/create-local-executor.ts';
import { bareEnvironment } from '../executor/local/testing/bare-environment.ts';
import type { Execution } from '../schema/execution.ts';
import { createScriptedExecutor } from '../testing/scripted-executor.ts';
import { probeExecutor } from './probe-executor.ts';

const fooled = (hostile: Partial<Execution>) =>
  createScriptedExecutor(({ id }): Partial<Execution> => (id === 'hostile' ? hostile : {}));

describe('probeExecutor', () => {
  it('finds the sandbox of this machine fit: the honest program passes, the hostile one reaches nothing', async () => {
    await using executor = await createLocalExecutor({ environment: bareEnvironment() });
    const probe = await probeExecutor(executor);
    expect(probe).toMatchObject({ isFit: true, honest: { outcome: 'pass' }, reached: [] });
    expect(probe.hostile.outcome).not.toBe('pass');
    expect(probe.hostile.stdout).toMatch(/^reached:$/m);
  });

  it.each<[string, Partial<Execution>]>([
    ['that believes a forged result', { outcome: 'pass' }],
    ['that lets programs see the network', { outcome: 'fail', stdout: 'reached:network\n' }],
    ['that cannot run the hostile program at all', { outcome: 'engine-error' }],
  ])('does not find an executor fit %s', async (_, hostile) => {
    await using executor = fooled(hostile);
    expect((await probeExecutor(executor)).isFit).toBe(false);
  });

  it('does not find an executor fit where an honest program fails', async () => {
    await using executor = createScriptedExecutor(() => ({ outcome: 'fail' }));
    expect((await probeExecutor(executor)).isFit).toBe(false);
  });

  it('uses a task’s own tests where the executor judges by those', async () => {
    const task = buildTask('BigCodeBench/0');
    const seen: string[] = [];
    await using executor = createScriptedExecutor(({ id, test }) => {
      seen.push(test);
      return { outcome: id === 'honest' ? 'pass' : 'fail' };
    });
    expect((await probeExecutor(executor, { task })).isFit).toBe(true);
    expect(seen).toEqual([task.test, task.test]);
  });
});
