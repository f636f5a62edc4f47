import { expect, test } from 'vitest';
import { programKeyOf } from './task-document.ts';

test('comments, blank lines and spacing do not make another program', () => {
  const plain = 'def f(a, b):\n    return a+b\n';
  const dressed = '# adds\n\ndef f(a,b):\n\n    return a + b  # sum';
  expect(programKeyOf(dressed)).toBe(programKeyOf(plain));
});

test('indentation, names and strings do', () => {
  const base = programKeyOf('if a:\n    b()\nc()');
  expect(programKeyOf('if a:\n    b()\n    c()')).not.toBe(base);
  expect(programKeyOf('if a:\n    b()\nd()')).not.toBe(base);
  expect(programKeyOf('x = "# a"')).not.toBe(programKeyOf('x = "# b"'));
});
