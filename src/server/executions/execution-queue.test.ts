import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createGatedExecutor, judgedJob, scriptJob } from '../testing/gated-executor.ts';
import { createExecutionQueue, type ExecutionQueueOptions } from './execution-queue.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function openQueue(options: Partial<ExecutionQueueOptions> & { capacity?: number } = {}) {
  const gated = createGatedExecutor(options.capacity === undefined ? {} : { capacity: options.capacity });
  const clock = new ManualClock();
  const seen = { executed: 0, shared: 0, late: 0 };
  const queue = createExecutionQueue({
    executor: gated.executor,
    clock,
    onExecuted: () => seen.executed++,
    onShared: () => seen.shared++,
    onLate: () => seen.late++,
    ...options,
  });
  return { ...gated, clock, queue, seen };
}

describe('ExecutionQueue', () => {
  it('does not give one timeout to everybody who comes later', async () => {
    const { queue, finish, hasStarted, started } = openQueue();
    const submit = async (outcome: 'timeout' | 'killed', run: number) => {
      const submission = queue.submit(judgedJob(outcome));
      await hasStarted(run);
      finish(outcome, { outcome });
      return submission;
    };
    for (const run of [1, 2]) expect(await submit('timeout', run)).toMatchObject({ isShared: false });
    // The second run agreed.
    expect(await queue.submit(judgedJob('timeout'))).toMatchObject({
      isShared: true,
      execution: { outcome: 'timeout' },
    });
    for (const run of [3, 4, 5]) expect(await submit('killed', run)).toMatchObject({ isShared: false });
    expect(started).toHaveLength(5);
  });

  it('gives a timeout to the retry of the caller that was answered before it was there', async () => {
    const { queue, finish, hasStarted, clock, started } = openQueue();
    const first = queue.submit(judgedJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    expect(await first).toEqual({ kind: 'late' });
    finish('a', { outcome: 'timeout' });
    await settle();
    expect(await queue.submit(judgedJob('a'))).toMatchObject({ isShared: true, execution: { outcome: 'timeout' } });
    const other = queue.submit(judgedJob('a'));
    await hasStarted(2);
    finish('a', { outcome: 'pass' });
    expect(await other).toMatchObject({ isShared: false, execution: { outcome: 'pass' } });
    expect(started).toHaveLength(2);
  });

  it('executes a job and gives it back under its own id', async () => {
    const { queue, finish, hasStarted, seen } = openQueue();
    const submission = queue.submit(judgedJob('a', 'mine'));
    await hasStarted(1);
    expect(queue.state).toEqual({ running: 1, waiting: 0 });
    finish('a', { outcome: 'fail' });
    expect(await submission).toMatchObject({
      kind: 'executed',
      isShared: false,
      execution: { id: 'mine', outcome: 'fail' },
    });
    expect(queue.state).toEqual({ running: 0, waiting: 0 });
    expect(seen).toEqual({ executed: 1, shared: 0, late: 0 });
  });

  it('shares one execution between equal judged jobs, also with those that come later', async () => {
    const { queue, finish, hasStarted, started, seen } = openQueue();
    const first = queue.submit(judgedJob('a', '1'));
    const second = queue.submit(judgedJob('a', '2'));
    await hasStarted(1);
    finish('a');
    expect(await Promise.all([first, second])).toMatchObject([
      { execution: { id: '1' }, isShared: false },
      { execution: { id: '2' }, isShared: true },
    ]);
    expect(await queue.submit(judgedJob('a', '3'))).toMatchObject({ execution: { id: '3' }, isShared: true });
    expect(started).toEqual(['a']);
    expect(seen.shared).toBe(2);
  });

  it('tells jobs apart whose texts are the same when written one after the other', async () => {
    const { queue, started } = openQueue();
    const script = (files: Record<string, string>, stdin = '') => ({
      ...scriptJob('x').script,
      files,
      stdin,
      fetch: [],
    });
    const jobs = [
      { ...judgedJob('ab'), test: 'c' },
      { ...judgedJob('a'), test: 'bc' },
      { ...judgedJob('ab'), test: 'c', separate: { prompt: '', entryPoint: 'f' } },
      { ...judgedJob('ab'), test: 'c', seed: 1 },
      { ...judgedJob('x'), script: script({ a: 'bc' }) },
      { ...judgedJob('x'), script: script({ ab: 'c' }) },
      { ...judgedJob('x'), script: script({}, 'abc') },
    ];
    for (const job of jobs) void queue.submit(job).catch(() => {});
    await settle();
    expect(new Set(started).size).toBeGreaterThan(1);
    expect(queue.state.running).toBe(jobs.length);
    await queue.close();
  });

  it('forgets finished jobs after a while', async () => {
    const { queue, finish, hasStarted, clock, started } = openQueue();
    const first = queue.submit(judgedJob('a'));
    await hasStarted(1);
    finish('a');
    await first;
    clock.advance(11 * 60_000);
    void queue.submit(judgedJob('a'));
    await hasStarted(2);
    expect(started).toEqual(['a', 'a']);
  });

  it('runs equal scripts each for itself', async () => {
    const { queue, finish, hasStarted, started } = openQueue();
    const both = [queue.submit(scriptJob('a')), queue.submit(scriptJob('a'))];
    await hasStarted(2);
    finish('a');
    finish('a');
    await Promise.all(both);
    expect(started).toEqual(['a', 'a']);
  });

  it.each([
    ['judged job', judgedJob],
    ['script', scriptJob],
  ])('keeps a %s for the retry of a caller that was answered too early', async (_, create) => {
    const { queue, finish, hasStarted, clock, started, seen } = openQueue();
    const early = queue.submit(create('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    expect(await early).toEqual({ kind: 'late' });
    const retry = queue.submit(create('a', 'again'), { deadlineMs: 1000 });
    finish('a');
    expect(await retry).toMatchObject({ kind: 'executed', isShared: true, execution: { id: 'again' } });
    expect(started).toEqual(['a']);
    expect(seen.late).toBe(1);
  });

  it('keeps the result of a script that ends before its retry comes, for that retry alone', async () => {
    const { queue, finish, hasStarted, clock, started } = openQueue();
    const early = queue.submit(scriptJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    await early;
    finish('a', { stdout: 'first' });
    await settle();
    expect(await queue.submit(scriptJob('a'))).toMatchObject({ execution: { stdout: 'first' } });
    void queue.submit(scriptJob('a'));
    await hasStarted(2);
    expect(started).toEqual(['a', 'a']);
  });

  it.each([
    ['script', scriptJob],
    ['judged job', judgedJob],
  ])('gives what one owner was answered too early for to no other: %s', async (_, create) => {
    const { queue, finish, hasStarted, clock, started } = openQueue();
    const early = queue.submit(create('a'), { owner: 'alice', deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    expect(await early).toEqual({ kind: 'late' });
    // A timeout: of a judged job, it is for the retry alone.
    finish('a', { outcome: 'timeout', stdout: 'for alice' });
    await settle();
    const others = queue.submit(create('a'), { owner: 'bob' });
    await hasStarted(2);
    finish('a', { stdout: 'for bob' });
    expect(await others).toMatchObject({ isShared: false, execution: { stdout: 'for bob' } });
    if (create === judgedJob) return;
    const retry = await queue.submit(create('a'), { owner: 'alice' });
    expect(retry).toMatchObject({ isShared: true, execution: { stdout: 'for alice' } });
    expect(started).toHaveLength(2);
  });

  it('keeps equal scripts apart, each for one retry', async () => {
    const { queue, finish, hasStarted, clock, started } = openQueue();
    const early = [1, 2].map(() => queue.submit(scriptJob('a'), { deadlineMs: 1000 }));
    await hasStarted(2);
    clock.advance(1000);
    await Promise.all(early);
    finish('a', { stdout: 'first' });
    finish('a', { stdout: 'second' });
    await settle();
    const retries = await Promise.all([queue.submit(scriptJob('a')), queue.submit(scriptJob('a'))]);
    expect(retries).toMatchObject([{ execution: { stdout: 'first' } }, { execution: { stdout: 'second' } }]);
    expect(started).toEqual(['a', 'a']);
  });

  it('forgets the result of a script that no retry comes for', async () => {
    const { queue, finish, hasStarted, clock } = openQueue({ retryWithinMs: 5000 });
    const early = queue.submit(scriptJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    await early;
    finish('a');
    await settle();
    clock.advance(5000);
    void queue.submit(scriptJob('a'));
    await hasStarted(2);
  });

  it('gives up what no retry comes for', async () => {
    const { queue, hasStarted, clock, cancelled } = openQueue({ retryWithinMs: 5000 });
    const early = queue.submit(judgedJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    await early;
    clock.advance(4999);
    expect(cancelled).toEqual([]);
    clock.advance(1);
    expect(cancelled).toEqual(['a']);
  });

  it('cancels a job whose caller is gone, running or waiting', async () => {
    const { queue, hasStarted, cancelled } = openQueue({ slotsPerOwner: 1 });
    const gone = new AbortController();
    const running = queue.submit(judgedJob('a'), { signal: gone.signal });
    const waiting = queue.submit(judgedJob('b'), { signal: gone.signal });
    await hasStarted(1);
    expect(queue.state).toEqual({ running: 1, waiting: 1 });
    gone.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    await expect(waiting).rejects.toThrow('gone');
    await settle();
    expect(cancelled).toEqual(['a']);
    expect(queue.state).toEqual({ running: 0, waiting: 0 });
  });

  it('keeps a job that somebody else still waits for', async () => {
    const { queue, finish, hasStarted, cancelled } = openQueue();
    const gone = new AbortController();
    const first = queue.submit(judgedJob('a'), { signal: gone.signal });
    const second = queue.submit(judgedJob('a'));
    await hasStarted(1);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    finish('a');
    expect(await second).toMatchObject({ kind: 'executed' });
    expect(cancelled).toEqual([]);
  });

  it('keeps owners to their slots while others continue', async () => {
    const { queue, finish, hasStarted, started } = openQueue({ slotsPerOwner: 1 });
    for (const code of ['a1', 'a2']) void queue.submit(judgedJob(code), { owner: 'a' });
    void queue.submit(judgedJob('b1'), { owner: 'b' });
    await hasStarted(2);
    expect(started).toEqual(['a1', 'b1']);
    finish('a1');
    await hasStarted(3);
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('refuses what it has no room for', async () => {
    const { queue } = openQueue({ slotsPerOwner: 1, maxWaiting: 1 });
    void queue.submit(judgedJob('a'));
    void queue.submit(judgedJob('b'));
    expect(await queue.submit(judgedJob('c'))).toEqual({ kind: 'refused' });
  });

  it('gives out a fault of the engine and forgets it', async () => {
    let runs = 0;
    const executor = createScriptedExecutor(() => (runs++ === 0 ? { outcome: 'engine-error', reason: 'no fork' } : {}));
    const queue = createExecutionQueue({ executor });
    expect(await queue.submit(judgedJob('a'))).toMatchObject({ execution: { outcome: 'engine-error' } });
    expect(await queue.submit(judgedJob('a'))).toMatchObject({ execution: { outcome: 'pass' }, isShared: false });
  });

  it('answers everyone who waits when it closes, and takes nothing more', async () => {
    const { queue, hasStarted, cancelled } = openQueue({ slotsPerOwner: 1 });
    const waiting = [queue.submit(judgedJob('a')), queue.submit(judgedJob('b'))];
    await hasStarted(1);
    await queue.close();
    expect(await Promise.all(waiting)).toEqual([{ kind: 'late' }, { kind: 'late' }]);
    expect(cancelled).toEqual(['a']);
    expect(await queue.submit(judgedJob('c'))).toEqual({ kind: 'refused' });
  });

  it('tells a closed executor from a wrong program', async () => {
    const executor = createScriptedExecutor(() => ({}));
    await executor.close();
    const queue = createExecutionQueue({ executor });
    expect(await queue.submit(judgedJob('a'))).toMatchObject({
      kind: 'executed',
      execution: { outcome: 'engine-error', reason: 'The executor was closed.' },
    });
  });
});
