import { describe, expect, test } from 'vitest';
import {
  buildInspectionFiles,
  type InspectedSample,
  renderInspection,
  renderInspectionCsv,
  renderInspectionMarkdown,
  summarizeInspection,
} from './inspection.ts';
import { exampleTask } from './testing/example-report.ts';

const passed: InspectedSample = { solution: 'fine', status: 'pass', details: {} };
const failed: InspectedSample = {
  solution: 'broken',
  status: 'fail',
  details: { test_a: 'Traceback\nAssertionError: 1 != 2\n', test_b: 'Traceback\nKeyError' },
};
const input = {
  results: { 'T/0': [passed, passed], 'T/1': [passed, failed], 'T/9': [failed] },
  tasks: [exampleTask('T/0'), exampleTask('T/1', { domains: ['Time'], libs: ['pytz'] }), exampleTask('T/2')],
  split: 'instruct',
} as const;

describe('buildInspectionFiles', () => {
  test("writes the original's files for tasks that not every sample solves", () => {
    const rule = '='.repeat(50);
    expect([...buildInspectionFiles(input)]).toEqual([
      { path: 'T/1/ground_truth.py', content: 'Parse the text.\n\n    return json.loads(text)' },
      { path: 'T/1/test_case.py', content: exampleTask('T/1').test },
      { path: 'T/1/completion_0.py', content: 'fine' },
      { path: 'T/1/complete_0_execution_trace.txt', content: '' },
      { path: 'T/1/completion_1.py', content: 'broken' },
      {
        path: 'T/1/complete_1_execution_trace.txt',
        content: `Test Case: test_a\n\nTraceback\nAssertionError: 1 != 2\n${rule}\nTest Case: test_b\n\nTraceback\nKeyError\n${rule}\n`,
      },
    ]);
  });
});

describe('summarizeInspection', () => {
  const summary = summarizeInspection(input);

  test('counts tasks, samples, exceptions and groups', () => {
    expect(summary).toMatchObject({
      tasks: 2,
      unsolved: ['T/1'],
      unknown: ['T/9'],
      byStatus: { pass: 3, fail: 1, timeout: 0 },
      byDomain: [
        { name: 'Time', unsolved: 1, tasks: 1 },
        { name: 'System', unsolved: 0, tasks: 1 },
      ],
      causes: [
        { cause: 'AssertionError', count: 1 },
        { cause: 'KeyError', count: 1 },
      ],
    });
    expect(summary.tests[0]).toEqual({ taskId: 'T/1', test: 'test_a', count: 1, cause: 'AssertionError: 1 != 2' });
  });

  test('is readable as text, Markdown and CSV', () => {
    expect(renderInspection(summary)).toMatch(/^1 of 2 tasks are not solved/);
    expect(renderInspection(summary)).toMatch(/T\/1 {2}test_a {2}1× {2}AssertionError: 1 != 2/);
    expect(renderInspectionMarkdown(summary)).toContain('| T/1 | test_a | 1× | AssertionError: 1 != 2 |');
    expect(renderInspectionCsv(summary).split('\r\n')[1]).toBe('T/1,test_a,1,AssertionError: 1 != 2');
  });
  test('shows what a model wrote as text in every format', () => {
    const trace = 'Traceback\n=cmd() <img src=x> | \x1b[2J: no exception';
    const hostile = summarizeInspection({
      ...input,
      results: { 'T/1': [{ solution: '', status: 'fail', details: { test_a: trace } }] },
    });
    expect(renderInspection(hostile)).toContain('=cmd() <img src=x> | \ufffd[2J: no exception');
    expect(renderInspection(hostile)).not.toContain('\x1b');
    expect(renderInspectionMarkdown(hostile)).toContain('=cmd() &lt;img src=x> \\| \ufffd\\[2J: no exception |');
    expect(renderInspectionCsv(hostile)).toContain("T/1,test_a,1,'=cmd() <img src=x> |");
  });
});
