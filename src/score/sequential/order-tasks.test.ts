import { describe, expect, test } from 'vitest';
import { orderTasks } from './order-tasks.ts';

const ids = Array.from({ length: 43 }, (_, at) => `T/${at}`);
const unknown = () => undefined;

describe('orderTasks', () => {
  test('has each task once, in an order that depends on the seed alone', () => {
    const { taskIds, block } = orderTasks({ taskIds: ids, difficultyOf: unknown, seed: 3 });
    expect(block).toBe(1);
    expect([...taskIds].sort()).toEqual([...ids].sort());
    expect(orderTasks({ taskIds: ids.toReversed(), difficultyOf: unknown, seed: 3 }).taskIds).toEqual(taskIds);
    expect(orderTasks({ taskIds: ids, difficultyOf: unknown, seed: 4 }).taskIds).not.toEqual(taskIds);
  });

  test('draws from each quarter of difficulty in turn; what does not divide comes first', () => {
    const difficulty = new Map(ids.map((id, at) => [id, at]));
    const { taskIds, block } = orderTasks({ taskIds: ids, difficultyOf: (id) => difficulty.get(id), seed: 1 });
    expect(block).toBe(4);
    expect(new Set(taskIds).size).toBe(43);
    const rest = taskIds.slice(3).map((id) => difficulty.get(id) ?? 0);
    const limits = [...rest].sort((a, b) => a - b);
    for (const [at, value] of rest.entries()) {
      const stratum = at % 4;
      expect(value).toBeGreaterThanOrEqual(limits[10 * stratum] ?? 0);
      expect(value).toBeLessThan(limits[10 * stratum + 10] ?? 43);
    }
  });
});
