import { expect, it } from 'vitest';
import { buildEntry } from '../../upstream/eval-results.ts';
import { addStack, buildInspectionFiles } from '../inspection.ts';
import { exampleTask, exampleVerdict } from '../testing/example-report.ts';
import { buildSampleDocument } from './sample-document.ts';
import { buildTaskAnswer } from './task-document.ts';

const late = exampleVerdict('T/1', {
  outcome: 'timeout',
  status: 'timeout',
  reason: 'wall',
  stack: '  File "__test__.py", line 2, in task_func',
  tests: [
    { name: 'test_a', outcome: 'pass', ms: 1 },
    { name: 'test_b', outcome: 'not-run', ms: 0 },
  ],
});

it('says of a timeout where it was, and which tests were not run', () => {
  const parts = { runId: 'r', task: undefined, isCalibrated: false, answer: {}, siblings: [late.outcome] };
  const { verdict, tests, cause } = buildSampleDocument({ ...parts, verdict: late });
  expect(verdict).toMatchObject({ outcome: 'timeout', stack: late.stack });
  expect(cause).toBe('timeout: wall');
  expect(tests.map(({ outcome }) => outcome)).toEqual(['pass', 'not-run']);
  expect(buildTaskAnswer('r', late).failedTests).toEqual([]);
});

it('has its stack in the trace that `inspect` writes, and not in the file of the original', () => {
  const task = exampleTask('T/1');
  const entry = buildEntry(late, task, false);
  expect(entry.details).toEqual({ ALL: 'timeout: wall\n' });
  const results = { 'T/1': [addStack(entry, late.stack)] };
  const files = [...buildInspectionFiles({ results, tasks: [task], split: 'complete' })];
  expect(files.at(-1)?.content).toContain(`Test Case: ALL\n\n${late.stack}\ntimeout: wall\n`);
  expect(addStack(entry, undefined)).toEqual(entry);
});
