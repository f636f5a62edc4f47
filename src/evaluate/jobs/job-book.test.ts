import { describe, expect, it } from 'vitest';
import { resolveRules } from '../../schema/evaluation-rules.ts';
import { type Execution, emptyExecution, type Outcome, upstreamStatusOf } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import type { RunEvent } from '../../schema/run-event.ts';
import type { Verdict } from '../../schema/verdict.ts';
import { type ContentCache, createMemoryCache } from '../../store/content-cache.ts';
import { collect } from '../../util/collect.ts';
import { buildGroundTruth, buildSample, buildTask } from '../testing/tasks.ts';
import { type EvaluatedSample, JobBook, type JobBookOptions } from './job-book.ts';

const tasks = [buildTask('T/1'), buildTask('T/2')];
const right = buildSample('T/1', 'right');

function openBook(options: Partial<JobBookOptions> = {}): JobBook {
  const executor = { name: 'none', level: 'none', fingerprint: 'none' } as const;
  return new JobBook({ tasks, rules: resolveRules({}), executor, capacity: 2, ...options });
}

function executionOf({ id }: Job, outcome: Outcome = 'pass', fields: Partial<Execution> = {}): Execution {
  return { ...emptyExecution(), id, outcome, status: upstreamStatusOf[outcome], ...fields };
}

/** Enters samples, settles every job with the result of `judge`, and returns jobs and verdicts. */
async function work(
  book: JobBook,
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

describe('JobBook', () => {
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
    const blocking = openBook({ cache, rules: resolveRules({ safety: 'block' }) });
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

  it('adds what the scan finds to the flags, and judges what must not run without a job', async () => {
    const leaving = buildSample('T/1', 'import os\nos._exit(0)');
    const reported = await work(openBook(), [leaving], (job) => executionOf(job, 'fail', { flags: ['from-below'] }));
    expect(reported.verdicts).toMatchObject([{ outcome: 'fail', flags: ['hard-exit', 'from-below'] }]);
    const blocked = await work(openBook({ rules: resolveRules({ safety: 'block' }) }), [leaving, right]);
    expect(blocked.jobs).toHaveLength(1);
    expect(blocked.verdicts).toMatchObject([{ outcome: 'blocked', flags: ['hard-exit'] }, { outcome: 'pass' }]);
    const neutralized = await work(openBook({ rules: resolveRules({ safety: 'neutralize' }) }), [leaving]);
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
      rules: resolveRules({ timeLimit: { kind: 'fixed', seconds: 1.5 } }),
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
