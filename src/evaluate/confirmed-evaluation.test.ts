import { describe, expect, it } from 'vitest';
import { resolveRules } from '../schema/evaluation-rules.ts';
import type { RunEvent } from '../schema/run-event.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { scoreEvaluation } from './results/score-evaluation.ts';
import { runEvaluation } from './run-evaluation.ts';
import { base, createCounter, readAll, tasks } from './testing/small-evaluation.ts';

describe('confirmations', () => {
  it('re-runs samples with other seeds and labels, but does not change, verdicts that are chance', async () => {
    await using out = await createTemporaryFolder();
    const seeds: (number | undefined)[] = [];
    const { executor } = createCounter((job) => {
      seeds.push(job.seed);
      if (job.code.includes('wrong')) return job.code.includes('T/2') && job.seed === 2 ? {} : { outcome: 'fail' };
      return job.test.includes('T/1') && job.seed === 3 ? { outcome: 'fail' } : {};
    });
    const rules = resolveRules({ confirmFailures: 2, confirmPasses: 3 });
    const options = { ...base(out.path, executor), rules };
    const events: RunEvent[] = [];
    {
      await using run = await runEvaluation({ ...options, onEvent: (event) => events.push(event) });
      expect((await readAll(run)).filter(({ chance }) => chance)).toMatchObject([
        { taskId: 'T/1', index: 0, status: 'pass', chance: { passed: 3, runs: 4 } },
        { taskId: 'T/2', index: 1, status: 'fail', chance: { passed: 1, runs: 3 } },
      ]);
      expect(scoreEvaluation(run, tasks, [1]).chance).toEqual({
        confirmed: 6,
        changed: 2,
        expected: expect.closeTo((1 / 2 + 3 / 8 + (1 + 1 / 3) / 2) / 3),
        range: [expect.closeTo(2 / 6), expect.closeTo(4 / 6)],
      });
    }
    expect(seeds.filter((seed) => seed !== undefined)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3]);
    expect(events.filter(({ type }) => type === 'confirmation').at(-1)).toMatchObject({ done: 15, total: 15, seed: 3 });
    const executed = seeds.length;
    await using again = await runEvaluation(options);
    expect(seeds).toHaveLength(executed);
    expect(again.outcomes).toEqual({ pass: 3, fail: 3 });
  });

  it('resumes confirmations where they ended', async () => {
    await using out = await createTemporaryFolder();
    const stop = new AbortController();
    const given: string[] = [];
    const { executor } = createCounter((job) => {
      if (job.seed !== undefined) given.push(job.id);
      if (given.length === 4) stop.abort(new Error('enough'));
      return job.code.includes('wrong') ? { outcome: 'fail' } : {};
    });
    const options = { ...base(out.path, executor), rules: resolveRules({ confirmFailures: 2 }) };
    await expect(runEvaluation({ ...options, signal: stop.signal })).rejects.toThrow('enough');
    const before = given.length;
    await using run = await runEvaluation(options);
    expect(run.outcomes).toEqual({ pass: 3, fail: 3 });
    expect(new Set(given).size).toBe(6);
    expect(given.length - before).toBeLessThan(6);
  });

  it('gives a program that cheats no second chance', async () => {
    await using out = await createTemporaryFolder();
    const { executor } = createCounter((job) => {
      if (job.code.includes('wrong')) return job.seed === undefined ? { outcome: 'tampered' } : {};
      return {};
    });
    await using run = await runEvaluation({ ...base(out.path, executor), rules: resolveRules({ confirmFailures: 2 }) });
    expect((await readAll(run)).every(({ chance }) => chance === undefined)).toBe(true);
  });
});
