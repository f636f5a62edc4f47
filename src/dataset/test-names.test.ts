import { describe, expect, test } from 'vitest';
import { recordedData } from '../util/testing/recorded-data.ts';
import { loadTasks } from './load-tasks.ts';
import { findRepeatedTests, listTestNames } from './test-names.ts';

const source = `
import unittest
class Base(unittest.TestCase):
    def test_inherited(self):
        pass
class Other(unittest.TestCase):
    def test_elsewhere(self):
        pass
class TestCases(Base):
    test_data = [1]
    text = """
    def test_in_text(self): pass
    """
    def setUp(self):
        def test_nested():
            pass
    @patch('os.getcwd',
           return_value='def test_no(')
    def test_decorated(self, mock):
        pass
    async def test_async(self): pass
    def test_twice(self): pass
    def helper(self): pass
    # def test_commented(self): pass
    def test_twice(self):
        pass
def test_function():
    pass
if __name__ == '__main__':
    unittest.main()
`;

describe('listTestNames', () => {
  test('takes the methods of TestCases and of its bases, each once', () => {
    expect(listTestNames(source)).toEqual(['test_decorated', 'test_async', 'test_twice', 'test_inherited']);
  });

  test('the last class of that name counts', () => {
    const twice = 'class TestCases(A):\n  def test_a(self): pass\nclass TestCases(A):\n  def test_b(self): pass\n';
    expect(listTestNames(twice)).toEqual(['test_b']);
  });

  test('no class, or one that is its own base', () => {
    expect(listTestNames('def test_a(): pass')).toEqual([]);
    expect(listTestNames('class TestCases(TestCases):\n  def test_a(self): pass')).toEqual(['test_a']);
  });
});

describe('findRepeatedTests', () => {
  test('names the later one with its line', () => {
    expect(findRepeatedTests(source)).toEqual([{ name: 'test_twice', line: 25 }]);
  });

  test.each(recordedData)('four real tasks repeat one: $name', async (data) => {
    const { tasks } = await loadTasks({ overridePath: data.tasksFile });
    const repeating = tasks.filter(({ test }) => findRepeatedTests(test).length > 0).map(({ id }) => id);
    expect(repeating).toEqual(['BigCodeBench/90', 'BigCodeBench/392', 'BigCodeBench/804', 'BigCodeBench/1006']);
    // Counted with CPython's `ast` over the same files.
    const counted = { slice: 330, whole: 6419 };
    expect(tasks.reduce((sum, { test }) => sum + listTestNames(test).length, 0)).toBe(counted[data.name]);
  });
});
