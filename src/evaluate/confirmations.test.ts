import { describe, expect, it } from 'vitest';
import { completeRules } from '../schema/evaluation-rules.ts';
import type { RunEvent } from '../schema/run-event.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { scoreState } from './finish-run.ts';
import { createCounter, judge, judgeByText, tasks } from './testing/small-evaluation.ts';

describe('confirmations', () => {
  it('re-runs samples with other seeds and labels, but does not change, verdicts that are chance', async () => {
    await using out = await createTemporaryFolder();
    const seeds: (number | undefined)[] = [];
    const { executor } = createCounter((job) => {
      seeds.push(job.seed);
      if (job.code.includes('wrong')) return job.code.includes('T/2') && job.seed === 2 ? {} : { outcome: 'fail' };
      return job.test.includes('T/1') && job.seed === 3 ? { outcome: 'fail' } : {};
    });
    const rules = completeRules({ confirmFailures: 2, confirmPasses: 3 });
    const options = { executor, rules };
    const events: RunEvent[] = [];
    {
      await using run = await judge(out.path, { ...options, onEvent: (event) => events.push(event) });
      expect((await collect(run.log.verdicts())).filter(({ chance }) => chance)).toMatchObject([
        { taskId: 'T/1', index: 0, status: 'pass', chance: { passed: 3, runs: 4 } },
        { taskId: 'T/2', index: 1, status: 'fail', chance: { passed: 1, runs: 3 } },
      ]);
      const { chance } = await scoreState(run.log.state, tasks, { passK: [1], hasGroundTruth: true });
      expect(chance).toEqual({
        confirmed: 6,
        changed: 2,
        expected: expect.closeTo((1 / 2 + 3 / 8 + (1 + 1 / 3) / 2) / 3),
        range: [expect.closeTo(2 / 6), expect.closeTo(4 / 6)],
      });
    }
    expect(seeds.filter((seed) => seed !== undefined)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3]);
    expect(events.filter(({ type }) => type === 'confirmation').at(-1)).toMatchObject({ done: 15, total: 15, seed: 3 });
    const executed = seeds.length;
    await using again = await judge(out.path, options);
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
    const options = { executor, rules: completeRules({ confirmFailures: 2 }) };
    await expect(judge(out.path, { ...options, signal: stop.signal })).rejects.toThrow('enough');
    const before = given.length;
    await using run = await judge(out.path, options);
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
    await using run = await judge(out.path, { executor, rules: completeRules({ confirmFailures: 2 }) });
    expect((await collect(run.log.verdicts())).every(({ chance }) => chance === undefined)).toBe(true);
  });

  it('leave a run incomplete if the sandbox fails, and are done when it works again', async () => {
    await using out = await createTemporaryFolder();
    const rules = completeRules({ confirmFailures: 1 });
    const failing = createCounter((job, signal) => {
      if (job.seed !== undefined && job.code.includes('T/2')) return { outcome: 'engine-error', reason: 'no fork' };
      return judgeByText(job, signal);
    });
    await expect(judge(out.path, { executor: failing.executor, rules })).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: expect.stringMatching(/^The sandbox failed while T\/2 was re-run \(no fork\)/),
      isRetryable: true,
    });
    const mended = createCounter();
    await using run = await judge(out.path, { executor: mended.executor, rules });
    const { state } = run.log;
    expect(state.judged.flatMap(({ confirmations = [] }) => confirmations)).toHaveLength(3);
    // The re-run of T/1 is still good.
    expect(mended.codes.every((code) => !code.includes('wrong T/1'))).toBe(true);
  });

  it('are of the program that a sample has now', async () => {
    await using out = await createTemporaryFolder();
    const rules = completeRules({ confirmFailures: 1 });
    const answer = (solution: string) => [{ taskId: 'T/1', index: 0, solution }];
    {
      await using _ = await judge(out.path, { samples: answer('wrong once'), rules });
    }
    const { executor, codes } = createCounter();
    const keys = (async function* () {
      yield { taskId: 'T/1', index: 0 };
    })();
    const load = async () => ({ taskId: 'T/1', index: 0, solution: 'wrong again' });
    await using run = await judge(out.path, { executor, samples: { keys, load }, rules });
    expect(codes).toEqual([expect.stringContaining('wrong again'), expect.stringContaining('wrong again')]);
    const [sample] = run.log.state.judged;
    expect(sample?.confirmations).toHaveLength(1);
  });
});
