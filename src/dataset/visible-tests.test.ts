import { describe, expect, it } from 'vitest';
import { listTestNames } from './test-names.ts';
import { cutHiddenTests, visibleTestsOf } from './visible-tests.ts';

const testsNamed = (...names: string[]) =>
  ['class TestCases(unittest.TestCase):', ...names.map((name) => `    def ${name}(self):\n        pass`)].join('\n');

describe('visibleTestsOf', () => {
  it.each([
    [['test_b', 'test_a'], ['test_a']],
    [['test_2', 'test_10', 'test_1'], ['test_1']],
    [
      ['test_d', 'test_c', 'test_b', 'test_a'],
      ['test_a', 'test_b'],
    ],
    [['test_only'], ['test_only']],
    [[], []],
  ])('of %j shows %j', (names, visible) => {
    expect(visibleTestsOf(testsNamed(...names))).toEqual(visible);
  });
});

describe('cutHiddenTests', () => {
  it('leaves the visible tests and what they need', () => {
    const source = `import unittest
class Base(unittest.TestCase):
    # about the hidden one
    def test_z(self): self.fail("hidden")
class TestCases(Base):
    limit = 3
    def setUp(self):
        self.x = 1
    @patch("a",
           "hidden")
    @other
    def test_c(self):
        """hidden
def test_a"""
        if True:
            self.assertEqual(1, "hidden")
        # hidden
    # hidden, too
    def test_a(self):
        self.assertEqual(self.x, 1)  # kept
    def helper(self): return 2
    async def test_z(self):
        hidden = 1
`;
    const cut = cutHiddenTests(source);
    expect(cut).not.toContain('hidden');
    expect(cut).toContain('    def test_a(self):\n        self.assertEqual(self.x, 1)  # kept\n    def helper(self)');
    expect(cut).toMatch(/^class Base\(unittest\.TestCase\):\n {4}pass\nclass TestCases/m);
    expect(listTestNames(cut)).toEqual(['test_a']);
  });

  it('leaves a source without hidden tests as it is', () => {
    expect(cutHiddenTests(testsNamed('test_only'))).toBe(testsNamed('test_only'));
    expect(cutHiddenTests('def (((')).toBe('def (((');
  });
});
