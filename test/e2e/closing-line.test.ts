import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { root } from './testing/installed.ts';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
}

// The script has no types: it runs before anything is installed.
const script: {
  countVitest(report: object, status: number): Counts;
  countUnittest(output: string, status: number): Counts;
  formatCounts(counts: readonly Counts[]): string;
  parseCounts(line: string): Counts;
} = await import(pathToFileURL(join(root, 'scripts', 'count-tests.mjs')).href);
const { countUnittest, countVitest, formatCounts, parseCounts } = script;

const skippedFor = (needs: string) => ({ status: 'skipped', meta: { needs } });

const report = {
  numPassedTests: 2,
  numFailedTests: 0,
  success: true,
  testResults: [
    { assertionResults: [{ status: 'passed', meta: {} }, skippedFor('chromium'), skippedFor('redis-server')] },
    { assertionResults: [{ status: 'passed', meta: {} }, skippedFor('redis-server'), { status: 'todo', meta: {} }] },
  ],
};

it('knows why: no test is skipped by a condition that has no name', () => {
  const files = ['src', 'test', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const nameless = /\b(describe|it|test)\.(skip|skipIf|runIf)\b|\bcontext\.skip\(/;
  const found = files
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => nameless.test(readFileSync(join(root, file), 'utf8')));
  expect(found).toEqual([]);
});

describe('the closing line of the tests', () => {
  it('says for want of what tests were skipped, the most frequent first', () => {
    expect(formatCounts([countVitest(report, 0)])).toBe(
      '2 passed, 0 failed, 4 skipped (redis-server: 2, chromium: 1, no reason given: 1)',
    );
  });

  it('adds up what several programs counted', () => {
    const counts = [
      { passed: 3, failed: 1, skipped: ['b', 'a'] },
      { passed: 4, failed: 2, skipped: ['a'] },
    ];
    expect(formatCounts(counts)).toBe('7 passed, 3 failed, 3 skipped (a: 2, b: 1)');
    expect(formatCounts([{ passed: 9, failed: 0, skipped: [] }])).toBe('9 passed, 0 failed, 0 skipped');
  });

  it('can be read back and added up; one that is missing is a failure', () => {
    const line = '7 passed, 3 failed, 3 skipped (a: b: 2, uv: 1)';
    expect(parseCounts(line)).toEqual({ passed: 7, failed: 3, skipped: ['a: b', 'a: b', 'uv'] });
    expect(parseCounts('9 passed, 0 failed, 0 skipped')).toEqual({ passed: 9, failed: 0, skipped: [] });
    expect(formatCounts([line, '', line].map(parseCounts))).toBe('14 passed, 7 failed, 6 skipped (a: b: 4, uv: 2)');
  });

  it('counts a failure though no test failed: a file that cannot be loaded, an error that nobody caught', () => {
    expect(countVitest({ ...report, success: false }, 1).failed).toBe(1);
    expect(countVitest(report, 1).failed).toBe(1);
    expect(countVitest({ ...report, numFailedTests: 3, success: false }, 1).failed).toBe(3);
  });

  it('reads what unittest prints', () => {
    const lines = [
      'test_a (tests.A.test_a) ... ok',
      "test_b (tests.A.test_b) ... skipped 'the kernel lists no children'",
      'test_c (tests.A.test_c) ... FAIL',
      'test_d (tests.A.test_d) ... ERROR',
      '',
      'Ran 4 tests in 0.1s',
      '',
      'FAILED (failures=1, errors=1, skipped=1)',
    ];
    expect(countUnittest(lines.join('\n'), 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: ['the kernel lists no children'],
    });
    expect(countUnittest('Ran 132 tests in 20.1s\n\nOK\n', 0)).toEqual({ passed: 132, failed: 0, skipped: [] });
  });

  it('takes no tests at all for a failure', () => {
    expect(countUnittest('Ran 0 tests in 0.0s\n\nOK\n', 0).failed).toBe(1);
    expect(countUnittest('No module named tests', 1).failed).toBe(1);
  });
});
