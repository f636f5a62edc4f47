import { defaultLimits, type Job } from '../../src/schema/execution.ts';

interface Program {
  readonly code: string;
  readonly test: string;
}

export const trivialProgram: Program = {
  code: 'def task_func():\n    return 42\n',
  test: `import unittest

class TestCases(unittest.TestCase):
    def test_answer(self):
        self.assertEqual(task_func(), 42)
`,
};

export const pandasProgram: Program = {
  code: `import numpy as np
import pandas as pd

def task_func(count):
    frame = pd.DataFrame({'key': np.arange(count), 'value': np.random.rand(count)})
    return frame.groupby(frame.key % 5).value.mean()
`,
  test: `import unittest

class TestCases(unittest.TestCase):
    def test_groups(self):
        self.assertEqual(len(task_func(100)), 5)
    def test_range(self):
        self.assertTrue((task_func(50) <= 1).all())
    def test_kind(self):
        self.assertIsInstance(task_func(10), pd.Series)
`,
};

export function* jobsOf({ code, test }: Program, count: number): Generator<Job> {
  for (let index = 0; index < count; index++) yield { id: String(index), code, test, limits: defaultLimits, libs: [] };
}
