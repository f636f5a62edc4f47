import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { completeRules } from '../schema/evaluation-rules.ts';
import type { Execution } from '../schema/execution.ts';
import type { SampleKey } from '../schema/log-event.ts';
import type { GroundTruth } from '../schema/proof.ts';
import type { RunEvent } from '../schema/run-event.ts';
import { type ContentCache, createMemoryCache } from '../store/content-cache.ts';
import { nameOf } from '../store/testing/example-events.ts';
import type { Script } from '../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import type { EvaluatedSample } from './jobs/pending-jobs.ts';
import type { ArrivingSamples } from './judge-run.ts';
import { allVerdicts, createCounter, judge, judgeByText, samples } from './testing/small-evaluation.ts';
import { buildSample } from './testing/tasks.ts';

/** Samples that arrive one after the other, and how many were loaded. */
function arrive(all: readonly EvaluatedSample[]) {
  const byName = new Map(all.map((sample) => [nameOf(sample), sample]));
  const arriving: ArrivingSamples & { loads: number } = {
    loads: 0,
    keys: (async function* (): AsyncGenerator<SampleKey> {
      for (const { taskId, index } of all) yield { taskId, index };
    })(),
    async load(key) {
      arriving.loads++;
      return byName.get(nameOf(key)) ?? buildSample(key.taskId, '', key.index);
    },
  };
  return arriving;
}

const isReference = (code: string) => code.includes('"""');

describe('judgeRun', () => {
  it('gives every sample its verdict and reads them back whole', async () => {
    await using out = await createTemporaryFolder();
    await using run = await judge(out.path);
    const verdicts = await allVerdicts(run);
    expect(verdicts.map((verdict) => `${nameOf(verdict)} ${verdict.status}`)).toEqual([
      'T/1#0 pass',
      'T/1#1 fail',
      'T/2#0 pass',
      'T/2#1 fail',
      'T/3#0 pass',
      'T/3#1 fail',
    ]);
    expect(verdicts[1]).toMatchObject({ solution: 'wrong T/1', tests: [{ message: 'AssertionError' }] });
    expect(run.summary).toMatchObject({ tasks: 3, passed: 3 });
    expect(run.log.state.conditions).toEqual({ executor: 'scripted', isolation: 'none', fingerprint: 'scripted' });
  });

  it('announces what it is about to do before the first result', async () => {
    await using out = await createTemporaryFolder();
    const told: string[] = [];
    const onEvent = (event: RunEvent) => told.push('done' in event ? `${event.type} ${event.done}` : event.type);
    await using _ = await judge(out.path, { onEvent });
    expect(told.filter((type) => type === 'executing')).toHaveLength(6);
    const first = (type: string) => told.indexOf(type);
    expect(told.slice(0, 2)).toEqual(['ground-truth-started 0', 'verdicts-started']);
    expect(told.filter((type) => type.startsWith('ground-truth '))).toEqual(
      [1, 2, 3].map((at) => `ground-truth ${at}`),
    );
    expect(first('ground-truth 1')).toBeLessThan(first('executing'));
    expect(first('executing')).toBeLessThan(first('verdict'));
    expect(told.filter((type) => type === 'verdict')).toHaveLength(6);
    expect(told.filter((type) => type === 'ground-truth-finished')).toHaveLength(1);
    expect(told.at(-1)).toBe('verdicts-finished');
  });

  it('tells beforehand how long tasks probably take: as measured by an earlier process, or as published', async () => {
    await using out = await createTemporaryFolder();
    const likelyMs: unknown[] = [];
    const onEvent = (event: RunEvent) => event.type === 'verdicts-started' && likelyMs.push(event.likelyMs);
    const measured = await (async () => {
      await using run = await judge(out.path, { onEvent });
      return [...run.log.state.groundTruth].map(([id, { wallMs }]) => [id, wallMs]);
    })();
    await using _ = await judge(out.path, { onEvent });
    expect(likelyMs).toEqual([{ 'T/1': 50, 'T/2': 50, 'T/3': 50 }, Object.fromEntries(measured)]);
  });

  it('executes nothing if everything is judged, and only the rest if it was interrupted anywhere', async () => {
    await using out = await createTemporaryFolder();
    const first = createCounter();
    const { path, expected } = await (async () => {
      await using run = await judge(out.path, { executor: first.executor });
      return { path: run.log.journalPath, expected: await allVerdicts(run) };
    })();
    const journal = await readFile(path, 'utf8');
    const again = createCounter();
    {
      await using run = await judge(out.path, { executor: again.executor });
      expect(await allVerdicts(run)).toEqual(expected);
    }
    expect(again.codes).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe(journal);

    const lines = journal.trimEnd().split('\n');
    for (let kept = 0; kept <= lines.length; kept++) {
      // A whole number of lines, and half of the next.
      const whole = lines.slice(0, kept).map((line) => `${line}\n`);
      await writeFile(path, `${whole.join('')}${(lines[kept] ?? '').slice(0, 40)}`);
      const resumed = createCounter();
      await using run = await judge(out.path, { executor: resumed.executor });
      expect(await allVerdicts(run)).toEqual(expected);
      const done = whole.filter((line) => /^{"type":"(ground-truth|verdict)"/.test(line)).length;
      expect(resumed.codes.length).toBeLessThanOrEqual(first.codes.length - done);
    }
  });

  it('judges again what was on a damaged line, and says so', async () => {
    await using out = await createTemporaryFolder();
    const path = await (async () => {
      await using run = await judge(out.path);
      return run.log.journalPath;
    })();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const at = lines.findIndex((line) => line.includes('"wrong T/2"'));
    await writeFile(path, `${lines.with(at, '\0'.repeat(40)).join('\n')}\n`);
    const events: RunEvent[] = [];
    const { executor, codes } = createCounter();
    await using run = await judge(out.path, { executor, onEvent: (event) => events.push(event) });
    expect(codes).toEqual([expect.stringContaining('wrong T/2')]);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    expect(events[0]).toEqual({ type: 'warning', message: expect.stringMatching(/^1 line of .* damaged or edited/) });
  });

  it('executes again what was on an edited line', async () => {
    await using out = await createTemporaryFolder();
    const path = await (async () => {
      await using run = await judge(out.path);
      return run.log.journalPath;
    })();
    const text = await readFile(path, 'utf8');
    const line = text.split('\n').find((each) => each.includes('"wrong T/2"')) ?? '';
    await writeFile(path, text.replace(line, line.replaceAll('"fail"', '"pass"')));
    const { executor, codes } = createCounter();
    await using run = await judge(out.path, { executor });
    expect(codes).toEqual([expect.stringContaining('wrong T/2')]);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('executes the samples of a task while others are still being checked', async () => {
    await using out = await createTemporaryFolder();
    let sampleRan = () => {};
    const sampleOfFirst = new Promise<void>((resolve) => {
      sampleRan = resolve;
    });
    // The reference solution of the last task ends only after a sample of the first one has been executed.
    const { executor, codes } = createCounter(async (job, signal) => {
      if (job.id === 'T/3') await sampleOfFirst;
      if (job.code.includes('wrong T/1')) sampleRan();
      return judgeByText(job, signal);
    });
    await using run = await judge(out.path, { executor });
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    expect(codes).toHaveLength(9);
  });

  it('re-runs a reference solution alone, then executes the samples of its task', async () => {
    await using out = await createTemporaryFolder();
    const under = new Set<string>();
    const beside: number[] = [];
    let runs = 0;
    const { executor } = createCounter(async (job, signal) => {
      under.add(job.id);
      try {
        if (job.id === 'T/2' && runs++ > 0) beside.push(under.size);
        await new Promise((resolve) => setImmediate(resolve));
        return job.id === 'T/2' && runs < 3 ? { outcome: 'error' } : judgeByText(job, signal);
      } finally {
        under.delete(job.id);
      }
    });
    await using run = await judge(out.path, { executor, groundTruth: { minRate: 0.5 } });
    expect(beside).toEqual([1, 1]);
    expect(run.summary).toMatchObject({ passed: 3, flaky: ['T/2'] });
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('is incomplete, not wrong, if the sandbox fails, and resumes later', async () => {
    await using out = await createTemporaryFolder();
    const failing = createCounter((job, signal) =>
      job.code.includes('wrong T/2') ? { outcome: 'engine-error', reason: 'no fork' } : judgeByText(job, signal),
    );
    await expect(judge(out.path, { executor: failing.executor })).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: expect.stringMatching(/failed on 1 of \d+ samples .*T\/2: no fork/),
    });
    const mended = createCounter();
    await using run = await judge(out.path, { executor: mended.executor });
    expect(mended.codes).toHaveLength(1);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('stops before any sample in an environment that cannot be trusted', async () => {
    await using out = await createTemporaryFolder();
    const broken = createCounter(() => ({ outcome: 'error', reason: 'ImportError' }));
    await expect(judge(out.path, { executor: broken.executor })).rejects.toMatchObject({
      code: 'UNTRUSTED_ENVIRONMENT',
    });
    expect(broken.codes.some((code) => code.includes('right'))).toBe(false);
    await using run = await judge(out.path, { executor: broken.executor, groundTruth: { minRate: 0 } });
    expect(run.outcomes).toEqual({ error: 6 });
  });

  it('judges everything again in another environment, in the same run', async () => {
    await using out = await createTemporaryFolder();
    const path = await (async () => {
      await using run = await judge(out.path);
      return run.log.path;
    })();
    const elsewhere = createCounter(judgeByText, { info: { level: 'namespaces' } });
    await using run = await judge(out.path, { executor: elsewhere.executor });
    expect(run.log.path).toBe(path);
    expect(elsewhere.codes).toHaveLength(9);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    expect(run.log.record.conditions).toMatchObject({ isolation: 'namespaces' });
  });
});

describe('a broken reference solution', () => {
  /** T/2 is broken for now. */
  const breakReference = (isBroken: () => boolean) =>
    createCounter((job, signal) =>
      isBroken() && job.id === 'T/2' ? { outcome: 'error', reason: 'busy' } : judgeByText(job, signal),
    );

  it('is checked again by the same call, which then finishes', async () => {
    await using out = await createTemporaryFolder();
    let isBroken = true;
    const { executor, codes } = breakReference(() => isBroken);
    await expect(judge(out.path, { executor })).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    // The machine is free again.
    isBroken = false;
    const before = codes.length;
    await using run = await judge(out.path, { executor });
    expect(run.summary).toMatchObject({ tasks: 3, passed: 3, failed: [] });
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    // Only the broken one of the three is checked again.
    expect(codes.slice(before).filter(isReference)).toHaveLength(1);
    expect(run.log.state.groundTruth.get('T/2')?.state).toEqual({ state: 'stable' });
  });

  it('that is still broken writes no second line about it', async () => {
    await using out = await createTemporaryFolder();
    const { executor } = breakReference(() => true);
    const options = { executor, groundTruth: { minRate: 0.5 } };
    const path = await (async () => {
      await using run = await judge(out.path, options);
      expect(run.summary).toMatchObject({ passed: 2, failed: ['T/2'] });
      return run.log.journalPath;
    })();
    const before = await readFile(path, 'utf8');
    await using run = await judge(out.path, options);
    expect(run.summary).toMatchObject({ passed: 2, failed: ['T/2'] });
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});

describe('a changed environment', () => {
  const changed = () => new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', 'pandas is gone');

  it('keeps nothing of what ran in it', async () => {
    await using out = await createTemporaryFolder();
    const cache = createMemoryCache<Execution>();
    let isGood = true;
    const verify = async () => {
      if (!isGood) throw changed();
    };
    const broken = createCounter((job, signal) => {
      if (job.code.includes('wrong T/2')) isGood = false;
      return isGood ? judgeByText(job, signal) : { outcome: 'error', reason: 'ImportError' };
    });
    const first = { executor: { ...broken.executor, verify }, caches: { executions: cache } };
    await expect(judge(out.path, first)).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    isGood = true;
    const mended = createCounter();
    const again = { executor: { ...mended.executor, verify }, caches: { executions: cache } };
    await using run = await judge(out.path, again);
    expect(mended.codes.filter((code) => code.includes('wrong T/2'))).toHaveLength(1);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('is noticed after re-runs alone, which are then done again', async () => {
    await using out = await createTemporaryFolder();
    const rules = completeRules({ confirmFailures: 1, integrity: 'flags' });
    let isGood = true;
    const verify = async () => {
      if (!isGood) throw changed();
    };
    const run = (script: Script) => judge(out.path, { executor: { ...createCounter(script).executor, verify }, rules });
    const failing: Script = (job, signal) =>
      job.seed === undefined ? judgeByText(job, signal) : { outcome: 'engine-error' };
    // Everything is judged and checked, and nothing re-run.
    await expect(run(failing)).rejects.toMatchObject({ code: 'INCOMPLETE' });
    const changing: Script = () => {
      isGood = false;
      return { outcome: 'pass' };
    };
    await expect(run(changing)).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    isGood = true;
    const seeds: (number | undefined)[] = [];
    await using mended = await run((job, signal) => {
      seeds.push(job.seed);
      return judgeByText(job, signal);
    });
    expect(seeds).toEqual([1, 1, 1]);
    expect((await collect(mended.log.verdicts())).every(({ chance }) => chance === undefined)).toBe(true);
  });
});

describe('caches', () => {
  it('make executions needless, and each verdict says so', async () => {
    await using one = await createTemporaryFolder();
    await using other = await createTemporaryFolder();
    const caches = { executions: createMemoryCache<Execution>() };
    await using first = await judge(one.path, { caches });
    const { executor, codes } = createCounter();
    await using second = await judge(other.path, { executor, caches, groundTruth: undefined });
    expect(codes).toEqual([]);
    expect(await allVerdicts(second)).toEqual(await allVerdicts(first));
    expect((await collect(second.log.verdicts())).every(({ cached }) => cached)).toBe(true);
  });

  it('take nothing from an executor whose environment nobody knows, and give it nothing', async () => {
    await using one = await createTemporaryFolder();
    await using other = await createTemporaryFolder();
    const touched: string[] = [];
    const watch = <Value>(name: string): ContentCache<Value> => ({
      get: async () => void touched.push(`get ${name}`),
      put: async () => void touched.push(`put ${name}`),
    });
    const caches = { executions: watch<Execution>('execution'), groundTruth: watch<GroundTruth>('ground truth') };
    const unknown = createCounter(judgeByText, { info: { caveat: 'The environment is not known.' } });
    await using run = await judge(one.path, { executor: unknown.executor, caches });
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    expect(touched).toEqual([]);
    await using _ = await judge(other.path, { caches });
    expect(new Set(touched)).toEqual(
      new Set(['get execution', 'put execution', 'get ground truth', 'put ground truth']),
    );
  });
});

describe('samples that arrive', () => {
  it('are judged as they come', async () => {
    await using out = await createTemporaryFolder();
    await using run = await judge(out.path, { samples: arrive(samples) });
    expect((await allVerdicts(run)).map(({ status }) => status)).toEqual([
      'pass',
      'fail',
      'pass',
      'fail',
      'pass',
      'fail',
    ]);
  });

  it('are judged again only where the program has changed', async () => {
    await using out = await createTemporaryFolder();
    {
      await using _ = await judge(out.path, { samples: arrive(samples) });
    }
    const changed = samples.map((sample) =>
      nameOf(sample) === 'T/2#1' ? { ...sample, solution: 'right after all' } : sample,
    );
    const { executor, codes } = createCounter();
    await using run = await judge(out.path, { executor, samples: arrive(changed) });
    expect(codes).toEqual([expect.stringContaining('right after all')]);
    expect(run.outcomes).toEqual({ pass: 4, fail: 2 });
  });

  it.each([
    ['all new', 0],
    ['a third of them judged before', 300],
  ])('are never all loaded at once, %s', async (_, before) => {
    await using out = await createTemporaryFolder();
    const many = Array.from({ length: 900 }, (_, index) => buildSample('T/1', `right ${index}`, index));
    if (before > 0) {
      await using _first = await judge(out.path, { samples: arrive(many.slice(0, before)) });
    }
    const arriving = arrive(many);
    let judged = before;
    let most = 0;
    // What passed `load` and has no verdict yet is in memory.
    const onEvent = (event: RunEvent) => {
      if (event.type === 'verdict') judged++;
      most = Math.max(most, arriving.loads - judged);
    };
    await using run = await judge(out.path, { samples: arriving, onEvent });
    expect(run.log.state.verdictCount).toBe(900);
    expect(arriving.loads).toBe(900);
    expect(most).toBeLessThan(512);
  });
});
