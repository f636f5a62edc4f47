import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { completeRules } from '../../schema/evaluation-rules.ts';
import type { Execution } from '../../schema/execution.ts';
import type { RunEvent } from '../../schema/run-event.ts';
import { createMemoryCache } from '../../store/content-cache.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { collect } from '../../util/collect.ts';
import { buildGroundTruth, buildSample, buildTask } from '../testing/tasks.ts';
import { type EvaluateSamplesOptions, evaluateSamples as evaluateAll } from './evaluate-samples.ts';
import { type CachedExecution, createExecutionCache, shareWithinRun } from './execution-cache.ts';

const tasks = [buildTask('T/1'), buildTask('T/2'), buildTask('T/3')];

/** With nothing known of reference solutions, so that only samples are executed. */
const evaluateSamples = (options: EvaluateSamplesOptions) => evaluateAll({ groundTruth: new Map(), ...options });

/** Passes programs that say `right`; records what it was given. */
function createRecorder(script: Script = () => ({})) {
  const given: { code: string; cpuMs: number }[] = [];
  const executor = createScriptedExecutor(
    (job, signal) => {
      given.push({ code: job.code, cpuMs: job.limits.cpuMs });
      return job.code.includes('wrong') ? { outcome: 'fail', ...script(job, signal) } : script(job, signal);
    },
    { capacity: 1 },
  );
  return { executor, given };
}

async function* stream<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  for (const item of items) {
    await sleep(1);
    yield item;
  }
}

describe('evaluateSamples', () => {
  it('gives every sample a verdict, executing the calibrated program', async () => {
    const { executor, given } = createRecorder();
    const samples = [buildSample('T/1', 'right'), buildSample('T/2', 'wrong'), buildSample('T/9', 'outside')];
    const verdicts = await collect(evaluateSamples({ samples, tasks, executor }));
    expect(verdicts).toMatchObject([
      {
        taskId: 'T/1',
        index: 0,
        status: 'pass',
        cached: false,
        solution: 'right',
      },
      { taskId: 'T/2', index: 0, status: 'fail', outcome: 'fail' },
    ]);
    await collect(evaluateSamples({ samples, tasks, executor, rules: completeRules({ calibrated: false }) }));
    expect(given.map(({ code }) => code)).toEqual([
      'import math\ndef task_func():\n    pass\nright',
      'import math\ndef task_func():\n    pass\nwrong',
      'right',
      'wrong',
    ]);
  });

  it('executes again what timed out in one earlier evaluation, and believes two', async () => {
    const kept = createExecutionCache(createMemoryCache<CachedExecution>());
    let runs = 0;
    const { executor } = createRecorder(() => {
      runs++;
      return { outcome: 'timeout' };
    });
    const evaluate = async () => {
      const samples = [buildSample('T/1', 'slow', 0), buildSample('T/1', 'slow', 1)];
      const cache = shareWithinRun(kept);
      return (await collect(evaluateSamples({ samples, tasks, executor, cache }))).map(({ cached }) => cached);
    };
    expect([await evaluate(), runs]).toEqual([[false, false], 1]);
    expect([await evaluate(), runs]).toEqual([[false, false], 2]);
    expect([await evaluate(), runs]).toEqual([[true, true], 2]);
  });

  it('stops at the first failing test if the rules say so, and never takes that for a full execution', async () => {
    const cache = createMemoryCache<Execution>();
    const asked: (boolean | undefined)[] = [];
    const { executor } = createRecorder(({ failFast }) => {
      asked.push(failFast);
      return {};
    });
    for (const rules of [{ failFast: true }, {}, { failFast: true }, {}] as const) {
      const samples = [buildSample('T/1', 'wrong')];
      await collect(evaluateSamples({ samples, tasks, executor, cache, rules: completeRules(rules) }));
    }
    expect(asked).toEqual([true, undefined]);
  });

  it('executes identical programs once, in an array and in a stream', async () => {
    const samples = [
      buildSample('T/1', 'right', 0),
      buildSample('T/1', 'wrong', 1),
      buildSample('T/1', 'right', 2),
      buildSample('T/2', 'right', 0),
    ];
    for (const given of [samples, stream(samples)]) {
      const recorder = createRecorder();
      const verdicts = await collect(evaluateSamples({ samples: given, tasks, executor: recorder.executor }));
      expect(verdicts.map(({ taskId, index, status }) => `${taskId}#${index} ${status}`).sort()).toEqual([
        'T/1#0 pass',
        'T/1#1 fail',
        'T/1#2 pass',
        'T/2#0 pass',
      ]);
      expect(recorder.given).toHaveLength(3);
    }
  });

  it('does not execute what is in the cache', async () => {
    const cache = createMemoryCache<Execution>();
    const samples = [buildSample('T/1', 'right'), buildSample('T/2', 'wrong')];
    const first = createRecorder();
    await collect(evaluateSamples({ samples, tasks, executor: first.executor, cache }));
    const second = createRecorder();
    const verdicts = await collect(evaluateSamples({ samples, tasks, executor: second.executor, cache }));
    expect(second.given).toEqual([]);
    expect(verdicts).toMatchObject([
      { status: 'pass', cached: true },
      { status: 'fail', cached: true },
    ]);
    const elsewhere = createScriptedExecutor(() => ({}), { info: { fingerprint: 'other' } });
    const others = await collect(evaluateSamples({ samples, tasks, executor: elsewhere, cache }));
    expect(others.every(({ cached }) => !cached)).toBe(true);
  });

  it('records a verdict before yielding it, and caches its execution afterwards', async () => {
    const cache = createMemoryCache<Execution>();
    const steps: string[] = [];
    const samples = [buildSample('T/1', 'right', 0), buildSample('T/1', 'right', 1)];
    const verdicts = evaluateSamples({
      samples,
      tasks,
      executor: createRecorder().executor,
      cache,
      record: async ({ index, jobHash }) => {
        await sleep(1);
        steps.push(`recorded ${index}, ${(await cache.get(jobHash)) ? 'cached' : 'not cached'}`);
      },
    });
    const hashes = new Set<string>();
    for await (const { index, jobHash } of verdicts) {
      steps.push(`given ${index}`);
      hashes.add(jobHash);
    }
    expect(steps).toEqual(['recorded 0, not cached', 'recorded 1, not cached', 'given 0', 'given 1']);
    const cached = await Promise.all([...hashes].map((hash) => cache.get(hash)));
    expect(cached).toMatchObject([{ outcome: 'pass' }]);
  });

  it('stops if a verdict cannot be recorded', async () => {
    const { executor, given } = createRecorder();
    const samples = Array.from({ length: 500 }, (_, index) => buildSample('T/1', `${index}`, index));
    const record = async () => {
      throw new Error('the disk is full');
    };
    await expect(collect(evaluateSamples({ samples, tasks, executor, record }))).rejects.toThrow('the disk is full');
    expect(given.length).toBeLessThan(200);
    const one = { samples: samples.slice(0, 1), tasks, executor, record };
    await expect(collect(evaluateSamples(one))).rejects.toThrow('the disk is full');
    await expect(collect(evaluateSamples({ ...one, samples: stream(one.samples) }))).rejects.toThrow(
      'the disk is full',
    );
  });

  it('stops the executor when its samples break off', async () => {
    const ends: unknown[] = [];
    const executor = createScriptedExecutor(async (_, signal) => {
      await sleep(60_000, undefined, { signal }).catch((reason: unknown) => ends.push(reason));
      return {};
    });
    const samples = (async function* () {
      yield buildSample('T/1', 'right');
      await sleep(5);
      throw new Error('the model is gone');
    })();
    await expect(collect(evaluateSamples({ samples, tasks, executor }))).rejects.toThrow('the model is gone');
    expect(ends).toHaveLength(1);
  });

  it('starts the longest first', async () => {
    const { executor, given } = createRecorder();
    const groundTruth = new Map([
      ['T/1', buildGroundTruth('T/1', { cpuMs: 50 })],
      ['T/2', buildGroundTruth('T/2', { cpuMs: 10, wallMs: 9000 })],
      ['T/3', buildGroundTruth('T/3', { cpuMs: 6000 })],
    ]);
    const samples = ['T/1', 'T/2', 'T/3'].map((id) => buildSample(id, id));
    await collect(
      evaluateSamples({ samples, tasks, executor, groundTruth, rules: completeRules({ calibrated: false }) }),
    );
    expect(given.map(({ code }) => code)).toEqual(['T/2', 'T/3', 'T/1']);
    expect(given.map(({ cpuMs }) => cpuMs)).toEqual([20_000, 60_000, 20_000]);
  });

  it('retries a sandbox failure, then reports it without a verdict', async () => {
    let runs = 0;
    const executor = createScriptedExecutor(({ code }) => {
      if (code.includes('always')) return { outcome: 'engine-error', reason: 'no fork' };
      return code.includes('once') && runs++ === 0 ? { outcome: 'engine-error' } : {};
    });
    const faults: RunEvent[] = [];
    const samples = [
      buildSample('T/1', 'always', 0),
      buildSample('T/1', 'always', 1),
      buildSample('T/2', 'once'),
      buildSample('T/3', 'right'),
    ];
    const cache = createMemoryCache<Execution>();
    const onEvent = (event: RunEvent) => event.type === 'execution-failed' && faults.push(event);
    const verdicts = await collect(evaluateSamples({ samples, tasks, executor, cache, onEvent }));
    expect(verdicts.map(({ taskId, status }) => [taskId, status]).sort()).toEqual([
      ['T/2', 'pass'],
      ['T/3', 'pass'],
    ]);
    expect(faults).toMatchObject([
      { type: 'execution-failed', taskId: 'T/1', index: 0, reason: 'no fork' },
      { type: 'execution-failed', taskId: 'T/1', index: 1, reason: 'no fork' },
    ]);
  });

  it('judges a program that is too large without executing it', async () => {
    const { executor, given } = createRecorder();
    const samples = [buildSample('T/1', '#'.repeat(11 * 1024 * 1024)), buildSample('T/2', 'right')];
    const verdicts = await collect(evaluateSamples({ samples, tasks, executor }));
    expect(verdicts.map(({ solution: _, ...verdict }) => verdict)).toMatchObject([
      { taskId: 'T/1', outcome: 'error', status: 'fail', reason: expect.stringMatching(/11 MB; the limit is 10 MB/) },
      { taskId: 'T/2', status: 'pass' },
    ]);
    expect(given).toHaveLength(1);
  });

  it.each([
    ['skipped', [{ name: 'test_a', outcome: 'skip', ms: 0 }], 'pass'],
    ['absent', [], 'pass'],
    ['failed', [{ name: 'test_a', outcome: 'fail', ms: 0 }], 'fail'],
    ['missing', [{ name: 'test_a', outcome: 'missing', ms: 0 }], 'fail'],
  ] as const)('counts tests that are %s as the original does only when asked to', async (_, tests, expected) => {
    const executor = createScriptedExecutor(() => ({ outcome: 'fail', tests: [...tests] }));
    const samples = [buildSample('T/1', 'x')];
    const [strict] = await collect(evaluateSamples({ samples, tasks, executor }));
    const [upstream] = await collect(
      evaluateSamples({ samples, tasks, executor, rules: completeRules({ verdicts: 'upstream' }) }),
    );
    expect([strict?.status, upstream?.status, upstream?.outcome]).toEqual(['fail', expected, 'fail']);
  });

  it('yields what was finished before an interruption, then throws the reason', async () => {
    const controller = new AbortController();
    const executor = createScriptedExecutor(async ({ code }, signal) => {
      if (code.includes('slow')) await sleep(60_000, undefined, { signal });
      return {};
    });
    const samples = [buildSample('T/1', 'right'), buildSample('T/2', 'slow')];
    const taken: string[] = [];
    const taking = (async () => {
      for await (const { taskId } of evaluateSamples({ samples, tasks, executor, signal: controller.signal })) {
        taken.push(taskId);
        controller.abort(new Error('enough'));
      }
    })();
    await expect(taking).rejects.toThrow('enough');
    expect(taken).toEqual(['T/1']);
  });

  it('stops the executor when its consumer leaves', async () => {
    let aborted = false;
    const executor = createScriptedExecutor(async ({ code }, signal) => {
      if (!code.includes('slow')) return {};
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      await sleep(60_000, undefined, { signal });
      return {};
    });
    const samples = [buildSample('T/1', 'slow'), buildSample('T/2', 'right')];
    for await (const { taskId } of evaluateSamples({ samples, tasks, executor })) {
      expect(taskId).toBe('T/2');
      break;
    }
    expect(aborted).toBe(true);
  });

  it('executes a sample of a stream before the stream ends', async () => {
    const { executor } = createRecorder();
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const samples = (async function* () {
      yield buildSample('T/1', 'right');
      await gate;
      yield buildSample('T/2', 'right');
    })();
    const verdicts = evaluateSamples({ samples, tasks, executor });
    expect((await verdicts.next()).value?.taskId).toBe('T/1');
    release();
    expect((await verdicts.next()).value?.taskId).toBe('T/2');
    expect((await verdicts.next()).done).toBe(true);
  });
});

describe('time limits without ground truth', () => {
  const samples = [buildSample('T/1', 'right'), buildSample('T/1', 'also right', 1), buildSample('T/2', 'wrong')];
  const isSample = ({ code }: { code: string }) => !code.includes('canonical');
  const limitsOf = (given: readonly { code: string; cpuMs: number }[]) =>
    new Set(given.filter(isSample).map(({ cpuMs }) => cpuMs));

  it.each([
    ['a list', () => samples],
    ['a stream', () => stream(samples)],
  ])('of %s come from the reference solutions, each of which runs once', async (_, list) => {
    const { executor, given } = createRecorder();
    const canonical = tasks.map((task) => ({ ...task, canonicalSolution: '    return "canonical"' }));
    expect(await collect(evaluateAll({ samples: list(), tasks: canonical, executor }))).toHaveLength(3);
    expect(given.filter((job) => !isSample(job))).toHaveLength(2);
    expect(limitsOf(given)).toEqual(new Set([20_000]));
  });

  it('are fixed where the rules say so, and then nothing else runs', async () => {
    const { executor, given } = createRecorder();
    const rules = completeRules({ timeLimit: { kind: 'fixed', seconds: 7 } });
    await collect(evaluateAll({ samples, tasks, executor, rules }));
    expect(given).toHaveLength(3);
    expect(limitsOf(given)).toEqual(new Set([7000]));
  });
});
