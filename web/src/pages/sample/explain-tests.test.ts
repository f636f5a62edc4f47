import { describe, expect, it } from 'vitest';
import type { SampleDocument, TestView } from '../../../../src/schema/view/sample-document.ts';
import { explainTests, findStoppedLines, findSyntaxError, renumberFrames } from './explain-tests.ts';

const test = (name: string, outcome: TestView['outcome'], message?: string): TestView => ({
  name,
  outcome,
  ms: 1,
  ...(message === undefined ? {} : { message }),
});

function sample(
  verdict: Partial<SampleDocument['verdict']>,
  tests: readonly TestView[],
  { rawText, program = 'def task_func():\n    return 1\n' }: { rawText?: string; program?: string } = {},
) {
  const whole = { outcome: 'fail', status: 'fail', wallMs: 0, cpuMs: 0, ...verdict } as SampleDocument['verdict'];
  return { tests, verdict: whole, answer: { rawText }, program, calibrationLines: 0 };
}

describe('explainTests', () => {
  it('counts failing tests, and those that did not run beside them', () => {
    const tests = [test('a', 'pass'), test('b', 'fail', 'AssertionError'), test('c', 'not-run')];
    const { heading, explanation, failing, passing, notRun } = explainTests(sample({}, tests));
    expect(heading).toBe('1 of 3 tests fail, 1 did not run');
    expect(explanation).toBeUndefined();
    expect([failing, passing, notRun].map((group) => group.map(({ name }) => name))).toEqual([['b'], ['a'], ['c']]);
  });

  it('says of a timeout when it was, and counts no test as failing that did not end', () => {
    const tests = [test('a', 'pass'), test('b', 'missing'), test('c', 'not-run')];
    const late = { outcome: 'timeout', reason: 'wall', wallMs: 60_000 } as const;
    expect(explainTests(sample(late, tests))).toMatchObject({
      heading: '1 of 3 tests pass, 2 did not finish',
      explanation: 'Stopped after 1 min 0 s.',
      failing: [],
    });
    const unfinished = [test('a', 'pass'), test('b', 'not-run')];
    expect(explainTests(sample(late, unfinished))).toMatchObject({ heading: '1 of 2 tests pass, 1 did not finish' });
    const busy = { outcome: 'timeout', reason: 'cpu', cpuMs: 20_000 } as const;
    expect(explainTests(sample(busy, [test('a', 'not-run')]))).toMatchObject({
      heading: 'No test ran',
      explanation: 'Stopped after 20 s of CPU time.',
    });
    const stack = '  File "__test__.py", line 9, in test_a';
    expect(explainTests(sample({ ...busy, stack }, [test('a', 'not-run')]))).toMatchObject({
      heading: 'No test finished',
    });
  });

  it('names a refusal, whether its text was taken for code or dropped', () => {
    const sorry = "I'm sorry, but I can't help with that.";
    const tests = [test('a', 'missing')];
    const error = { outcome: 'error', reason: 'SyntaxError: invalid syntax (__test__.py, line 1)' } as const;
    expect(explainTests(sample(error, tests, { program: sorry })).explanation).toBe('The model declined to answer.');
    expect(explainTests(sample({}, tests, { program: '', rawText: sorry })).explanation).toBe(
      'The model declined to answer.',
    );
    expect(explainTests(sample({}, tests, { program: '' })).explanation).toBe('There was no code in the answer.');
  });

  it('gives the reason where no test says one', () => {
    const error = { outcome: 'error', reason: 'ImportError: no module named x' } as const;
    expect(explainTests(sample(error, [test('a', 'missing')]))).toMatchObject({
      heading: 'No test ran',
      explanation: 'ImportError: no module named x',
    });
  });

  it('has little to say of a pass', () => {
    const pass = { outcome: 'pass', status: 'pass' } as const;
    expect(explainTests(sample(pass, [test('a', 'pass')]))).toMatchObject({ heading: 'Its test passes' });
    expect(explainTests(sample(pass, []))).toMatchObject({ heading: 'It passes', explanation: undefined });
  });
});

describe('findSyntaxError', () => {
  const find = (reason: string, program = 'a\nb\nc') => findSyntaxError(sample({ reason }, [], { program }));

  it('is the line that the error names', () => {
    expect(find("SyntaxError: '(' was never closed (__test__.py, line 2)")).toEqual({
      line: 2,
      label: "'(' was never closed",
    });
    expect(find('IndentationError: unexpected indent (__test__.py, line 3)')?.line).toBe(3);
    expect(find('invalid syntax (__test__.py, line 1)')).toEqual({ line: 1, label: 'invalid syntax' });
  });

  it('is nothing for other reasons, and for a line that the program does not have', () => {
    expect(find('ValueError: bad line 2')).toBeUndefined();
    expect(find('wall')).toBeUndefined();
    expect(find('SyntaxError: invalid syntax (__test__.py, line 9)')).toBeUndefined();
  });
});

it('numbers frames by the pane that shows them', () => {
  const message =
    '  File "__test__.py", line 2, in task_func\n  File "__test__.py", line 5, in test_a\n  File "/x.py", line 5';
  expect(renumberFrames(message, { program: 'a\nb\nc', calibrationLines: 1 })).toBe(
    '  Program, line 2, in task_func\n  Tests, line 2, in test_a\n  File "/x.py", line 5',
  );
  expect(
    renumberFrames('SyntaxError: invalid syntax (__test__.py, line 3)', { program: 'a\nb\nc', calibrationLines: 0 }),
  ).toBe('SyntaxError: invalid syntax (Program, line 3)');
  const tried = { program: 'a\nb\nc', calibrationLines: 1 };
  expect(renumberFrames(message, tried, 'Solution')).toContain('  Solution, line 1, in task_func\n  Tests, line 2');
  expect(renumberFrames('__test__.py, line 1', tried, 'Solution')).toBe('Calibration, line 1');
});

describe('findStoppedLines', () => {
  it('are the innermost ones of the program and of its tests, not of a library', () => {
    const stack = [
      '  File "__test__.py", line 9, in test_a',
      '  File "__test__.py", line 2, in task_func',
      '  File "/usr/lib/python3/threading.py", line 1, in wait',
    ].join('\n');
    const { program } = sample({}, []);
    const tests = 9 - program.split('\n').length;
    expect(findStoppedLines(sample({ outcome: 'timeout', stack }, []))).toEqual({ program: 2, tests });
    expect(findStoppedLines(sample({ outcome: 'timeout' }, []))).toEqual({});
    expect(findStoppedLines(sample({ stack: '  File "__test__.py", line 9, in test_a' }, []))).toEqual({ tests });
  });
});
