import { beforeAll, describe, expect, test } from 'vitest';
import { createSanitizer, type Sanitizer } from './sanitizer.ts';

let sanitizer: Sanitizer;
beforeAll(async () => {
  sanitizer = await createSanitizer();
});

function take(raw: string): string {
  return sanitizer.sanitize({ raw, entryPoint: 'task_func', strategy: 'entry-point' }).solution;
}

/** Each: code, and the lines of it that must go. */
const cases: Record<string, { code: string; dropped: readonly string[] }> = {
  'keeps decorated functions and what decorates them': {
    code: 'import functools\ndef deco(f): return f\n@functools.cache\ndef helper(): return 1\n@deco\ndef task_func(): return helper()',
    dropped: [],
  },
  'keeps imports inside try': {
    code: 'try:\n    import numpy as np\nexcept ImportError:\n    np = None\ndef task_func(): return np',
    dropped: [],
  },
  'keeps calls on what is used, drops those on what is not': {
    code: 'import random, logging\nrandom.seed(0)\nlogging.basicConfig()\ndef task_func(): return random.random()',
    dropped: ['logging.basicConfig()'],
  },
  'keeps changes of what is used': {
    code: 'CACHE = {}\nCACHE["a"] = 1\nCACHE.update(b=2)\nOTHER = {}\nOTHER["a"] = 1\ndef task_func(): return CACHE',
    dropped: ['OTHER = {}', 'OTHER["a"] = 1'],
  },
  'drops uses of the entry point, prints and the main guard': {
    code: 'def task_func(x): return x\ndf = task_func(1)\nprint(task_func(2))\nprint("x")\nif __name__ == "__main__":\n    task_func(3)',
    dropped: [
      'df = task_func(1)',
      'print(task_func(2))',
      'print("x")',
      'if __name__ == "__main__":',
      '    task_func(3)',
    ],
  },
  'does not mistake local names for module-level ones': {
    code: 'data = [1]\nx = 2\nkey = 3\ndef task_func(data, key=None):\n    x = data\n    return [y for y in x] + [lambda z: z]\ny = 1\nz = 1',
    dropped: ['data = [1]', 'x = 2', 'key = 3', 'y = 1', 'z = 1'],
  },
  'follows defaults, annotations, base classes, globals, loops and tuples': {
    code: 'LIMIT = 3\nT = int\nclass Base: pass\nclass Item(Base): pass\nA, B = 1, 2\ncount = 0\nfor i in range(3):\n    count += A\ndef task_func(n=LIMIT) -> T:\n    global count\n    count = 1\n    return Item()',
    dropped: [],
  },
  'keeps the later definition too: that is the one Python uses': {
    code: 'def task_func(): return 1\ndef task_func(): return 2',
    dropped: [],
  },
  'keeps a future import first': {
    code: 'from __future__ import annotations\nimport os\nUNUSED = 1\ndef task_func(): return os',
    dropped: ['UNUSED = 1'],
  },
};

describe('strategy entry-point', () => {
  test.each(Object.entries(cases))('%s', (_, { code, dropped }) => {
    const expected = code
      .split('\n')
      .filter((line) => !dropped.includes(line))
      .join('\n');
    expect(take(code)).toBe(expected);
    expect(take(`Sure!\n\`\`\`python\n${code}\n\`\`\`\nDone.`)).toBe(expected);
  });

  test('takes everything where the entry point is not defined', () => {
    expect(take('import os\nprint(os)')).toBe('import os\nprint(os)');
  });

  test('finds code among prose without fences', () => {
    expect(take('Here it is:\n\nimport os\ndef task_func():\n    return os\n\nI hope that helps!')).toBe(
      'import os\ndef task_func():\n    return os',
    );
  });

  test('survives what cannot be parsed', () => {
    expect(take('x\n\0')).toBe('');
    expect(take('def task_func(:\n  return')).not.toBe(undefined);
  });
});
