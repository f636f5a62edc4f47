import { describe, expect, it } from 'vitest';
import { defaultLimits, type Execution, type Job } from '../../schema/execution.ts';
import { describeWrapperContract } from '../../testing/executor-contract.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { collect } from '../../util/collect.ts';
import { type ProofOptions, withProof } from './reference-proofs.ts';

const job: Job = { id: 'a', code: 'answer', test: 'tests', limits: defaultLimits, libs: [] };
const order = { prompt: 'import os', entryPoint: 'task_func' };
const taskOf = () => ({ order, reference: 'reference' });
const value: Execution['separate'] = { level: 'value', words: [] };

type Answer = (job: Job) => Partial<Execution>;

/** Runs one job; `separate` and `plain` say what each judge finds. */
async function prove(separate: Answer, plain: Answer = () => ({}), options: ProofOptions = { taskOf }) {
  const seen: Job[] = [];
  const executor = createScriptedExecutor((given) => {
    seen.push(given);
    return given.separate ? { separate: value, ...separate(given) } : plain(given);
  });
  const [execution] = await collect(withProof(executor, options).execute([job]));
  return { execution, seen };
}

describeWrapperContract({ name: 'withProof', wrap: (inner) => withProof(inner) });

describe('withProof', () => {
  it('runs a program under the separate judge alone where that proves it', async () => {
    const { execution, seen } = await prove(() => ({ separate: { level: 'reference', words: [] } }));
    expect(execution).toMatchObject({
      id: 'a',
      outcome: 'pass',
      proof: { state: 'proven', level: 'reference' },
      flags: [],
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ code: 'answer', separate: order });
  });

  it('takes the failure from the run in one process', async () => {
    const { execution, seen } = await prove(
      () => ({ outcome: 'fail', reason: 'there' }),
      () => ({ outcome: 'fail', reason: 'here' }),
    );
    expect(execution).toMatchObject({ outcome: 'fail', reason: 'here', flags: [] });
    expect(execution).not.toHaveProperty('proof');
    expect(seen.map(({ separate }) => separate !== undefined)).toEqual([true, false]);
  });

  it('leaves a pass unproven that only one process believes', async () => {
    const { execution, seen } = await prove((given) =>
      given.code === 'reference' ? {} : { outcome: 'fail', reason: 'AssertionError: 1 != 2' },
    );
    expect(execution).toMatchObject({ outcome: 'pass', flags: ['integrity:unproven'] });
    expect(execution?.proof).toEqual({
      state: 'unproven',
      why: 'fail under the separate judge: AssertionError: 1 != 2',
      fails: true,
    });
    expect(seen.map(({ code }) => code)).toEqual(['answer', 'answer', 'reference']);
  });

  it("leaves a pass unproven that rests on the program's word", async () => {
    const words: Execution['separate'] = { level: 'word', words: ['it said so'] };
    const { execution } = await prove((given) => ({ separate: given.code === 'reference' ? value : words }));
    expect(execution?.proof).toEqual({ state: 'unproven', why: 'it said so' });
  });

  it.each<[Partial<Execution>, string]>([
    [{ outcome: 'fail', reason: 'no' }, 'the reference solution: fail under the separate judge: no'],
    [{ separate: { level: 'word', words: ['so it says'] } }, 'the reference solution: so it says'],
  ])('calls a task unprovable whose reference solution is not proven: %j', async (finding, why) => {
    const { execution } = await prove(() => finding);
    expect(execution).toMatchObject({ outcome: 'pass', proof: { state: 'unprovable', why }, flags: [] });
  });

  it('calls a task unprovable whose tests must not run separately', async () => {
    const { execution, seen } = await prove(() => ({
      outcome: 'error',
      separate: { unprovable: 'they load a pickle' },
    }));
    expect(execution?.proof).toEqual({ state: 'unprovable', why: 'they load a pickle' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    [1, 'pass'],
    [2, 'fail'],
  ] as const)(
    'runs the reference solution of a task %i times for all samples if it says %s',
    async (times, outcome) => {
      const seen: string[] = [];
      const executor = createScriptedExecutor(({ code, separate }) => {
        seen.push(code);
        return separate ? { outcome: code === 'reference' ? outcome : 'fail', separate: value } : {};
      });
      const proving = withProof(executor, { taskOf });
      await collect(proving.execute(['a', 'b', 'c'].map((id) => ({ ...job, id }))));
      expect(seen.filter((code) => code === 'reference')).toHaveLength(times);
    },
  );

  it('lets the reference solution run on for other callers when the one who asked first leaves', async () => {
    let finish = (_: Partial<Execution>) => {};
    const runs: AbortSignal[] = [];
    const executor = createScriptedExecutor((given, signal) => {
      if (given.code !== 'reference') return given.separate ? { outcome: 'fail', separate: value } : {};
      runs.push(signal);
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    const proving = withProof(executor, { taskOf });
    const leave = new AbortController();
    const first = collect(proving.execute([job], { signal: leave.signal }));
    await expect.poll(() => runs.length).toBe(1);
    const second = collect(proving.execute([{ ...job, id: 'b' }]));
    // It has asked for the reference as well when its plain run is over.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    leave.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(runs[0]?.aborted).toBe(false);
    finish({ separate: { level: 'value', words: [] } });
    expect(await second).toMatchObject([{ id: 'b', proof: { state: 'unproven' } }]);
    expect(runs).toHaveLength(1);
  });

  it('ends the reference solution when nobody waits for it any more', async () => {
    const runs: AbortSignal[] = [];
    const executor = createScriptedExecutor((given, signal) => {
      if (given.code !== 'reference') return given.separate ? { outcome: 'fail', separate: value } : {};
      runs.push(signal);
      return new Promise(() => {});
    });
    const leave = new AbortController();
    const running = collect(withProof(executor, { taskOf }).execute([job], { signal: leave.signal }));
    await expect.poll(() => runs.length).toBe(1);
    leave.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(runs[0]?.aborted).toBe(true);
  });

  it('does not take what ran into the limits of one caller for the word on all', async () => {
    const executor = createScriptedExecutor(({ code, separate, limits }) => {
      if (code !== 'reference') return separate ? { outcome: 'fail', separate: value } : {};
      return limits.wallMs < 100 ? { outcome: 'timeout', separate: value } : { separate: value };
    });
    const proving = withProof(executor, { taskOf });
    const short = { ...job, limits: { ...job.limits, wallMs: 1, cpuMs: 1 } };
    expect(await collect(proving.execute([short]))).toMatchObject([{ proof: { state: 'unprovable' } }]);
    expect(await collect(proving.execute([job]))).toMatchObject([{ proof: { state: 'unproven' } }]);
  });

  it('calls tampered what the separate judge calls so', async () => {
    const { execution } = await prove(() => ({ outcome: 'tampered', reason: 'a message that breaks the rules' }));
    expect(execution).toMatchObject({ outcome: 'tampered', status: 'fail', reason: 'a message that breaks the rules' });
    expect(execution).not.toHaveProperty('proof');
  });

  it('tells where only the separate judge lets a program pass', async () => {
    const { execution } = await prove(
      () => ({ separate: { level: 'word', words: ['it said so'] } }),
      () => ({ outcome: 'fail' }),
    );
    expect(execution).toMatchObject({ outcome: 'fail', flags: ['integrity:differs'] });
  });

  it('proves nothing where the executor or the task is unknown', async () => {
    const without = await prove(() => ({ separate: undefined }));
    expect(without.execution?.proof).toEqual({ state: 'unprovable', why: 'the executor has no separate judge' });
    const unknown = await prove(() => ({}), undefined, {});
    expect(unknown.execution?.proof).toEqual({ state: 'unprovable', why: 'no task is known for these tests' });
    expect(unknown.seen).toEqual([job]);
  });

  it('lets any number of jobs through', async () => {
    const executor = createScriptedExecutor((given) => ({
      outcome: Number(given.id) % 2 === 0 ? 'fail' : 'pass',
      ...(given.separate ? { separate: value } : {}),
    }));
    const jobs = Array.from({ length: 101 }, (_, index) => ({ ...job, id: String(index) }));
    const executions = await collect(withProof(executor, { taskOf }).execute(jobs));
    expect(executions.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(jobs.map(({ id }) => Number(id)));
    expect(executions.filter(({ proof }) => proof?.state === 'proven')).toHaveLength(50);
    expect(executions.filter(({ outcome }) => outcome === 'fail')).toHaveLength(51);
  });

  it('ends when it is aborted, and when its consumer leaves', async () => {
    const executor = createScriptedExecutor((given) =>
      given.separate ? { outcome: 'fail', separate: value } : new Promise(() => {}),
    );
    const abort = new AbortController();
    const running = collect(withProof(executor, { taskOf }).execute([job], { signal: abort.signal }));
    abort.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');

    const quick = createScriptedExecutor((given) => (given.id === 'a' ? { outcome: 'fail' } : new Promise(() => {})));
    for await (const { id } of withProof(quick).execute([job, { ...job, id: 'b' }])) {
      expect(id).toBe('a');
      break;
    }
  });
});
