import { describe, expect, it } from 'vitest';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { defaultLimits } from '../../schema/limits.ts';
import type { TwinFindings } from '../../schema/twin.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { collect } from '../../util/collect.ts';
import { type ProofOptions, withProof } from './with-proof.ts';

const job: Job = { id: 'a', code: 'answer', test: 'tests', limits: defaultLimits, libs: [] };
const tests: Execution['tests'] = [
  { name: 'test_a', outcome: 'pass', ms: 1 },
  { name: 'test_b', outcome: 'pass', ms: 1 },
];

type State = TwinFindings['tests'][number]['state'];

/** What a twin shows: the state of each test, one site per test. */
function findings(states: readonly [State, State], more: Partial<TwinFindings> = {}): TwinFindings {
  const shown = states.map((state, index) => ({ name: `test_${'ab'[index]}`, state, site: index }));
  return { tests: shown, reached: [0, 1], silent: [], ...more };
}

/** Runs one job; `twins` says what each twin shows, of whom. */
async function prove(twins: (job: Job) => Partial<Execution>, options: ProofOptions = {}) {
  const seen: Job[] = [];
  const executor = createScriptedExecutor((given) => {
    seen.push(given);
    return given.twin ? { outcome: 'fail', ...twins(given) } : { tests };
  });
  const [execution] = await collect(withProof(executor, options).execute([job]));
  return { execution, twins: seen.filter(({ twin }) => twin) };
}

describe('withProof', () => {
  it('proves a pass whose twins fail', async () => {
    const { execution, twins } = await prove(() => ({ twin: findings(['failed', 'failed']) }));
    expect(execution).toMatchObject({ id: 'a', outcome: 'pass', proof: { state: 'proven' }, flags: [] });
    expect(twins).toHaveLength(1);
    expect(twins[0]?.twin?.seed).toMatch(/^[0-9a-f]{32}$/);
  });

  it('draws every twin from another seed', async () => {
    const { twins } = await prove(() => ({ twin: findings(['failed', 'otherwise']) }));
    expect(new Set(twins.map(({ twin }) => twin?.seed)).size).toBe(3);
    expect(twins.map(({ twin }) => twin?.sure)).toEqual([false, false, true]);
  });

  it('calls a pass tampered when a twin passes', async () => {
    const { execution } = await prove(() => ({ twin: findings(['failed', 'passed']) }));
    expect(execution).toMatchObject({ outcome: 'tampered', status: 'fail' });
    expect(execution?.reason).toBe('passes tests that are made to fail: test_b');
    expect(execution).not.toHaveProperty('proof');
  });

  it('calls a pass tampered when a false claim holds on the way', async () => {
    const { execution } = await prove(() => ({ twin: findings(['failed', 'failed'], { silent: [4] }) }));
    expect(execution).toMatchObject({ outcome: 'tampered', reason: expect.stringContaining('assertion 5') });
  });

  it('calls a pass tampered when its twin is', async () => {
    const { execution } = await prove(() => ({ outcome: 'tampered', reason: 'changed: builtins.len' }));
    expect(execution).toMatchObject({ outcome: 'tampered', reason: 'changed: builtins.len' });
  });

  it('asks the reference before it accuses, and remembers what the reference passes', async () => {
    const referenceOf = () => 'reference';
    const answers = (given: Job) => ({
      twin: given.twin?.exclude.includes(1)
        ? findings(['failed', 'failed'])
        : findings([given.code === 'reference' ? 'passed' : 'failed', 'passed']),
    });
    const { execution, twins } = await prove(answers, { referenceOf });
    expect(execution?.proof).toEqual({ state: 'proven' });
    expect(twins.map(({ code }) => code)).toEqual(['answer', 'reference', 'answer']);
    expect(twins[1]?.twin).toEqual(twins[0]?.twin);
    expect(twins[2]?.twin?.exclude).toEqual([1]);
  });

  it('clears a claim that holds falsified for the reference, too', async () => {
    const answers = (given: Job) => ({
      twin: findings(['failed', 'failed'], { silent: given.twin?.exclude.includes(1) ? [] : [1] }),
    });
    const { execution, twins } = await prove(answers, { referenceOf: () => 'reference' });
    expect(execution).toMatchObject({ outcome: 'pass', proof: { state: 'proven' } });
    expect(twins.map(({ code }) => code)).toEqual(['answer', 'reference']);
  });

  it('accuses when the reference fails the twin that the program passes', async () => {
    const answers = (given: Job) => ({
      twin: findings(['failed', given.code === 'reference' ? 'failed' : 'passed']),
    });
    const { execution } = await prove(answers, { referenceOf: () => 'reference' });
    expect(execution?.outcome).toBe('tampered');
  });

  it.each([
    ['none', 'nothing'],
    ['unreached', 'unreached'],
    ['otherwise', 'otherwise'],
  ] as const)('leaves a pass unproven where a twin shows %s', async (state, why) => {
    const { execution } = await prove(() => ({ twin: findings(['failed', state]) }));
    expect(execution).toMatchObject({ outcome: 'pass', flags: ['integrity:unproven'] });
    expect(execution?.proof).toEqual({ state: 'unproven', why, tests: ['test_b'] });
  });

  it('leaves a pass unproven where the executor knows no twins', async () => {
    const { execution } = await prove(() => ({ outcome: 'pass' }));
    expect(execution?.proof).toEqual({ state: 'unproven', why: 'executor', tests: ['test_a', 'test_b'] });
  });

  it('lets everything else through, and any number of jobs', async () => {
    const executor = createScriptedExecutor((given) => {
      if (given.twin) return { outcome: 'fail', twin: findings(['failed', 'failed']) };
      return Number(given.id) % 2 === 0 ? { outcome: 'fail' } : { tests };
    });
    const jobs = Array.from({ length: 101 }, (_, index) => ({ ...job, id: String(index) }));
    const executions = await collect(withProof(executor).execute(jobs));
    expect(executions.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(jobs.map(({ id }) => Number(id)));
    expect(executions.filter(({ proof }) => proof?.state === 'proven')).toHaveLength(50);
    expect(executions.filter(({ outcome }) => outcome === 'fail')).toHaveLength(51);
  });

  it('ends when it is aborted, and when its consumer leaves', async () => {
    const executor = createScriptedExecutor((given) => (given.twin ? new Promise(() => {}) : { tests }));
    const abort = new AbortController();
    const running = collect(withProof(executor).execute([job], { signal: abort.signal }));
    abort.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');

    const quick = createScriptedExecutor((given) => (given.id === 'a' ? { outcome: 'fail' } : new Promise(() => {})));
    for await (const { id } of withProof(quick).execute([job, { ...job, id: 'b' }])) {
      expect(id).toBe('a');
      break;
    }
  });
});
