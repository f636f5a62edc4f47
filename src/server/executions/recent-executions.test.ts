import { describe, expect, test } from 'vitest';
import { emptyExecution } from '../../schema/execution.ts';
import { createRecentExecutions } from './recent-executions.ts';

function fill(count: number, stdout = '') {
  const recent = createRecentExecutions(() => 0);
  for (let at = 0; at < count; at++) {
    const execution = { ...emptyExecution(), id: `${at}`, outcome: 'pass', status: 'pass', stdout } as const;
    recent.put(execution.id, execution, new Set());
  }
  return recent;
}

describe('RecentExecutions', () => {
  test('holds a bounded number, the latest', () => {
    const recent = fill(25_000);
    expect(recent.get('4999', '')).toBeUndefined();
    expect(recent.get('5000', '')?.id).toBe('5000');
    expect(recent.get('24999', '')?.id).toBe('24999');
    expect(recent.bytes).toBe(20_000 * 512);
  });

  test('holds a bounded number of bytes', () => {
    const recent = fill(200, 'x'.repeat(1024 * 1024));
    expect(recent.bytes).toBeLessThanOrEqual(64 * 1024 * 1024);
    expect(recent.get('199', '')?.id).toBe('199');
    expect(recent.get('168', '')).toBeUndefined();
  });
});
