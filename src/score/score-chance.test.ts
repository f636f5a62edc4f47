import { describe, expect, test } from 'vitest';
import { scoreChance } from './score-chance.ts';
import { scoreRun } from './score-run.ts';

const tasks = ['a', 'b', 'c', 'd'].map((id) => ({ id, domains: [], libs: [], hard: false }));

describe('scoreChance', () => {
  test('gives the range between the worst and the best of all runs', () => {
    const chance = scoreChance(tasks, [
      { taskId: 'a', passed: 3, runs: 3 },
      { taskId: 'b', passed: 1, runs: 4 },
      { taskId: 'c', passed: 0, runs: 3 },
    ]);
    expect(chance).toEqual({ confirmed: 3, changed: 1, expected: 1.25 / 4, range: [1 / 4, 2 / 4] });
  });

  test('averages samples of a task first, as pass@1 does', () => {
    const samples = [
      { taskId: 'a', passed: 2, runs: 2 },
      { taskId: 'a', passed: 0, runs: 2 },
      { taskId: 'b', passed: 1, runs: 1 },
      { taskId: 'elsewhere', passed: 0, runs: 2 },
    ];
    const { passAt1 } = scoreRun({
      tasks,
      passK: [1],
      samples: samples.map(({ taskId, passed }) => ({ taskId, passed: passed > 0 })),
    });
    const chance = scoreChance(tasks, samples);
    expect(chance?.range).toEqual([passAt1.value, passAt1.value]);
    expect(chance?.expected).toBe(passAt1.value);
  });

  test('says nothing where nothing was re-run', () => {
    expect(scoreChance(tasks, [{ taskId: 'a', passed: 1, runs: 1 }])).toBeUndefined();
  });
});
