import { describe, expect, it, vi } from 'vitest';
import { defaultLimits } from '../../schema/execution.ts';
import { waitFor } from '../../util/testing/wait-for.ts';
import { RunnerFault } from './runner.ts';
import { createPool, FakeProcess, jobOf, passed, runningOf } from './testing/fake-pool.ts';
import type { TierName } from './tiers.ts';

describe('Pool', () => {
  it('starts a tier when the first job needs it, and no more at once than asked for', async () => {
    const { started, run } = createPool();
    const runs = ['a', 'b', 'c'].map((id) => run(jobOf(id)));
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a', 'b']));
    started[0]?.finish('a');
    await waitFor(() => expect(runningOf(started[0])).toEqual(['b', 'c']));
    started[0]?.finish('b');
    started[0]?.finish('c');
    expect(await Promise.all(runs)).toEqual([passed, passed, passed]);
    expect(started.map(({ tier }) => tier)).toEqual(['stdlib']);
  });

  it('starts the next job when a program is over, before it is judged', async () => {
    const { started, run } = createPool({ parallel: 1 });
    const runs = ['a', 'b'].map((id) => run(jobOf(id)));
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a']));
    started[0]?.running.get('a')?.options.onEnded?.();
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a', 'b']));
    started[0]?.finish('b');
    started[0]?.finish('a');
    expect(await Promise.all(runs)).toEqual([passed, passed]);
  });

  it('takes the costliest first, then the oldest, and fillers last', async () => {
    const { started, run } = createPool({ parallel: 1 });
    const order: string[] = [];
    const costs: Record<string, number | undefined> = { first: 5, cheap: 1, dear: 100, unknown: undefined, second: 5 };
    const jobs = Object.entries(costs).map(([id, costHintMs]) =>
      jobOf(id, costHintMs === undefined ? {} : { costHintMs }),
    );
    jobs.unshift(jobOf('filler', { costHintMs: 50, startsLast: true }));
    const runs = jobs.map((job) => run(job).then(() => order.push(job.id)));
    for (let turn = 0; turn < 6; turn++) {
      await waitFor(() => expect(runningOf(started[0])).toHaveLength(1));
      started[0]?.finish(runningOf(started[0])[0] ?? '');
      await waitFor(() => expect(order).toHaveLength(turn + 1));
    }
    await Promise.all(runs);
    expect(order).toEqual(['dear', 'first', 'second', 'cheap', 'unknown', 'filler']);
  });

  it('works on the light tier while the heavy one loads', async () => {
    let warm: () => void = () => {};
    const loading = new Promise<void>((resolve) => {
      warm = resolve;
    });
    const processes: Partial<Record<TierName, FakeProcess>> = {};
    const { run } = createPool({
      start: async ({ tier }) => {
        if (tier === 'science') await loading;
        const process = new FakeProcess(tier);
        processes[tier] = process;
        return process;
      },
    });
    const heavy = Array.from({ length: 5 }, (_, index) =>
      run(jobOf(`heavy-${index}`, { libs: ['pandas'], costHintMs: 1000 })),
    );
    const light = run(jobOf('light'));
    await waitFor(() => expect(runningOf(processes.stdlib)).toEqual(['light']));
    processes.stdlib?.finish('light');
    await light;
    warm();
    for (const index of heavy.keys()) {
      await waitFor(() => expect(runningOf(processes.science)).toContain(`heavy-${index}`));
      processes.science?.finish(`heavy-${index}`);
    }
    await Promise.all(heavy);
  });

  it('does not warm up a tier for a few jobs', async () => {
    const { started, run } = createPool();
    const runs = [run(jobOf('a', { libs: ['pandas'] })), run(jobOf('b', { libs: ['pandas'] }))];
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a', 'b']));
    expect(started.map(({ tier }) => tier)).toEqual(['stdlib']);
    const more = ['c', 'd', 'e'].map((id) => run(jobOf(id, { libs: ['pandas'] })));
    await waitFor(() => expect(started.map(({ tier }) => tier)).toEqual(['stdlib', 'science']));
    for (const id of ['a', 'b']) started[0]?.finish(id);
    for (const id of ['c', 'd', 'e']) {
      await waitFor(() => expect(runningOf(started[1])).toContain(id));
      started[1]?.finish(id);
    }
    await Promise.all([...runs, ...more]);
  });

  it('gives a job a second chance on another process, and no third', async () => {
    const { started, run } = createPool();
    const execution = run(jobOf('a'));
    const rejected = expect(execution).rejects.toThrow('killed');
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a']));
    started[0]?.kill();
    await waitFor(() => expect(runningOf(started[1])).toEqual(['a']));
    started[1]?.kill();
    await rejected;
  });

  it('kills a process that stays silent past the limit', async () => {
    vi.useFakeTimers();
    try {
      const { started, run } = createPool();
      const execution = run(jobOf('a', { limits: { ...defaultLimits, wallMs: 1000 } }));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(started[0]?.isDead).toBe(false);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(started[0]?.isDead).toBe(true);
      expect(runningOf(started[1])).toEqual(['a']);
      started[1]?.finish('a');
      expect(await execution).toBe(passed);
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits for a program that may run for a month', async () => {
    vi.useFakeTimers();
    try {
      const { started, run } = createPool();
      const execution = run(jobOf('a', { limits: { ...defaultLimits, wallMs: 2 ** 31 } }));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(runningOf(started[0])).toEqual(['a']);
      started[0]?.finish('a');
      expect(await execution).toBe(passed);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves out a library that starts threads', async () => {
    const attempts: string[][] = [];
    let process: FakeProcess | undefined;
    const { run } = createPool({
      start: async ({ tier }, banned) => {
        attempts.push([...banned]);
        if (banned.size === 0) throw new RunnerFault('threads', 'busy_library');
        process = new FakeProcess(tier);
        return process;
      },
    });
    const execution = run(jobOf('a'));
    await waitFor(() => expect(runningOf(process)).toEqual(['a']));
    process?.finish('a');
    await execution;
    expect(attempts).toEqual([[], ['busy_library']]);
  });

  it('gives up on a tier that cannot be started', async () => {
    let attempts = 0;
    const { run } = createPool({
      start: async () => {
        attempts++;
        throw new RunnerFault('no such file');
      },
    });
    await expect(run(jobOf('a'))).rejects.toThrow('no such file');
    expect(attempts).toBe(2);
  });

  it('replaces a worn process without a gap', async () => {
    const { started, run } = createPool({ parallel: 1 });
    const runs = ['a', 'b', 'c'].map((id) => run(jobOf(id)));
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a']));
    Object.assign(started[0] ?? {}, { residentMb: 1000 });
    started[0]?.finish('a');
    await waitFor(() => expect(runningOf(started[0])).toEqual(['b']));
    await waitFor(() => expect(started).toHaveLength(2));
    expect(started[0]?.isDead).toBe(false);
    started[0]?.finish('b');
    await waitFor(() => expect(runningOf(started[1])).toEqual(['c']));
    expect(started[0]?.isDead).toBe(true);
    started[1]?.finish('c');
    await Promise.all(runs);
  });

  it('starts more processes where one holds a single sample', async () => {
    const { started, run } = createPool({
      runnersPerTier: { stdlib: 2, data: 1, science: 1, everything: 1 },
      start: async ({ tier }) => {
        const process = new FakeProcess(tier);
        process.facts.placesAtOnce = 1;
        started.push(process);
        return process;
      },
    });
    const runs = [run(jobOf('a')), run(jobOf('b')), run(jobOf('c'))];
    await waitFor(() => expect(started.map(runningOf)).toEqual([['a'], ['b']]));
    started[0]?.finish('a');
    await waitFor(() => expect(started.map(runningOf)).toEqual([['c'], ['b']]));
    started[0]?.finish('c');
    started[1]?.finish('b');
    await Promise.all(runs);
  });

  it('starts more processes while every core has work, if enough jobs wait for them', async () => {
    const { started, run } = createPool({
      parallel: 4,
      runnersPerTier: { stdlib: 2, data: 1, science: 1, everything: 1 },
    });
    const ids = Array.from({ length: 24 }, (_, index) => `job-${index}`);
    const runs = ids.map((id) => run(jobOf(id)));
    await waitFor(() => expect(started).toHaveLength(2));
    for (const id of ids) {
      await waitFor(() => expect(started.flatMap(runningOf)).toContain(id));
      for (const process of started) process.finish(id);
    }
    await Promise.all(runs);
    expect(started).toHaveLength(2);
    expect(Math.min(...started.map(({ samplesRun }) => samplesRun))).toBeGreaterThan(0);
  });

  it('forgets an aborted job, waiting or running', async () => {
    const { started, run } = createPool({ parallel: 1 });
    const controller = new AbortController();
    const running = run(jobOf('a'), controller.signal);
    const waiting = run(jobOf('b'), controller.signal);
    const outcomes = Promise.allSettled([running, waiting]);
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a']));
    controller.abort(new Error('enough'));
    expect(await outcomes).toMatchObject([{ reason: { message: 'enough' } }, { reason: { message: 'enough' } }]);
    const next = run(jobOf('c'));
    await waitFor(() => expect(runningOf(started[0])).toEqual(['c']));
    started[0]?.finish('c');
    await next;
  });

  it('rejects what is waiting and running when it is closed', async () => {
    const { pool, started, run } = createPool({ parallel: 1 });
    const outcomes = Promise.allSettled([run(jobOf('a')), run(jobOf('b'))]);
    await waitFor(() => expect(runningOf(started[0])).toEqual(['a']));
    await pool.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(started[0]?.isDead).toBe(true);
  });

  it('counts the jobs of all seeds together, and keeps few processes for them', async () => {
    const { started, run } = createPool({ parallel: 3, seededRunners: 2 });
    const alive = () => started.filter(({ isDead }) => !isDead);
    const jobs = Array.from({ length: 64 }, (_, at) => jobOf(`job-${at}`, { seed: (at % 32) + 1 }));
    const runs = [...jobs.map((job) => run(job)), ...['a', 'b', 'c'].map((id) => run(jobOf(id)))];
    let settled = 0;
    for (const each of runs) void each.then(() => settled++);
    let [mostRunning, mostSeeded] = [0, 0];
    while (settled < runs.length) {
      await waitFor(() => expect(alive().flatMap(runningOf).length).toBeGreaterThan(0), 1);
      await new Promise((resolve) => setImmediate(resolve));
      mostRunning = Math.max(mostRunning, alive().flatMap(runningOf).length);
      mostSeeded = Math.max(mostSeeded, alive().filter(({ seed }) => seed !== undefined).length);
      for (const process of alive()) {
        for (const id of runningOf(process)) {
          const seed = jobs.find((job) => job.id === id)?.seed;
          expect(process.seed).toBe(seed);
        }
      }
      const before = settled;
      const [first] = alive().filter(({ load }) => load > 0);
      first?.finish(runningOf(first)[0] ?? '');
      await waitFor(() => expect(settled).toBeGreaterThan(before), 1);
    }
    expect(mostRunning).toBe(3);
    expect(mostSeeded).toBe(2);
    // One start each: a seed keeps its process until nothing waits for it.
    expect(started).toHaveLength(33);
  });

  it('keeps the process of a seed while no other seed asks for one', async () => {
    const { started, run } = createPool({ seededRunners: 1 });
    for (const id of ['a', 'b']) {
      const running = run(jobOf(id, { seed: 5 }));
      await waitFor(() => expect(runningOf(started[0])).toEqual([id]));
      started[0]?.finish(id);
      await running;
    }
    const other = run(jobOf('c', { seed: 6 }));
    await waitFor(() => expect(runningOf(started[1])).toEqual(['c']));
    expect(started[0]?.isDead).toBe(true);
    started[1]?.finish('c');
    await other;
  });
});
