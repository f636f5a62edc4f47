import { describe, expect, it } from 'vitest';
import type { FeedbackKind } from '../schema/rounds.ts';
import type { Verdict } from '../schema/verdict.ts';
import { buildFeedback, passesVisible } from './build-feedback.ts';

const test = [
  'class TestCases(unittest.TestCase):',
  '    def test_c(self):',
  '        self.assertEqual(task_func(3), "hidden value")',
  '    def test_a(self):',
  '        self.assertEqual(task_func(1), 1)',
  '    def test_b(self):',
  '        self.assertEqual(task_func(2), 2)',
].join('\n');

type Judged = Pick<Verdict, 'status' | 'outcome' | 'reason' | 'tests'>;

const judged = (outcomes: string, facts: Partial<Judged> = {}): Judged => ({
  status: outcomes === 'ooo' ? 'pass' : 'fail',
  outcome: outcomes === 'ooo' ? 'pass' : 'fail',
  tests: [...outcomes].map((mark, at) => {
    const name = `test_${'abc'[at]}`;
    if (mark === 'o') return { name, outcome: 'pass' as const, ms: 1 };
    if (mark === '-') return { name, outcome: 'missing' as const, ms: 0 };
    return { name, outcome: 'fail' as const, ms: 1, message: `Traceback\nAssertionError: 0 != ${at + 1}` };
  }),
  ...facts,
});
const tell = (kind: FeedbackKind, verdict: Judged) => buildFeedback({ kind, verdict, test });
const unloaded = judged('---', { outcome: 'error', reason: 'SyntaxError: invalid syntax (line 3)' });

describe('buildFeedback', () => {
  it('shows a failing visible test as it is written, with what it says, and nothing of the others', () => {
    const text = tell('visible', judged('xxx', { reason: 'AssertionError: hidden value' })) ?? '';
    expect(text).toContain('fails 1 of 1 tests');
    expect(text).toContain('def test_a(self):\n    self.assertEqual(task_func(1), 1)');
    expect(text).toContain('AssertionError: 0 != 1');
    for (const word of ['test_b', 'test_c', 'hidden value', '0 != 2']) expect(text).not.toContain(word);
  });

  it('tells of all tests that none ran, also where the verdict names none', () => {
    const refused = judged('', { outcome: 'blocked', reason: 'calls os.system (high)' });
    expect(tell('all', refused)).toContain('could not be loaded, so no test ran:\n\n```\nblocked: calls os.system');
    expect(tell('visible', refused)).toBe(tell('all', refused));
  });

  it.each<[FeedbackKind, string, boolean]>([
    ['visible', 'oxx', true],
    ['visible', 'xoo', false],
    ['compile', 'xxx', true],
    ['compile', 'ooo', true],
    ['all', 'oxo', false],
    ['all', 'ooo', true],
    ['none', 'ooo', false],
  ])('with feedback %s a conversation after %s has ended: %s', (kind, outcomes, hasEnded) => {
    expect(tell(kind, judged(outcomes)) === undefined).toBe(hasEnded);
  });

  it.each<FeedbackKind>(['compile', 'visible', 'all'])('with feedback %s says why a script does not load', (kind) => {
    expect(tell(kind, unloaded)).toContain('SyntaxError: invalid syntax (line 3)');
  });

  it.each<[string, Partial<Judged>]>([
    ['timeout: wall', { outcome: 'timeout', reason: 'wall' }],
    ['killed: SIGSEGV', { outcome: 'killed', reason: 'SIGSEGV' }],
    ['error: exited with status 3', { outcome: 'error', reason: 'exited with status 3 before the last test' }],
  ])('a script that ended in its first test was loaded: %s', (said, facts) => {
    const text = tell('visible', judged('---', facts));
    expect(text).toContain(`The script ended before this test did: ${said}`);
    expect(text).toContain('def test_a(self):');
    expect(text).not.toContain('loaded');
    expect(tell('compile', judged('---', facts))).toBeUndefined();
  });

  it('says of a test that was not reached that it did not run, and nothing of the test that stopped it', () => {
    const reason = 'ValueError: hidden value';
    const text = tell('visible', judged('-x-', { outcome: 'error', reason }));
    expect(text).toContain('This test did not run.');
    expect(text).not.toContain('hidden value');
  });

  it('shows a test with its decorators, and not those of the next', () => {
    const decorated = test
      .replace('    def test_a', '    @patch("open")\n    @patch("os.remove")\n    def test_a')
      .replace('    def test_b', '    @patch("hidden")\n    def test_b');
    const text = buildFeedback({ kind: 'visible', verdict: judged('xxx'), test: decorated });
    expect(text).toContain('```python\n@patch("open")\n@patch("os.remove")\ndef test_a(self):');
    expect(text).not.toContain('hidden');
  });

  it('is bounded, and counts what it leaves out', () => {
    const many = Array.from({ length: 9 }, (_, at) => `test_${at}`);
    const long = many.map((name) => `    def ${name}(self):\n        ${'x'.repeat(5000)}`).join('\n');
    const tests = many.map((name) => ({ name, outcome: 'fail' as const, ms: 1, message: 'y'.repeat(5000) }));
    const verdict = { status: 'fail', outcome: 'fail', tests } as const;
    const text = buildFeedback({ kind: 'all', verdict, test: `class TestCases(T):\n${long}` }) ?? '';
    expect(text.length).toBeLessThan(3700);
    expect(text).toContain('fails 9 of 9 tests');
    expect(text).toContain('8 more fail.');
  });
});

describe('passesVisible', () => {
  it.each([
    ['oxx', true],
    ['xoo', false],
    ['ooo', true],
  ])('of %s is %s', (outcomes, passes) => {
    expect(passesVisible(judged(outcomes), test)).toBe(passes);
  });
});
