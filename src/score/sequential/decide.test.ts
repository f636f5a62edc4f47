import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../util/random.ts';
import { blockSizes, decide } from './decide.ts';

interface PeerCase {
  readonly input: { readonly [key in 'total' | 'block' | 'samples']: number } & {
    readonly margin: number | null;
    readonly values: readonly number[];
  };
  readonly expected: {
    readonly verdict: string;
    readonly tasks: number;
    readonly steps: readonly Readonly<Record<string, number>>[];
  };
}

/** What test/peers/decide.py computed with exact fractions. */
const peer: PeerCase[] = JSON.parse(readFileSync(new URL('decide.peer.json', import.meta.url), 'utf8'));

const settings = { total: 400, block: 1, alpha: 0.05 };
const repeat = (value: number, count: number) => Array<number>(count).fill(value);

/** Differences of two models of which the second is better by `gap`; so many tasks differ. */
function draw(count: number, gap: number, discordance: number, seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const point = random();
    return point < (discordance + gap) / 2 ? 1 : point < discordance ? -1 : 0;
  });
}

describe('decide', () => {
  test.each(peer.map((each) => [each.expected.verdict, each.input.samples, each] as const))(
    'agrees with Python to 1e-9: %s, samples: %i',
    (_, __, { input, expected }) => {
      const { values, samples, margin, ...rest } = input;
      const differences = values.map((value) => value / samples);
      const share = margin === null ? {} : { margin: margin / 100 };
      const { verdict, tasks, steps } = decide({ ...rest, ...share, differences, alpha: 0.05 });
      expect([verdict, tasks, steps.length]).toEqual([expected.verdict, expected.tasks, expected.steps.length]);
      for (const [at, step] of expected.steps.entries()) {
        for (const [name, value] of Object.entries(step)) {
          const own = (steps[at] as unknown as Record<string, number>)[name] ?? Number.NaN;
          expect(Math.abs(own - value) / Math.max(1, value), `${name} after ${step.tasks}`).toBeLessThan(1e-9);
        }
      }
    },
  );

  test('says which one is better, and the same from the other side', () => {
    const differences = draw(400, 0.3, 0.4, 1);
    const { tasks, ...found } = decide({ ...settings, differences });
    expect(found.verdict).toBe('better');
    expect(found.eValue).toBeGreaterThanOrEqual(20);
    const mirrored = decide({ ...settings, differences: differences.map((value) => -value) });
    expect(mirrored).toMatchObject({ verdict: 'worse', tasks, eValue: found.eValue });
  });

  test('never changes a decision, whatever comes after', () => {
    const differences = draw(400, 0.3, 0.4, 1);
    const { tasks } = decide({ ...settings, differences });
    const turned = [...differences.slice(0, tasks), ...repeat(-1, 400 - tasks)];
    expect(decide({ ...settings, differences: turned })).toEqual(decide({ ...settings, differences }));
    expect(decide({ ...settings, differences: differences.slice(0, tasks - 1) }).verdict).toBe('undecided');
  });

  test('finds equivalence only within a margin, and only with enough tasks', () => {
    const alike = repeat(0, 400);
    expect(decide({ ...settings, differences: alike }).verdict).toBe('undecided');
    const close = decide({ ...settings, differences: alike, margin: 0.05 });
    expect(close.verdict).toBe('equivalent');
    const closer = decide({ ...settings, differences: alike, margin: 0.02 });
    expect(closer.tasks).toBeGreaterThan(close.tasks);
  });

  test('waits for whole blocks: first what the strata leave over', () => {
    expect(blockSizes(10, 4)).toEqual([2, 4, 4]);
    const one = repeat(1, 10);
    const { steps } = decide({ differences: one.slice(0, 9), total: 10, block: 4, alpha: 0.0001 });
    expect(steps.map(({ tasks }) => tasks)).toEqual([2, 6]);
    expect(decide({ differences: one.slice(0, 1), total: 10, block: 4, alpha: 0.05 })).toMatchObject({
      tasks: 0,
      eValue: 0.5,
    });
  });

  test('is wrong about equal models in fewer than 5 of 100 runs, however long one looks', () => {
    let wrong = 0;
    for (let seed = 0; seed < 200; seed++) {
      if (decide({ ...settings, differences: draw(400, 0, 0.3, seed) }).verdict !== 'undecided') wrong++;
    }
    expect(wrong).toBeGreaterThan(0);
    expect(wrong / 200).toBeLessThan(0.05);
  });

  test('rarely calls what is exactly a margin apart equivalent', () => {
    let wrong = 0;
    for (let seed = 0; seed < 150; seed++) {
      const differences = draw(400, 0.1, 0.2, seed);
      if (decide({ ...settings, differences, margin: 0.1 }).verdict === 'equivalent') wrong++;
    }
    expect(wrong / 150).toBeLessThan(0.05);
  });
});
