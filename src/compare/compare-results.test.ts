import { describe, expect, it } from 'vitest';
import { describeDetails } from '../report/compare/render-comparison.ts';
import { comparisonDocumentSchema } from '../schema/comparison.ts';
import { defaultRules } from '../schema/evaluation-rules.ts';
import { createRandom } from '../util/random.ts';
import { compareResults } from './compare-results.ts';
import type { TaskFacts } from './task-facts.ts';
import { exampleResult } from './testing/example-result.ts';

const only = (...parameters: Parameters<typeof compareResults>) => {
  const [comparison] = compareResults(...parameters).comparisons;
  if (!comparison) throw new Error('nothing was compared');
  return comparison;
};

describe('compareResults', () => {
  it('counts, measures and lists what flipped', () => {
    const a = exampleResult('1110', { model: 'a', costUsd: 6 });
    const b = exampleResult('1001', { model: 'b' });
    const comparison = only([a, b]);
    expect(comparison).toMatchObject({ tasks: 4, both: 1, only_a: 2, only_b: 1, neither: 0, delta: -25, p: 1 });
    expect(comparison.a).toMatchObject({ name: 'a', score: 75, cost_usd: 6, cost_per_solved: 2 });
    expect(comparison.b).not.toHaveProperty('cost_usd');
    expect(comparison.flips).toEqual([
      { task_id: 'T/1', a: 'pass', b: 'fail', cause: 'AssertionError: task 1' },
      { task_id: 'T/2', a: 'pass', b: 'fail', cause: 'AssertionError: task 2' },
      { task_id: 'T/3', a: 'fail', b: 'pass', cause: 'AssertionError: task 3' },
    ]);
    expect(comparisonDocumentSchema.parse(comparison)).toEqual(comparison);
  });

  it('tells each score on the verified tasks too, unless the result is of another edition', () => {
    const verified = { version: 'v0.1.4', ids: new Set(['T/0', 'T/3', 'T/9']) };
    const of = (version?: string) => (version === undefined ? {} : { conditions: { dataset: `own ${version}` } });
    const a = exampleResult('1110', { model: 'a' });
    const b = exampleResult('1001', { model: 'b', ...of('v0.1.4') });
    const c = exampleResult('1001', { model: 'c', ...of('v0.1.3') });
    expect(only([a, b], { verified })).toMatchObject({
      a: { score: 75, verified: { tasks: 2, pass_at_1: 50, interval: [0, 100] } },
      b: { score: 50, verified: { tasks: 2, pass_at_1: 100, interval: [expect.any(Number), 100] } },
    });
    expect(only([a, c], { verified }).b.verified).toBeUndefined();
    const raw = only([a, b], { verified: { version: 'v0.1.4', ids: new Set() } });
    const told = only([a, b], { verified });
    const without = ({ verified: _, ...rest }: typeof told.a) => rest;
    expect({ ...told, a: without(told.a), b: without(told.b) }).toEqual({
      ...raw,
      a: without(raw.a),
      b: without(raw.b),
    });
    expect(() => only([b, c], { verified })).toThrow(/are not comparable: they differ in dataset \(own v0\.1\.4/);
  });

  it('says after how many tasks a run that stops would have decided, and the same from the other side', () => {
    const a = exampleResult('01'.repeat(60), { model: 'a' });
    const b = exampleResult('11'.repeat(60), { model: 'b' });
    const better = only([a, b]);
    expect(better.decision).toMatchObject({ verdict: 'better', e_value: expect.any(Number) });
    const used = better.decision?.tasks_used ?? 0;
    expect(used).toBeLessThan(120);
    expect(describeDetails(better).join(' ')).toContain(
      `Asked until decided, ${used} of 120 tasks would have been enough: B is better.`,
    );
    expect(only([b, a]).decision).toEqual({ ...better.decision, verdict: 'worse' });
    // Half of the evidence is not enough for a tenth of the α.
    const strict = only([a, b], { gate: { margin: 1, alpha: 0.005 } });
    expect(strict.decision?.tasks_used).toBeGreaterThan(used);
    const alike = only([a, a]);
    expect(alike.decision).toMatchObject({ verdict: 'undecided', e_value: 0.5 });
    expect(describeDetails(alike).join(' ')).toContain('all tasks would not have been enough');
  });

  it('finds no difference between a result and itself', () => {
    const result = exampleResult('110101');
    expect(only([result, result])).toMatchObject({ delta: 0, p: 1, flips: [], only_a: 0, only_b: 0 });
  });

  it('adjusts several comparisons by Holm, and keeps the single p', () => {
    const base = exampleResult('0'.repeat(40), { model: 'base' });
    const better = (count: number) => exampleResult('1'.repeat(count) + '0'.repeat(40 - count), { model: `m${count}` });
    const { comparisons, baseline } = compareResults([base, better(6), better(7), better(0)]);
    expect(baseline.name).toBe('base');
    const [first, second, third] = comparisons;
    expect(first?.p_single).toBeCloseTo(2 * 2 ** -6, 12);
    expect(second?.p).toBeCloseTo(3 * 2 * 2 ** -7, 12);
    expect(first?.p).toBeCloseTo(2 * 2 * 2 ** -6, 12);
    expect(third).toMatchObject({ p: 1, p_single: 1 });
  });

  it('splits the noise of repeated samples and says how consistent they are', () => {
    const random = createRandom(1);
    const draw = (share: number) =>
      Array.from({ length: 100 }, () => Array.from({ length: 4 }, () => (random() < share ? '1' : '0')).join(''));
    const comparison = only([exampleResult(draw(0.5), { model: 'a' }), exampleResult(draw(0.5), { model: 'b' })]);
    expect(comparison.test).toBe('sign-flip');
    expect(comparison.noise).toMatchObject({ hint: 'more samples' });
    expect(comparison.a.samples).toBe(4);
    expect(comparison.a.self_consistency).toBeGreaterThan(40);
    expect(comparison.a.self_consistency).toBeLessThan(60);
    expect(only([exampleResult('10'), exampleResult('11', { model: 'b' })]).noise).toBeUndefined();
  });

  it('tells flips of repeated samples by their counts', () => {
    const a = exampleResult(['111', '110', '100'], { model: 'a' });
    const b = exampleResult(['100', '100', '100'], { model: 'b' });
    expect(only([a, b]).flips.map(({ task_id, a: one, b: other }) => [task_id, one, other])).toEqual([
      ['T/0', '3/3', '1/3'],
    ]);
  });
});

describe('what must be equal', () => {
  const place = { fingerprint: 'f', isolation: 'namespaces', engine: 'e1' };
  const conditions = { subset: 'full', dataset: 'd 1', datasetHash: 'x', rules: defaultRules, ...place };
  it.each([
    ['split', { split: 'instruct' as const }, 'split (complete / instruct)'],
    ['subset', { subset: 'hard' }, 'subset (full / hard)'],
    ['dataset', { dataset: 'd 2' }, 'dataset (d 1 / d 2)'],
    ['rules', { rules: { ...defaultRules, calibrated: false } }, 'rules.calibrated (true / false)'],
    ['fingerprint', { fingerprint: 'g' }, 'environment fingerprint (f / g)'],
    ['isolation', { isolation: 'landlock' }, 'isolation (namespaces / landlock)'],
    ['engine', { engine: 'e2' }, 'engine (e1 / e2)'],
    ['caveat', { caveat: 'old server' }, 'caveat (none / old server)'],
  ])('refuses another %s, and says so where it is allowed', (_, other, sentence) => {
    const a = exampleResult('10', { model: 'a', conditions });
    const b = exampleResult('10', { model: 'b', conditions: { ...conditions, ...other } });
    expect(() => compareResults([a, b])).toThrow(sentence);
    const { mismatches } = only([a, b], { allowMismatch: true });
    expect(mismatches.map(({ field, a: one, b: two }) => `${field} (${one} / ${two})`)).toEqual([sentence]);
  });

  it('refuses other tasks, and names those left out where it is allowed', () => {
    const [a, b] = [exampleResult('101', { model: 'a' }), exampleResult('10', { model: 'b' })];
    expect(() => compareResults([a, b])).toThrow(/tasks \(3 \/ 2; 2 in both\)/);
    expect(only([a, b], { allowMismatch: true })).toMatchObject({
      tasks: 2,
      excluded: [{ reason: 'only in A', task_ids: ['T/2'] }],
      mismatches: [{ field: 'tasks', a: '3', b: '2; 2 in both' }],
    });
  });

  it('never compares what has nothing in common, nor one result alone', () => {
    const a = exampleResult('1');
    const other = { ...a, tasks: new Map([['X/0', { samples: 1, passed: 1, status: 'pass' as const }]]) };
    expect(() => compareResults([a, other], { allowMismatch: true })).toThrow(/no task in common/);
    expect(() => compareResults([a])).toThrow(/two results or more/);
  });

  it('says what nobody could check', () => {
    const [a, b] = [exampleResult('1', { model: 'a' }), exampleResult('1', { model: 'b', conditions })];
    expect(only([a, b]).notes).toEqual([
      'a.json does not say its subset, dataset, dataset hash, rules, environment fingerprint, isolation, engine: not checked.',
    ]);
  });
});

describe('slices', () => {
  const facts = new Map<string, TaskFacts>(
    Array.from({ length: 60 }, (_, at) => [
      `T/${at}`,
      {
        id: `T/${at}`,
        domains: at < 40 ? ['System'] : ['Time'],
        libs: at < 19 ? ['rare'] : ['common'],
        hard: false,
        solveRate: at < 30 ? 0.1 : 0.9,
      },
    ]),
  );
  const a = exampleResult('0'.repeat(60), { model: 'a' });
  const b = exampleResult('1'.repeat(30) + '0'.repeat(30), { model: 'b' });

  it('compares parts of 20 tasks or more, adjusted for looking at all of them', () => {
    const { by_domain, by_library, by_difficulty } = only([a, b], { facts });
    expect(by_domain.map(({ name, tasks, delta }) => [name, tasks, delta])).toEqual([
      ['System', 40, 75],
      ['Time', 20, 0],
    ]);
    expect(by_library.map(({ name }) => name)).toEqual(['common']);
    expect(by_difficulty.map(({ name, delta }) => [name, delta])).toEqual([
      ['solved by under 20% of published models', 100],
      ['solved by 80% or more', 0],
    ]);
    // Two of five slices differ by 30 tasks, both with p = 2 · 2⁻³⁰.
    expect(by_domain[0]?.p).toBeCloseTo(((2 * 2 ** -30) / 2) * 5, 15);
    expect(by_domain[1]?.p).toBe(1);
  });

  it('has none where nothing is known of the tasks', () => {
    expect(only([a, b])).toMatchObject({ by_domain: [], by_library: [], by_difficulty: [] });
  });
});

describe('rounds of repair', () => {
  const solvedAfter = (...rounds: string[]) => rounds.map((passes) => exampleResult(passes).tasks);
  const shown = exampleResult('1111', {
    model: 'a',
    rounds: { feedback: 'visible', after: solvedAfter('1000', '1110', '1111') },
  });
  const blind = exampleResult('1100', {
    model: 'a',
    source: 'b',
    rounds: { feedback: 'none', after: solvedAfter('1000', '1100') },
  });

  it('are compared one by one; who has fewer goes on as it is', () => {
    const { rounds, notes } = only([blind, shown]);
    expect(rounds).toMatchObject([
      { round: 0, a: 25, b: 25, delta: 0 },
      { round: 1, a: 50, b: 75, delta: 25 },
      { round: 2, a: 50, b: 100, delta: 50 },
    ]);
    for (const { delta, interval } of rounds ?? []) {
      expect(interval[0]).toBeLessThanOrEqual(delta);
      expect(interval[1]).toBeGreaterThanOrEqual(delta);
    }
    expect(notes.join(' ')).toMatch(/none in A, visible in B.* what the visible tests add/);
  });

  it('are compared with a run that has none, and left out of two such runs', () => {
    const once = exampleResult('1001', { model: 'c' });
    const { rounds, notes } = only([once, shown]);
    expect(rounds?.map(({ a }) => a)).toEqual([50, 50, 50]);
    expect(notes.join(' ')).toContain('no rounds in A, visible in B');
    expect(notes.join(' ')).not.toContain('what the visible tests add');
    const neither = only([once, exampleResult('1000', { model: 'd' })]);
    expect([neither.rounds, neither.notes.join().includes('Feedback')]).toEqual([undefined, false]);
  });
});

describe('the gate', () => {
  const same = exampleResult('10'.repeat(300), { model: 'a' });
  const worse = exampleResult(`${'00'.repeat(20)}${'10'.repeat(280)}`, { model: 'b' });
  const gateOf = (b: typeof same, margin: number) => only([same, b], { gate: { margin, alpha: 0.05 } }).gate;

  it('passes what is not worse, and fails what may be', () => {
    expect(gateOf({ ...same, model: 'c' }, 1)).toMatchObject({ passed: true, margin: 1, alpha: 0.05 });
    expect(gateOf(worse, 2)?.passed).toBe(false);
    expect(gateOf(worse, 6)?.passed).toBe(true);
  });

  it('fails where there are too few tasks to know', () => {
    const few = exampleResult('1010', { model: 'a' });
    const { gate } = only([few, { ...few, model: 'b' }], { gate: { margin: 2, alpha: 0.05 } });
    expect(gate).toMatchObject({ passed: false });
  });
});
