import type { Task } from '../../schema/task.ts';

interface Planted {
  readonly id: string;
  /** The witness that must find it, and a part of its sentence; left out for a clean task. */
  readonly finds?: readonly [witness: string, part: string];
  readonly imports?: string;
  readonly parameters?: string;
  readonly docstring: string;
  readonly body: readonly string[];
  /** Bodies of test methods. */
  readonly tests: readonly string[];
}

/** What this machine gives where nothing promises it, as Python literals. */
export interface LocalOrder {
  readonly hashed: string;
  readonly listed: string;
}

/** Prints a `LocalOrder`. */
export const showLocalOrder = `
import json, os, tempfile
words = ["ab", "cd", "ef", "gh", "ij", "kl", "mn"]
with tempfile.TemporaryDirectory() as folder:
    for name in "dbac":
        open(os.path.join(folder, name), "w").close()
    print(json.dumps({"hashed": repr(list(set(words))), "listed": repr(os.listdir(folder))}))
`;

/** Each has one fault, or none. */
const listPlanted = ({ hashed, listed }: LocalOrder): readonly Planted[] => [
  {
    id: 'Planted/clean-sum',
    parameters: 'numbers, limit=10',
    docstring: 'Sum of the numbers below limit; 0 for none. Raises ValueError for a negative limit.',
    body: [
      'if limit < 0:',
      '    raise ValueError("limit")',
      'total = 0',
      'for number in numbers:',
      '    if number < limit:',
      '        total += number',
      'return total',
    ],
    tests: [
      'self.assertEqual(task_func([1, 2, 30]), 3)',
      'self.assertEqual(task_func([9, 10, 11]), 9)',
      'self.assertEqual(task_func([4, 2], limit=3), 2)',
      // The function inside has a name like a test's, and is mentioned without being called.
      'def test_values():\n            return []\n        self.assertEqual(task_func([number for make in [test_values] for number in make()]), 0)',
      'self.assertEqual(task_func([1], limit=0), 0)',
      'with self.assertRaises(ValueError):\n            task_func([], limit=-1)',
    ],
  },
  {
    id: 'Planted/clean-clock',
    imports: 'import datetime, os, random, tempfile, time',
    parameters: 'folder, seed',
    docstring:
      'Age in whole days of each file, in the order of their names, and one shuffled order of them for the seed.',
    body: [
      'names = sorted(os.listdir(folder))',
      'now = datetime.datetime.now().timestamp()',
      'ages = {name: int((now - os.path.getmtime(os.path.join(folder, name))) // 86400) for name in names}',
      'order = random.Random(seed).sample(names, len(names))',
      'return ages, order',
    ],
    tests: [
      'with tempfile.TemporaryDirectory() as folder:\n            for name, days in (("b", 3), ("a", 1)):\n                path = os.path.join(folder, name)\n                open(path, "w").close()\n                when = time.time() - days * 86400 - 60\n                os.utime(path, (when, when))\n            self.assertEqual(task_func(folder, 1)[0], {"a": 1, "b": 3})\n            self.assertEqual(sorted(task_func(folder, 1)[1]), ["a", "b"])\n            self.assertEqual(task_func(folder, 5), task_func(folder, 5))\n            self.assertIsInstance(datetime.datetime.now(), datetime.datetime)',
      'with tempfile.TemporaryDirectory() as folder:\n            self.assertEqual(task_func(folder, 1), ({}, []))',
    ],
  },
  {
    id: 'Planted/never-fails',
    finds: ['unasked-function', 'never call'],
    docstring: 'Returns 1.',
    body: ['return 1'],
    tests: ['self.assertTrue(True)'],
  },
  {
    id: 'Planted/seed',
    finds: ['elsewhere', 'random numbers'],
    imports: 'import random',
    docstring: 'A random number from 0 to 99.',
    body: ['return random.randrange(100)'],
    // The seed follows from the tests: with this text it gives less than 50, with other random numbers more.
    tests: ['self.assertLess(task_func(), 50)  # 4'],
  },
  {
    id: 'Planted/date',
    finds: ['another-day', 'the date'],
    imports: 'import datetime',
    docstring: 'The current year.',
    body: ['return datetime.date.today().year'],
    tests: [`self.assertEqual(task_func(), ${new Date().getUTCFullYear()})`],
  },
  {
    id: 'Planted/hash-order',
    finds: ['elsewhere', 'the order of a set'],
    parameters: 'words',
    docstring: 'The distinct words.',
    body: ['return list(set(words))'],
    tests: [
      `words = ["ab", "cd", "ef", "gh", "ij", "kl", "mn"]\n        self.assertEqual(task_func(words), ${hashed})\n        self.assertEqual(task_func([]), [])`,
    ],
  },
  {
    id: 'Planted/folder-order',
    finds: ['elsewhere', 'the order of a folder'],
    imports: 'import os, tempfile',
    parameters: 'folder',
    docstring: 'The files of a folder.',
    body: ['return os.listdir(folder)'],
    tests: [
      `with tempfile.TemporaryDirectory() as folder:\n            for name in "dbac":\n                open(os.path.join(folder, name), "w").close()\n            self.assertEqual(task_func(folder), ${listed})`,
    ],
  },
  {
    id: 'Planted/network',
    finds: ['reference', 'needs the network'],
    imports: 'import urllib.request',
    docstring: 'The status of https://example.com.',
    body: ['return urllib.request.urlopen("https://example.com").status'],
    tests: ['self.assertEqual(task_func(), 200)'],
  },
  {
    id: 'Planted/load',
    finds: ['elsewhere', 'the load'],
    imports: 'import os, time',
    docstring: 'Counts to 1000000.',
    body: ['total = 0', 'for _ in range(1000000):', '    total += 1', 'return total'],
    // Stands for a limit of time: twice what a clock that nobody changes says.
    tests: [
      'start, real = time.perf_counter(), os.times().elapsed\n        self.assertEqual(task_func(), 1000000)\n        taken = time.perf_counter() - start\n        self.assertLess(taken, 3 * (os.times().elapsed - real) + 0.05)',
    ],
  },
  {
    id: 'Planted/empty-body',
    finds: ['lazy-answers', 'an empty body'],
    parameters: 'numbers',
    docstring: 'Sorts the numbers in place.',
    body: ['numbers.sort()'],
    tests: ['numbers = [1, 2, 3]\n        task_func(numbers)\n        self.assertEqual(numbers, [1, 2, 3])'],
  },
  {
    id: 'Planted/empty-value',
    finds: ['lazy-answers', 'an empty dict'],
    parameters: 'words',
    docstring: 'Lengths of words.\n\n    Returns:\n    dict: The length of each word.',
    body: ['return {word: len(word) for word in words}'],
    tests: ['for word, length in task_func(["a", "bc"]).items():\n            self.assertEqual(len(word), length)'],
  },
  {
    id: 'Planted/left-out',
    finds: ['left-out', 'without its writing'],
    imports: 'import json, os, tempfile',
    parameters: 'path, numbers',
    docstring: 'Saves the sorted numbers as JSON, and returns them.',
    body: [
      'numbers = sorted(numbers)',
      'with open(path, "w") as file:',
      '    json.dump(numbers, file)',
      'return numbers',
    ],
    tests: [
      'path = os.path.join(tempfile.mkdtemp(), "a.json")\n        self.assertEqual(task_func(path, [2, 3, 1]), [1, 2, 3])\n        self.assertTrue(os.path.exists(path))',
    ],
  },
  {
    id: 'Planted/unsaid-literal',
    finds: ['unsaid-literal', 'Grand total'],
    parameters: 'numbers',
    docstring: 'A dictionary with the sum of the numbers.',
    body: ['return {"Grand total": sum(numbers)}'],
    tests: [
      'self.assertEqual(task_func([1, 2]), {"Grand total": 3})',
      'self.assertEqual(task_func([5])["Grand total"], 5)',
    ],
  },
  {
    id: 'Planted/equal-rewrite',
    finds: ['equal-rewrites', 'subprocess.run'],
    imports: 'import subprocess\nfrom unittest import mock',
    parameters: 'command',
    docstring: 'Runs a command and returns its exit code.',
    body: ['return subprocess.call(command)'],
    tests: [
      'with mock.patch("subprocess.call", return_value=3) as call:\n            self.assertEqual(task_func(["a"]), 3)\n            call.assert_called_once_with(["a"])',
    ],
  },
  {
    id: 'Planted/unseen-faults',
    finds: ['mutants', 'do not notice'],
    parameters: 'a, b',
    docstring: 'Sum, difference, product, quotient and larger one.',
    body: ['return [a + b, a - b, a * b, a / b, a if a > b else b, a ** 2, b % 3]'],
    tests: ['result = task_func(8, 2)\n        self.assertEqual(len(result), 7)\n        self.assertIn(10, result)'],
  },
];

export function buildPlanted(order: LocalOrder): { readonly task: Task; readonly finds: Planted['finds'] }[] {
  return listPlanted(order).map(({ id, finds, imports = '', parameters = '', docstring, body, tests }) => {
    const header = `${imports === '' ? '' : `${imports}\n`}def task_func(${parameters}):\n`;
    const methods = tests.map((test, at) => `    def test_${at}(self):\n        ${test}\n`).join('');
    const task: Task = {
      id,
      completePrompt: `${header}    """\n    ${docstring}\n    """\n`,
      instructPrompt: docstring,
      codePrompt: header,
      canonicalSolution: `${body.map((line) => `    ${line}`).join('\n')}\n`,
      test: `import unittest\nclass TestCases(unittest.TestCase):\n${methods}`,
      entryPoint: 'task_func',
      docStruct: {},
      libs: [],
      domains: [],
      hard: false,
    };
    return { task, finds };
  });
}
