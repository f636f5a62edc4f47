import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { resolveRules } from '../schema/evaluation-rules.ts';
import type { Execution } from '../schema/execution.ts';
import type { RunEvent } from '../schema/run-event.ts';
import { createMemoryCache } from '../store/content-cache.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { runEvaluation } from './run-evaluation.ts';
import {
  allVerdicts,
  base,
  createCounter,
  findings,
  judgeByText,
  readAll,
  samples,
} from './testing/small-evaluation.ts';

describe('runEvaluation', () => {
  it('gives every sample its verdict and reads them back whole', async () => {
    await using out = await createTemporaryFolder();
    await using run = await runEvaluation(base(out.path));
    expect(run).toMatchObject({ isRepeat: false, outcomes: { pass: 3, fail: 3 } });
    expect(run.id).toMatch(/^e-[0-9a-f]{12}$/);
    const verdicts = await allVerdicts(run);
    expect(verdicts.map(({ taskId, index, status }) => `${taskId}#${index} ${status}`)).toEqual([
      'T/1#0 pass',
      'T/1#1 fail',
      'T/2#0 pass',
      'T/2#1 fail',
      'T/3#0 pass',
      'T/3#1 fail',
    ]);
    expect(verdicts[1]).toMatchObject({
      solution: 'wrong T/1',
      tests: [{ message: 'AssertionError' }],
    });
    expect(run.groundTruthSummary).toMatchObject({ tasks: 3, passed: 3 });
  });

  it('announces what it is about to do before the first result', async () => {
    await using out = await createTemporaryFolder();
    const told: string[] = [];
    const onEvent = (event: RunEvent) => told.push('done' in event ? `${event.type} ${event.done}` : event.type);
    await using _ = await runEvaluation({ ...base(out.path), onEvent });
    expect(told.filter((type) => type === 'executing')).toHaveLength(6);
    const first = (type: string) => told.indexOf(type);
    expect(told.slice(0, 3)).toEqual(['evaluation-opened 0', 'ground-truth-started 0', 'verdicts-started']);
    expect(told.filter((type) => type.startsWith('ground-truth '))).toEqual(
      [1, 2, 3].map((at) => `ground-truth ${at}`),
    );
    expect(first('ground-truth 1')).toBeLessThan(first('executing'));
    expect(first('executing')).toBeLessThan(first('verdict'));
    expect(told.filter((type) => type === 'verdict')).toHaveLength(6);
    expect(told.filter((type) => type === 'ground-truth-finished')).toHaveLength(1);
    expect(told.at(-1)).toBe('verdicts-finished');
  });

  it('executes nothing if the same evaluation is finished, and only the rest if it was interrupted anywhere', async () => {
    await using whole = await createTemporaryFolder();
    const first = createCounter();
    let journal: Buffer;
    let expected: unknown;
    let manifest: string;
    {
      await using run = await runEvaluation(base(whole.path, first.executor));
      expected = await allVerdicts(run);
      await run.finish(findings(run));
      journal = await readFile(join(run.path, 'journal.jsonl'));
      manifest = join('runs', run.id);
    }
    const again = createCounter();
    {
      await using run = await runEvaluation(base(whole.path, again.executor));
      expect(run.isRepeat).toBe(true);
      expect(await allVerdicts(run)).toEqual(expected);
    }
    expect(again.codes).toEqual([]);

    const lines = journal.toString('utf8').split('\n').slice(0, -1);
    for (let kept = 0; kept <= lines.length; kept++) {
      // A whole number of lines, and half of the next.
      const torn = `${lines
        .slice(0, kept)
        .map((line) => `${line}\n`)
        .join('')}${(lines[kept] ?? '').slice(0, 40)}`;
      await writeFile(join(whole.path, manifest, 'journal.jsonl'), torn);
      const resumed = createCounter();
      await using run = await runEvaluation(base(whole.path, resumed.executor));
      expect(await allVerdicts(run)).toEqual(expected);
      const done = lines.slice(0, kept).filter((line) => /^{"type":"(ground-truth|verdict)"/.test(line)).length;
      expect(resumed.codes.length).toBeLessThanOrEqual(first.codes.length - done);
    }
  });

  it('starts over when asked to, and keeps the old journal', async () => {
    await using out = await createTemporaryFolder();
    const counters = [createCounter(), createCounter()];
    for (const [at, { executor }] of counters.entries()) {
      await using run = await runEvaluation({ ...base(out.path, executor), fresh: at === 1 });
      await run.finish(findings(run));
      if (at === 1) expect((await readFile(join(run.path, 'journal.jsonl.bak'))).length).toBeGreaterThan(0);
    }
    expect(counters[1]?.codes).toHaveLength(counters[0]?.codes.length ?? 0);
  });

  it('starts a new run for different settings and says what differs', async () => {
    await using out = await createTemporaryFolder();
    const starts: Extract<RunEvent, { type: 'evaluation-opened' }>[] = [];
    const onEvent = (event: RunEvent) => {
      if (event.type === 'evaluation-opened') starts.push(event);
    };
    for (const more of [{}, { rules: resolveRules({ calibrated: false }) }, { samplesId: 'other' }]) {
      await using _ = await runEvaluation({ ...base(out.path), ...more, onEvent });
    }
    expect(new Set(starts.map(({ runId }) => runId)).size).toBe(3);
    expect(starts[1]?.nearest).toEqual({ runId: starts[0]?.runId, fields: ['rules.calibrated'] });
    expect(starts[2]?.nearest).toBeUndefined();
  });

  it('judges again what was on a damaged line, and says so', async () => {
    await using out = await createTemporaryFolder();
    let path: string;
    {
      await using run = await runEvaluation(base(out.path));
      path = join(run.path, 'journal.jsonl');
    }
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const at = lines.findIndex((line) => line.includes('wrong T/2'));
    await writeFile(path, `${lines.with(at, '\0'.repeat(40)).join('\n')}\n`);
    const events: RunEvent[] = [];
    const { executor, codes } = createCounter();
    await using run = await runEvaluation({ ...base(out.path, executor), onEvent: (event) => events.push(event) });
    expect(codes).toEqual([expect.stringContaining('wrong T/2')]);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    expect(events[0]).toMatchObject({ type: 'evaluation-opened', done: 5, damagedLines: 1 });
    expect(events[1]).toEqual({
      type: 'warning',
      message: expect.stringMatching(/^1 line of .* damaged or were edited/),
    });
  });

  it('executes again what was on an edited line', async () => {
    await using out = await createTemporaryFolder();
    let path: string;
    {
      await using run = await runEvaluation(base(out.path));
      path = join(run.path, 'journal.jsonl');
    }
    const text = await readFile(path, 'utf8');
    const line = text.split('\n').find((each) => each.includes('wrong T/2')) ?? '';
    await writeFile(path, text.replace(line, line.replaceAll('"fail"', '"pass"')));
    const { executor, codes } = createCounter();
    await using run = await runEvaluation(base(out.path, executor));
    expect(codes).toEqual([expect.stringContaining('wrong T/2')]);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('keeps nothing of what ran after the environment changed', async () => {
    await using out = await createTemporaryFolder();
    const cache = createMemoryCache<Execution>();
    let isGood = true;
    const verify = async () => {
      if (!isGood) throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', 'pandas is gone');
    };
    const broken = createCounter((job, signal) => {
      if (job.code.includes('wrong T/2')) isGood = false;
      return isGood ? judgeByText(job, signal) : { outcome: 'error', reason: 'ImportError' };
    });
    const first = { ...base(out.path, { ...broken.executor, verify }), caches: { executions: cache } };
    await expect(runEvaluation(first)).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    isGood = true;
    const mended = createCounter();
    const again = { ...base(out.path, { ...mended.executor, verify }), caches: { executions: cache } };
    await using run = await runEvaluation(again);
    expect(mended.codes.filter((code) => code.includes('wrong T/2'))).toHaveLength(1);
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
    await using run = await runEvaluation(base(out.path, executor));
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
    await using run = await runEvaluation({ ...base(out.path, executor), groundTruth: { minRate: 0.5 } });
    expect(beside).toEqual([1, 1]);
    expect(run.groundTruthSummary).toMatchObject({ passed: 3, flaky: ['T/2'] });
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('is incomplete, not wrong, if the sandbox fails, and resumes later', async () => {
    await using out = await createTemporaryFolder();
    const failing = createCounter((job, signal) =>
      job.code.includes('wrong T/2') ? { outcome: 'engine-error', reason: 'no fork' } : judgeByText(job, signal),
    );
    await expect(runEvaluation(base(out.path, failing.executor))).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: expect.stringMatching(/failed on 1 of 6 samples .*T\/2: no fork/),
    });
    const mended = createCounter();
    await using run = await runEvaluation(base(out.path, mended.executor));
    expect(mended.codes).toHaveLength(1);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('stops before any sample in an environment that cannot be trusted', async () => {
    await using out = await createTemporaryFolder();
    const broken = createCounter(() => ({ outcome: 'error', reason: 'ImportError' }));
    await expect(runEvaluation(base(out.path, broken.executor))).rejects.toMatchObject({
      code: 'UNTRUSTED_ENVIRONMENT',
    });
    expect(broken.codes.some((code) => code.includes('right'))).toBe(false);
    const degraded = { ...base(out.path, broken.executor), groundTruth: { minRate: 0 } };
    await using run = await runEvaluation(degraded);
    expect(run.outcomes).toEqual({ error: 6 });
  });

  it('needs no execution if all are cached, and says so in each verdict', async () => {
    await using one = await createTemporaryFolder();
    await using other = await createTemporaryFolder();
    const caches = { executions: createMemoryCache<Execution>() };
    await using first = await runEvaluation({ ...base(one.path), caches });
    const counter = createCounter();
    const options = { ...base(other.path, counter.executor), caches, groundTruth: undefined };
    await using second = await runEvaluation(options);
    expect(counter.codes).toEqual([]);
    expect(await allVerdicts(second)).toEqual(await allVerdicts(first));
    expect((await readAll(second)).every(({ cached }) => cached)).toBe(true);
  });

  it('takes samples as they are generated', async () => {
    await using out = await createTemporaryFolder();
    const stream = (async function* () {
      yield* samples;
    })();
    await using run = await runEvaluation({ ...base(out.path), samples: stream });
    expect(run.verdicts).toHaveLength(6);
    expect((await allVerdicts(run)).map(({ status }) => status)).toEqual([
      'pass',
      'fail',
      'pass',
      'fail',
      'pass',
      'fail',
    ]);
  });

  it('lets a second process know that the run is taken', async () => {
    await using out = await createTemporaryFolder();
    await using _ = await runEvaluation(base(out.path));
    await expect(runEvaluation(base(out.path))).rejects.toMatchObject({ code: 'STORE' });
  });
});
