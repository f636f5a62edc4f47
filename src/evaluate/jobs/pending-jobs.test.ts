import { describe, expect, it } from 'vitest';
import { completeRules } from '../../schema/evaluation-rules.ts';
import {
  type Execution,
  emptyExecution,
  engineError,
  type Job,
  type Outcome,
  upstreamStatusOf,
} from '../../schema/execution.ts';
import type { RunEvent } from '../../schema/run-event.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { type ContentCache, createMemoryCache } from '../../store/content-cache.ts';
import { collect } from '../../util/collect.ts';
import { buildGroundTruth, buildSample, buildTask } from '../testing/tasks.ts';
import { type EvaluatedSample, PendingJobs, type PendingJobsOptions } from './pending-jobs.ts';

const tasks = [buildTask('T/1'), buildTask('T/2')];
const right = buildSample('T/1', 'right');

function openBook(options: Partial<PendingJobsOptions> = {}): PendingJobs {
  const executor = { name: 'none', level: 'none', fingerprint: 'none' } as const;
  return new PendingJobs({ tasks, rules: completeRules({}), executor, capacity: 2, ...options });
}

function executionOf({ id }: Job, outcome: Outcome = 'pass', fields: Partial<Execution> = {}): Execution {
  return { ...emptyExecution(), id, outcome, status: upstreamStatusOf[outcome], ...fields };
}

/** Enters samples, settles every job with the result of `judge`, and returns jobs and verdicts. */
async function work(
  book: PendingJobs,
  samples: readonly EvaluatedSample[],
  judge: (job: Job) => Execution = (job) => executionOf(job),
) {
  for (const sample of samples) await book.take(sample);
  book.close();
  const jobs: Job[] = [];
  for await (const job of book.jobs()) {
    jobs.push(job);
    await book.settle(judge(job));
  }
  await book.end();
  return { jobs, verdicts: await collect(book.verdicts()) };
}

const names = (verdicts: readonly Verdict[]) => verdicts.map(({ taskId, index }) => `${taskId}#${index}`).sort();

describe('PendingJobs', () => {
  it('records the verdicts on many identical samples a few at a time, as fast as they are taken', async () => {
    const samples = Array.from({ length: 5000 }, (_, index) => buildSample('T/1', 'right', index));
    let [open, most, recorded] = [0, 0, 0];
    const record = async () => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      recorded++;
    };
    const book = openBook({ record });
    for (const sample of samples) await book.take(sample);
    book.close();
    const working = (async () => {
      for await (const job of book.jobs()) await book.settle(executionOf(job));
      await book.end();
    })();
    let taken = 0;
    for await (const _ of book.verdicts()) {
      taken++;
      expect(recorded - taken).toBeLessThanOrEqual(2048);
    }
    await working;
    expect(taken).toBe(5000);
    expect(most).toBeLessThanOrEqual(1024);
  });

  it('gives identical programs one job, and each sample a verdict', async () => {
    const samples = [right, buildSample('T/1', 'right', 1), buildSample('T/2', 'right'), buildSample('T/9', 'right')];
    const { jobs, verdicts } = await work(openBook(), samples);
    expect(jobs.map(({ test }) => test)).toEqual(['# tests of T/1', '# tests of T/2']);
    expect(names(verdicts)).toEqual(['T/1#0', 'T/1#1', 'T/2#0']);
    expect(verdicts[0]).toMatchObject({ solution: 'right', cached: false, jobHash: jobs[0]?.id });
  });

  it('lets an identical sample join while the verdict of the first one is being recorded', async () => {
    const cache = createMemoryCache<Execution>();
    const order: string[] = [];
    const record = async ({ index }: Verdict) => {
      order.push(`recorded ${index}`);
      if (index === 0) await book.take(buildSample('T/1', 'right', 1));
    };
    const book = openBook({ cache, record });
    const { jobs, verdicts } = await work(book, [right]);
    expect([jobs.length, names(verdicts), order]).toEqual([1, ['T/1#0', 'T/1#1'], ['recorded 0', 'recorded 1']]);
  });

  it('needs no job for what is in the cache', async () => {
    const cache = createMemoryCache<Execution>();
    await work(openBook({ cache }), [right], (job) => executionOf(job, 'fail', { reason: 'known' }));
    const again = await work(openBook({ cache }), [right]);
    expect(again.jobs).toEqual([]);
    expect(again.verdicts).toMatchObject([{ outcome: 'fail', reason: 'known', cached: true }]);
    const blocking = openBook({ cache, rules: completeRules({ safety: 'block' }) });
    expect((await work(blocking, [right])).jobs).toHaveLength(1);
  });

  it('puts an execution into the cache only after its verdict is kept', async () => {
    const order: string[] = [];
    const cache: ContentCache<Execution> = {
      get: async () => undefined,
      put: async () => void order.push('cached'),
    };
    await work(openBook({ cache, record: async () => void order.push('recorded') }), [right]);
    expect(order).toEqual(['recorded', 'cached']);
  });

  it('yields a job again after a sandbox failure, twice in total', async () => {
    const events: RunEvent[] = [];
    const onEvent = (event: RunEvent) => events.push(event);
    const fails = (job: Job) => executionOf(job, 'engine-error', { reason: 'no fork' });
    const samples = [right, buildSample('T/1', 'right', 1)];
    const lost = await work(openBook({ onEvent }), samples, fails);
    expect([lost.jobs.length, lost.verdicts]).toEqual([2, []]);
    const first = { type: 'executing', taskId: 'T/1', index: 0 };
    expect(events).toEqual([
      first,
      first,
      { type: 'execution-failed', taskId: 'T/1', index: 0, reason: 'no fork' },
      { type: 'execution-failed', taskId: 'T/1', index: 1, reason: 'no fork' },
    ]);
    let runs = 0;
    const once = (job: Job) => (runs++ === 0 ? fails(job) : executionOf(job));
    expect(names((await work(openBook(), samples, once)).verdicts)).toEqual(['T/1#0', 'T/1#1']);
  });

  it('gives no verdict on a program that could not be scanned, and scans it once more', async () => {
    const events: RunEvent[] = [];
    let scans = 0;
    const judgeSafety = async () => {
      scans++;
      return { refused: engineError('unscanned', 'no time') };
    };
    const book = openBook({ judgeSafety, onEvent: (event) => events.push(event) });
    expect(await work(book, [right])).toEqual({ jobs: [], verdicts: [] });
    expect(scans).toBe(2);
    expect(events).toEqual([{ type: 'execution-failed', taskId: 'T/1', index: 0, reason: 'no time' }]);
  });

  it('adds what the scan finds to the flags, and judges what must not run without a job', async () => {
    const leaving = buildSample('T/1', 'import os\nos._exit(0)');
    const reported = await work(openBook(), [leaving], (job) => executionOf(job, 'fail', { flags: ['from-below'] }));
    expect(reported.verdicts).toMatchObject([{ outcome: 'fail', flags: ['hard-exit', 'from-below'] }]);
    const blocked = await work(openBook({ rules: completeRules({ safety: 'block' }) }), [leaving, right]);
    expect(blocked.jobs).toHaveLength(1);
    expect(blocked.verdicts).toMatchObject([{ outcome: 'blocked', flags: ['hard-exit'] }, { outcome: 'pass' }]);
    const neutralized = await work(openBook({ rules: completeRules({ safety: 'neutralize' }) }), [leaving]);
    expect(neutralized.jobs[0]?.code).toContain('PermissionError');
    expect(neutralized.verdicts).toMatchObject([{ solution: leaving.solution }]);
  });

  it('keeps some of middling length for the end, as many as fill the shortest limit on every core', async () => {
    const lengths = [8000, 10, 1900, 1500, 1200, 20];
    const ids = lengths.map((_, at) => `T/${at}`);
    const truths = lengths.map((cpuMs, at) => buildGroundTruth(`T/${at}`, { cpuMs, wallMs: cpuMs }));
    const book = openBook({
      tasks: ids.map((id) => buildTask(id)),
      groundTruth: new Map(truths.map((truth) => [truth.taskId, truth])),
      rules: completeRules({ timeLimit: { kind: 'fixed', seconds: 1.5 } }),
    });
    const samples = ids.map((id) => buildSample(id, 'right'));
    const { jobs } = await work(book, samples);
    expect(jobs.map(({ costHintMs, startsLast = false }) => [costHintMs, startsLast])).toEqual([
      [8030, false],
      [1230, false],
      [50, false],
      [40, false],
      [1930, true],
      [1530, true],
    ]);
  });

  it('ends its jobs when a verdict could not be kept', async () => {
    const record = async () => {
      throw new Error('the disk is full');
    };
    await expect(work(openBook({ record }), [right, buildSample('T/2', 'right')])).rejects.toThrow('the disk is full');
  });
});
