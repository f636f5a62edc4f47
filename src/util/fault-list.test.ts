import { expect, it } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { FaultList } from './fault-list.ts';

function throwAll(count: number): unknown {
  const faults = new FaultList();
  for (let line = 1; line <= count; line++) {
    faults.attempt(() => {
      throw new BigCodeBenchError('BAD_INPUT', `line ${line} is bad.`, { data: { line } });
    });
  }
  try {
    faults.throwIfAny((all) => `${all} lines are bad:`);
    return undefined;
  } catch (error) {
    return error;
  }
}

it('throws nothing for none, one as it is, ten in full, and counts the rest', () => {
  expect(throwAll(0)).toBeUndefined();
  expect(throwAll(1)).toMatchObject({ message: 'line 1 is bad.', data: { line: 1 } });
  expect(throwAll(2)).toMatchObject({ message: '2 lines are bad:\n  line 1 is bad.\n  line 2 is bad.' });
  const many = throwAll(12) as BigCodeBenchError;
  expect(many).toMatchObject({ code: 'BAD_INPUT', data: { line: 1, faults: 12 } });
  expect(many.message.split('\n').slice(-2)).toEqual(['  line 10 is bad.', '  … and 2 more']);
});

it('lets other errors through', () => {
  const faults = new FaultList();
  expect(() => faults.attempt(() => JSON.parse('{'))).toThrow(SyntaxError);
  expect(faults.attempt(() => 7)).toBe(7);
});
