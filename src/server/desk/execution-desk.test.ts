import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createGatedExecutor, judgedJob, scriptJob } from '../testing/gated-executor.ts';
import { type DeskOptions, ExecutionDesk } from './execution-desk.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function openDesk(options: Partial<DeskOptions> & { capacity?: number } = {}) {
  const gated = createGatedExecutor(options.capacity === undefined ? {} : { capacity: options.capacity });
  const clock = new ManualClock();
  const seen = { executed: 0, shared: 0, late: 0 };
  const desk = new ExecutionDesk({
    executor: gated.executor,
    clock,
    onExecuted: () => seen.executed++,
    onShared: () => seen.shared++,
    onLate: () => seen.late++,
    ...options,
  });
  return { ...gated, clock, desk, seen };
}

describe('ExecutionDesk', () => {
  it('executes a job and gives it back under its own id', async () => {
    const { desk, finish, hasStarted, seen } = openDesk();
    const submission = desk.submit(judgedJob('a', 'mine'));
    await hasStarted(1);
    expect(desk.state).toEqual({ running: 1, waiting: 0 });
    finish('a', { outcome: 'fail' });
    expect(await submission).toMatchObject({
      kind: 'executed',
      isShared: false,
      execution: { id: 'mine', outcome: 'fail' },
    });
    expect(desk.state).toEqual({ running: 0, waiting: 0 });
    expect(seen).toEqual({ executed: 1, shared: 0, late: 0 });
  });

  it('shares one execution between equal judged jobs, also with those that come later', async () => {
    const { desk, finish, hasStarted, started, seen } = openDesk();
    const first = desk.submit(judgedJob('a', '1'));
    const second = desk.submit(judgedJob('a', '2'));
    await hasStarted(1);
    finish('a');
    expect(await Promise.all([first, second])).toMatchObject([
      { execution: { id: '1' }, isShared: false },
      { execution: { id: '2' }, isShared: true },
    ]);
    expect(await desk.submit(judgedJob('a', '3'))).toMatchObject({ execution: { id: '3' }, isShared: true });
    expect(started).toEqual(['a']);
    expect(seen.shared).toBe(2);
  });

  it('forgets finished jobs after a while', async () => {
    const { desk, finish, hasStarted, clock, started } = openDesk();
    const first = desk.submit(judgedJob('a'));
    await hasStarted(1);
    finish('a');
    await first;
    clock.advance(11 * 60_000);
    void desk.submit(judgedJob('a'));
    await hasStarted(2);
    expect(started).toEqual(['a', 'a']);
  });

  it('runs equal scripts each for itself', async () => {
    const { desk, finish, hasStarted, started } = openDesk();
    const both = [desk.submit(scriptJob('a')), desk.submit(scriptJob('a'))];
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
    const { desk, finish, hasStarted, clock, started, seen } = openDesk();
    const early = desk.submit(create('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    expect(await early).toEqual({ kind: 'late' });
    const retry = desk.submit(create('a', 'again'), { deadlineMs: 1000 });
    finish('a');
    expect(await retry).toMatchObject({ kind: 'executed', isShared: true, execution: { id: 'again' } });
    expect(started).toEqual(['a']);
    expect(seen.late).toBe(1);
  });

  it('keeps the result of a script that ends before its retry comes, for that retry alone', async () => {
    const { desk, finish, hasStarted, clock, started } = openDesk();
    const early = desk.submit(scriptJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    await early;
    finish('a', { stdout: 'first' });
    await settle();
    expect(await desk.submit(scriptJob('a'))).toMatchObject({ execution: { stdout: 'first' } });
    void desk.submit(scriptJob('a'));
    await hasStarted(2);
    expect(started).toEqual(['a', 'a']);
  });

  it('keeps equal scripts apart, each for one retry', async () => {
    const { desk, finish, hasStarted, clock, started } = openDesk();
    const early = [1, 2].map(() => desk.submit(scriptJob('a'), { deadlineMs: 1000 }));
    await hasStarted(2);
    clock.advance(1000);
    await Promise.all(early);
    finish('a', { stdout: 'first' });
    finish('a', { stdout: 'second' });
    await settle();
    const retries = await Promise.all([desk.submit(scriptJob('a')), desk.submit(scriptJob('a'))]);
    expect(retries).toMatchObject([{ execution: { stdout: 'first' } }, { execution: { stdout: 'second' } }]);
    expect(started).toEqual(['a', 'a']);
  });

  it('forgets the result of a script that no retry comes for', async () => {
    const { desk, finish, hasStarted, clock } = openDesk({ retryWithinMs: 5000 });
    const early = desk.submit(scriptJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    await early;
    finish('a');
    await settle();
    clock.advance(5000);
    void desk.submit(scriptJob('a'));
    await hasStarted(2);
  });

  it('gives up what no retry comes for', async () => {
    const { desk, hasStarted, clock, cancelled } = openDesk({ retryWithinMs: 5000 });
    const early = desk.submit(judgedJob('a'), { deadlineMs: 1000 });
    await hasStarted(1);
    clock.advance(1000);
    await early;
    clock.advance(4999);
    expect(cancelled).toEqual([]);
    clock.advance(1);
    expect(cancelled).toEqual(['a']);
  });

  it('cancels a job whose caller is gone, running or waiting', async () => {
    const { desk, hasStarted, cancelled } = openDesk({ slotsPerOwner: 1 });
    const gone = new AbortController();
    const running = desk.submit(judgedJob('a'), { signal: gone.signal });
    const waiting = desk.submit(judgedJob('b'), { signal: gone.signal });
    await hasStarted(1);
    expect(desk.state).toEqual({ running: 1, waiting: 1 });
    gone.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    await expect(waiting).rejects.toThrow('gone');
    await settle();
    expect(cancelled).toEqual(['a']);
    expect(desk.state).toEqual({ running: 0, waiting: 0 });
  });

  it('keeps a job that somebody else still waits for', async () => {
    const { desk, finish, hasStarted, cancelled } = openDesk();
    const gone = new AbortController();
    const first = desk.submit(judgedJob('a'), { signal: gone.signal });
    const second = desk.submit(judgedJob('a'));
    await hasStarted(1);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    finish('a');
    expect(await second).toMatchObject({ kind: 'executed' });
    expect(cancelled).toEqual([]);
  });

  it('keeps owners to their slots while others continue', async () => {
    const { desk, finish, hasStarted, started } = openDesk({ slotsPerOwner: 1 });
    for (const code of ['a1', 'a2']) void desk.submit(judgedJob(code), { owner: 'a' });
    void desk.submit(judgedJob('b1'), { owner: 'b' });
    await hasStarted(2);
    expect(started).toEqual(['a1', 'b1']);
    finish('a1');
    await hasStarted(3);
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('refuses what it has no room for', async () => {
    const { desk } = openDesk({ slotsPerOwner: 1, maxWaiting: 1 });
    void desk.submit(judgedJob('a'));
    void desk.submit(judgedJob('b'));
    expect(await desk.submit(judgedJob('c'))).toEqual({ kind: 'refused' });
  });

  it('gives out a fault of the engine and forgets it', async () => {
    let runs = 0;
    const executor = createScriptedExecutor(() => (runs++ === 0 ? { outcome: 'engine-error', reason: 'no fork' } : {}));
    const desk = new ExecutionDesk({ executor });
    expect(await desk.submit(judgedJob('a'))).toMatchObject({ execution: { outcome: 'engine-error' } });
    expect(await desk.submit(judgedJob('a'))).toMatchObject({ execution: { outcome: 'pass' }, isShared: false });
  });

  it('answers whoever waits when it closes, and takes nothing more', async () => {
    const { desk, hasStarted, cancelled } = openDesk({ slotsPerOwner: 1 });
    const waiting = [desk.submit(judgedJob('a')), desk.submit(judgedJob('b'))];
    await hasStarted(1);
    await desk.close();
    expect(await Promise.all(waiting)).toEqual([{ kind: 'late' }, { kind: 'late' }]);
    expect(cancelled).toEqual(['a']);
    expect(await desk.submit(judgedJob('c'))).toEqual({ kind: 'refused' });
  });

  it('tells a closed executor from a wrong program', async () => {
    const executor = createScriptedExecutor(() => ({}));
    await executor.close();
    const desk = new ExecutionDesk({ executor });
    expect(await desk.submit(judgedJob('a'))).toMatchObject({
      kind: 'executed',
      execution: { outcome: 'engine-error', reason: 'The executor was closed.' },
    });
  });
});
