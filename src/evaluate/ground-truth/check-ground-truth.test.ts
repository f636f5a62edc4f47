import { describe, expect, it } from 'vitest';
import type { Execution } from '../../schema/execution.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import { createMemoryCache } from '../../store/content-cache.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { collect } from '../../util/collect.ts';
import { buildGroundTruth, buildTask } from '../testing/tasks.ts';
import { checkGroundTruth } from './check-ground-truth.ts';
import { requireTrust, summarizeGroundTruth } from './ground-truth-summary.ts';

const failing = (message: string): Partial<Execution> => ({
  outcome: 'error',
  tests: [{ name: 'test_a', outcome: 'error', ms: 1, message }],
});

describe('checkGroundTruth', () => {
  it('distinguishes stable, flaky, broken and network tasks', async () => {
    const runs = new Map<string, number>();
    let atOnce = 0;
    let mostAtOnce = 0;
    const executor = createScriptedExecutor(async (job) => {
      const run = (runs.get(job.id) ?? 0) + 1;
      runs.set(job.id, run);
      if (run > 1) mostAtOnce = Math.max(mostAtOnce, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      if (run > 1) atOnce--;
      if (job.id === 'T/flaky') return run === 2 ? { cpuMs: 7 } : failing('AssertionError');
      if (job.id === 'T/broken') return failing('Traceback …\nModuleNotFoundError: No module named "x"\n');
      if (job.id === 'T/net') return failing('socket.gaierror: [Errno -3] Temporary failure in name resolution');
      if (job.id === 'BigCodeBench/101') return failing('AssertionError: None');
      return { cpuMs: 40, wallMs: 60, testCpuMs: 20 };
    });
    const tasks = ['T/ok', 'T/flaky', 'T/broken', 'T/net', 'BigCodeBench/101'].map((id) => buildTask(id));
    const found = await collect(checkGroundTruth({ tasks, executor }));
    expect(Object.fromEntries(found.map(({ taskId, state }) => [taskId, state]))).toEqual({
      'T/ok': { state: 'stable' },
      'T/flaky': { state: 'flaky', passed: 1, runs: 3 },
      'T/broken': { state: 'broken', reason: 'error: test_a: ModuleNotFoundError: No module named "x"' },
      'T/net': { state: 'needs-network' },
      'BigCodeBench/101': { state: 'needs-network' },
    });
    expect(Object.fromEntries(runs)).toEqual({
      'T/ok': 1,
      'T/flaky': 3,
      'T/broken': 3,
      'T/net': 1,
      'BigCodeBench/101': 1,
    });
    expect(mostAtOnce).toBe(1);
    expect(found.find(({ taskId }) => taskId === 'T/ok')).toMatchObject({ cpuMs: 40, wallMs: 60, testCpuMs: 20 });
    expect(found.find(({ taskId }) => taskId === 'T/flaky')?.cpuMs).toBe(7);
  });

  it('runs the prompt with the reference solution, slowest known tasks first, with at most 240 s of CPU time', async () => {
    const order: string[] = [];
    const executor = createScriptedExecutor(
      (job) => {
        order.push(job.id);
        expect(job.code).toBe(`import math\ndef task_func():\n    """${job.id}"""\n    return 1`);
        expect(job.limits).toMatchObject({ cpuMs: 240_000, wallMs: 480_000 });
        return {};
      },
      { capacity: 1 },
    );
    const ids = ['BigCodeBench/1', 'BigCodeBench/17', 'BigCodeBench/461', 'BigCodeBench/102'];
    await collect(checkGroundTruth({ tasks: ids.map((id) => buildTask(id)), executor }));
    expect(order).toEqual(['BigCodeBench/461', 'BigCodeBench/102', 'BigCodeBench/17', 'BigCodeBench/1']);
  });

  it('is cached by environment and task, unless it is broken', async () => {
    const cache = createMemoryCache<GroundTruth>();
    const create = (fingerprint: string) => {
      const given: string[] = [];
      const script = (job: { id: string }) => {
        given.push(job.id);
        return job.id === 'T/broken' ? failing('AssertionError') : {};
      };
      return { given, executor: createScriptedExecutor(script, { info: { fingerprint } }) };
    };
    const tasks = [buildTask('T/1'), buildTask('T/2'), buildTask('T/broken')];
    const [first, second, third] = [create('a'), create('a'), create('b')];
    for (const { executor } of [first, second, third])
      await collect(checkGroundTruth({ tasks, executor, cache, reruns: 1 }));
    expect(first.given).toEqual(['T/1', 'T/2', 'T/broken', 'T/broken']);
    expect(second.given).toEqual(['T/broken', 'T/broken']);
    expect(third.given).toEqual(first.given);
    const changed = create('a');
    const changedTasks = [buildTask('T/1', { test: '# other' }), buildTask('T/2')];
    await collect(checkGroundTruth({ tasks: changedTasks, executor: changed.executor, cache }));
    expect(changed.given).toEqual(['T/1']);
  });

  it('is not cached where nobody knows the environment: it may be another one next time', async () => {
    const cache = createMemoryCache<GroundTruth>();
    const checked: string[] = [];
    const info = { caveat: 'The server does not say in which environment programs run.' };
    const executor = createScriptedExecutor(
      ({ id }) => {
        checked.push(id);
        return {};
      },
      { info },
    );
    const tasks = [buildTask('T/1')];
    await collect(checkGroundTruth({ tasks, executor, cache }));
    await collect(checkGroundTruth({ tasks, executor, cache }));
    expect(checked).toEqual(['T/1', 'T/1']);
  });

  it('keeps identical tasks apart, cached or not', async () => {
    const cache = createMemoryCache<GroundTruth>();
    const twin = { test: '# same', completePrompt: '# same' };
    const tasks = [buildTask('T/1', twin), buildTask('T/2', twin)];
    for (let round = 0; round < 2; round++) {
      const executor = createScriptedExecutor(() => ({}));
      const found = await collect(checkGroundTruth({ tasks, executor, cache }));
      expect(found.map(({ taskId }) => taskId)).toEqual(['T/1', 'T/2']);
    }
  });

  it('gives one of many that fails by chance a second chance beside the others', async () => {
    const order: string[] = [];
    const executor = createScriptedExecutor(
      ({ id }) => {
        order.push(id);
        if (id === 'T/twice') return failing('AssertionError');
        return id === 'T/once' && order.filter((other) => other === id).length === 1 ? failing('AssertionError') : {};
      },
      { capacity: 1 },
    );
    const names = Array.from({ length: 98 }, (_, at) => `T/${at}`).toSpliced(40, 0, 'T/once', 'T/twice');
    let left: number | undefined;
    const beforeReruns = async () => {
      left = names.length + 2 - order.length;
    };
    const tasks = names.map((id) => buildTask(id));
    const found = await collect(checkGroundTruth({ tasks, executor, beforeReruns }));
    expect(found.filter(({ state }) => state.state !== 'stable')).toMatchObject([
      { taskId: 'T/once', state: { state: 'flaky', passed: 1, runs: 2 } },
      { taskId: 'T/twice', state: { state: 'broken' } },
    ]);
    expect(left).toBe(0);
    expect(order).toHaveLength(103);
    expect(order.at(-1)).toBe('T/twice');
  });

  it('re-runs nothing if nobody wants it', async () => {
    const executor = createScriptedExecutor(({ id }) => (id === 'T/0' ? failing('AssertionError') : {}));
    const tasks = Array.from({ length: 50 }, (_, at) => buildTask(`T/${at}`));
    const found = await collect(checkGroundTruth({ tasks, executor, reruns: 0 }));
    expect(found.filter(({ state }) => state.state === 'broken')).toMatchObject([{ taskId: 'T/0' }]);
  });

  it('re-runs nothing if the whole environment is broken', async () => {
    let runs = 0;
    const executor = createScriptedExecutor(() => {
      runs++;
      return failing('ImportError');
    });
    const tasks = Array.from({ length: 30 }, (_, at) => buildTask(`T/${at}`));
    expect(await collect(checkGroundTruth({ tasks, executor }))).toHaveLength(30);
    expect(runs).toBe(30);
  });

  it('does not call a task broken because the engine failed', async () => {
    let runs = 0;
    const once = createScriptedExecutor(() => (runs++ === 0 ? { outcome: 'engine-error' } : {}));
    expect(await collect(checkGroundTruth({ tasks: [buildTask('T/1')], executor: once }))).toMatchObject([
      { state: { state: 'stable' } },
    ]);
    const always = createScriptedExecutor(() => ({ outcome: 'engine-error', reason: 'no fork' }));
    await expect(collect(checkGroundTruth({ tasks: [buildTask('T/1')], executor: always }))).rejects.toMatchObject({
      code: 'ENGINE',
      message: expect.stringContaining('no fork'),
    });
  });
});

describe('summarizeGroundTruth', () => {
  const summary = summarizeGroundTruth([
    buildGroundTruth('T/1'),
    buildGroundTruth('T/2', { state: { state: 'flaky', passed: 1, runs: 3 } }),
    buildGroundTruth('T/3', { state: { state: 'needs-network' } }),
    buildGroundTruth('T/4', { state: { state: 'broken', reason: 'error: ImportError' } }),
  ]);

  it('counts as the original does, and beside it without the network tasks', () => {
    expect(summary).toMatchObject({
      tasks: 4,
      passed: 2,
      passRate: 0.5,
      trustedRate: 2 / 3,
      failed: ['T/3', 'T/4'],
      needsNetwork: ['T/3'],
      flaky: ['T/2'],
    });
    expect(summarizeGroundTruth([])).toMatchObject({ passRate: 1, trustedRate: 1 });
  });

  it('rejects an environment below the required rate', () => {
    expect(() => requireTrust(summary, 0.6)).not.toThrow();
    expect(() => requireTrust(summary, 0.99)).toThrow(/Only 66.7% .* 99.0% .*T\/4; the first: error: ImportError/);
  });
});
