import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { emptyExecution, type Job } from '../schema/execution.ts';
import { contractJob } from '../testing/executor-contract.ts';
import { Chunker } from './chunker.ts';

const never = new AbortController().signal;
const job = (n: number, costHintMs?: number): Job => ({ ...contractJob('right', n), costHintMs });
const done = (jobs: readonly Job[]) =>
  jobs.map(({ id }) => ({ ...emptyExecution(), id, outcome: 'pass', status: 'pass' }) as const);

/** Gives all jobs at once and tells how many went into each chunk. */
async function chunksOf(
  jobs: readonly Job[],
  options: { readonly jobsAtMost?: number; readonly chunksAtOnce?: number; readonly fillsChunks?: boolean },
) {
  const sizes: number[] = [];
  const chunker = new Chunker({
    ...{ jobsAtMost: 64, chunksAtOnce: 1, ...options },
    run: async (chunk) => {
      sizes.push(chunk.length);
      return done(chunk);
    },
  });
  const executions = await Promise.all(jobs.map((each) => chunker.run(each, never)));
  expect(executions.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
  return sizes;
}

describe('Chunker', () => {
  it('sends about a second of work at once', async () => {
    const jobs = Array.from({ length: 120 }, (_, n) => job(n, 20));
    expect(await chunksOf(jobs, {})).toEqual([50, 50, 20]);
  });

  it('sends long jobs, and those of unknown length, alone', async () => {
    expect(await chunksOf([job(0, 5000), job(1, 10), job(2, 10), job(3), job(4)], {})).toEqual([1, 2, 1, 1]);
  });

  it('sends again, each alone, what a worker did not begin', async () => {
    const sizes: number[] = [];
    const chunker = new Chunker({
      jobsAtMost: 64,
      chunksAtOnce: 2,
      run: async (chunk) => {
        sizes.push(chunk.length);
        return done(chunk.slice(0, 2));
      },
    });
    const jobs = Array.from({ length: 10 }, (_, n) => job(n, 20));
    const executions = await Promise.all(jobs.map((each) => chunker.run(each, never)));
    expect(executions.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id));
    expect(sizes).toEqual([5, 5, 1, 1, 1, 1, 1, 1]);
  });

  it('spreads few jobs over everybody who could take them', async () => {
    const jobs = Array.from({ length: 8 }, (_, n) => job(n, 1));
    expect(await chunksOf(jobs, { chunksAtOnce: 4 })).toEqual([2, 2, 2, 2]);
  });

  it('fills its chunks, whatever the jobs take, where that is asked for', async () => {
    const jobs = [job(0, 5000), job(1), job(2, 10), job(3), job(4)];
    expect(await chunksOf(jobs, { jobsAtMost: 3, chunksAtOnce: 4, fillsChunks: true })).toEqual([3, 2]);
  });

  it('has room for others beside a job of an hour', async () => {
    const stop = new AbortController();
    const run = (_: readonly Job[], signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const chunker = new Chunker({ jobsAtMost: 64, chunksAtOnce: 2, run });
    const long = chunker.run(job(0, 3_600_000), stop.signal);
    expect(chunker.isFull).toBe(false);
    const other = chunker.run(job(1, 3_600_000), stop.signal);
    expect(chunker.isFull).toBe(true);
    stop.abort(new Error('enough'));
    await Promise.allSettled([long, other]);
  });

  it('is full when it has as much work as it may send, and forgets what is cancelled', async () => {
    const chunker = new Chunker({
      jobsAtMost: 1,
      chunksAtOnce: 2,
      run: async (jobs, signal) => {
        await sleep(60_000, undefined, { signal }).catch(() => {});
        return done(jobs);
      },
    });
    const stop = new AbortController();
    const running = [0, 1].map((n) => chunker.run(job(n), stop.signal));
    expect(chunker.isFull).toBe(true);
    stop.abort(new Error('enough'));
    for (const each of await Promise.allSettled(running)) expect(each.status).toBe('rejected');
    expect(chunker.isFull).toBe(false);
  });
});
