import { describe, expect, test } from 'vitest';
import { placeTests } from './sample-document.ts';

const program = 'import json\n\ndef task_func(text):\n    return json.loads(text)';

describe('placeTests', () => {
  test('tells the line of the test from the line of the program', () => {
    const message = [
      'Traceback (most recent call last):',
      '  File "__test__.py", line 12, in test_b',
      '    task_func("{")',
      '  File "__test__.py", line 4, in task_func',
      '    return json.loads(text)',
      '  File "/usr/lib/python3.10/json/__init__.py", line 346, in loads',
      'json.decoder.JSONDecodeError: Expecting property name',
    ].join('\n');
    const [placed] = placeTests([{ name: 'test_b', outcome: 'error', ms: 1, message }], program);
    expect(placed).toMatchObject({ testLine: 8, programLine: 4 });
  });

  test('prefers the test itself to a helper it calls', () => {
    const message =
      '  File "__test__.py", line 9, in test_a\n  File "__test__.py", line 6, in check\nAssertionError: 1 != 2';
    const [placed] = placeTests([{ name: 'test_a', outcome: 'fail', ms: 1, message }], program);
    expect(placed?.testLine).toBe(5);
    expect(placed?.programLine).toBeUndefined();
  });

  test('takes the recorded line of the program before any in the message', () => {
    const [placed] = placeTests([{ name: 'test_a', outcome: 'error', ms: 1, line: 3, message: 'KeyError' }], program);
    expect(placed).toEqual({ name: 'test_a', outcome: 'error', ms: 1, message: 'KeyError', programLine: 3 });
  });

  test('counts the lines of a program as Python does', () => {
    const message = '  File "__test__.py", line 4, in test_a\nAssertionError';
    const [placed] = placeTests([{ name: 'test_a', outcome: 'fail', ms: 1, message }], 'a = 1\r\nb = 2\rc = 3');
    expect(placed?.testLine).toBe(1);
  });
});
