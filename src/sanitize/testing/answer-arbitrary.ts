import fc from 'fast-check';

/** Rows that answers consist of, and rows that are hard to get right. */
const fragments: readonly string[] = [
  ...[
    '```python',
    '```',
    'Here is the code:',
    "it isn't code, it is prose",
    '- a list (unclosed',
    '# heading',
    '1. item',
  ],
  ...['', '   ', '\t', '\f', '  \f', '\v', '\u00a0', '\u2028', '\u0085', '\r', '\r\r', '\ufeffx = 1', 'v = 1\u001c'],
  ...[
    'x = 1',
    'def task_func(a, b=1):',
    '    return a',
    '    """doc',
    '    """',
    'class A:',
    '    pass',
    'task_func = 1',
  ],
  ...['@decorator', '@functools.lru_cache(None)', 'async def go():', '    await x', '    async with a as b: pass'],
  ...['match x:', '    case 1: pass', '    case [a, *b]: return', 'case = 2', 'match(x)', 'if (n := 10) > 5: print(n)'],
  ...['from __future__ import annotations', 'import os, sys', 'from a import (b,', '    c)', 'import task_func'],
  ...[
    'try:',
    '    import numpy as np',
    'except ImportError:',
    '    np = None',
    'finally:',
    'else:',
    'elif x: pass',
    'try: x',
  ],
  ...[
    'a, b = 1, 2',
    'A.b = task_func',
    'x = task_func(1)',
    'print(task_func(3))',
    'x: int = 1',
    '*a, b = c',
    'x += yield',
  ],
  ...[
    'if __name__ == "__main__":',
    '    task_func()',
    'def helper(): return task_func',
    'CONST = helper()',
    'pass; x',
    'pass;',
  ],
  ...[
    'é = "ü"',
    'print("→ ok 😀")',
    '“quoted”',
    'naïve(𝒳)',
    'x = (',
    'y = [1,',
    '2]',
    ')',
    "t = '''",
    "'''",
    's = "unclosed',
  ],
  ...[
    '\\',
    'a = 1 + \\',
    '\\\r',
    'z = 1\r',
    'w = 1\rq = 2',
    'if x:\r',
    '    y\r',
    'x \\\r\r',
    '\f x = 2',
    '\fx = 2',
    '  \fy = 3',
  ],
  ...[
    '('.repeat(201),
    `${'['.repeat(60)}${']'.repeat(60)}`,
    `${'('.repeat(199)}x${')'.repeat(199)}`,
    `${'-'.repeat(6100)}1`,
  ],
  ...[
    '\tx = 1',
    '        x = 1',
    '    \tx = 1',
    '\t    x = 1',
    '    # comment',
    '# task_func',
    'while x: break',
    'return 1',
  ],
  ...[
    'print "python 2"',
    'type X = int',
    'except* A: pass',
    'except A as e: pass',
    'print(f"{a["b"]}")',
    'a[*b]',
    '0777',
    '1_0',
  ],
  ...[
    'f"{x!r:>{w}}"',
    'f"{x',
    'f"{x:{y:{z}}}"',
    'b"x" "y"',
    '"\\x4"',
    '"\\N{BULLET}"',
    '"\\N{NO SUCH THING}"',
    "rb'\\x'",
    '9'.repeat(4301),
  ],
  ...[
    'with (a as b, c as d): pass',
    'with (a, b) as c: pass',
    'lambda: (yield)',
    'del x, (y, [z])',
    'f(**k, *a)',
    'f(a for a in b)',
  ],
  ...[
    '<think>',
    '</think>',
    'raise X from y',
    'global q',
    'nonlocal q',
    'assert x, y',
    'for i in range(3): continue',
    'x = 1 if y else',
  ],
];

const row = fc.constantFrom(...fragments);
const block = fc.tuple(fc.constantFrom('', '', '    ', '\t', '  '), fc.array(row, { minLength: 1, maxLength: 5 }));
const around = fc.constantFrom('', '', '', '\n', '\n\n', '  ', '\n  \n', '\t', '\r\n');

/** Mixtures of such rows, partly indented, with various newlines and surrounding white space. */
export const answerTexts: fc.Arbitrary<string> = fc
  .record({
    blocks: fc.array(block, { minLength: 1, maxLength: 6 }),
    end: fc.constantFrom('\n', '\n', '\n', '\r\n'),
    around: fc.tuple(around, around),
  })
  .map(({ blocks, end, around: [before, after] }) => {
    const rows = blocks.flatMap(([indent, rowsOfBlock]) => rowsOfBlock.map((content) => indent + content));
    return before + rows.join(end) + after;
  });

/** The same with real answers in between: pieces of up to 12 rows. */
export function mixWithAnswers(answers: readonly string[]): fc.Arbitrary<string> {
  const rowsOf = answers.map((answer) => answer.split('\n'));
  const piece = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 12 })).map(([which, at, count]) => {
    const rows = rowsOf[which % rowsOf.length] ?? [];
    const from = at % Math.max(1, rows.length);
    return rows.slice(from, from + count).join('\n');
  });
  return fc.array(fc.oneof(piece, answerTexts), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));
}

/** Characters that make CPython raise something other than a SyntaxError. */
export const poisonedTexts: fc.Arbitrary<string> = fc
  .tuple(answerTexts, fc.constantFrom('\0', '\ud800', '\udfff'), fc.nat())
  .map(([text, poison, at]) => text.slice(0, at % (text.length + 1)) + poison + text.slice(at % (text.length + 1)));
