import { describe, expect, it } from 'vitest';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import { mutate } from './surviving-mutants.ts';

const parser = await loadTreeParser();
const header = 'def task_func(items, limit):\n    """Keeps 7 of them."""\n';

function changesOf(body: string, most = 100): string[] {
  const code = header + body;
  return mutate(parser, code, header.length, most).map(({ code: mutant }) => mutant.slice(header.length));
}

describe('mutate', () => {
  it.each([
    ['operators', '    return a + b // c', ['    return a - b // c', '    return a + b * c', '    return None']],
    [
      'comparisons',
      '    x = a < b and not c',
      ['    x = a <= b and not c', '    x = a < b or not c', '    x = a < b and (c)'],
    ],
    [
      'constants',
      '    x = [1, True, "é"]',
      ['    x = [2, True, "é"]', '    x = [1, False, "é"]', '    x = [1, True, "Xé"]'],
    ],
    ['arguments', '    x = f(a, b, key=c)', ['    x = f(b, a, key=c)', '    x = f(a, b)']],
    ['calls', '    x = f(a).strip()', ['    x = f(a)']],
    ['statements', '    log(a)', ['    pass']],
    ['conditions', '    if a:\n        break', ['    if not (a):\n        break', '    if a:\n        pass']],
    ['exceptions, but not their wording', '    raise ValueError("no")', ['    pass']],
  ])('plants faults in %s', (_, body, expected) => {
    expect(changesOf(body).sort()).toEqual(expected.sort());
  });

  it('leaves the prompt alone, is the same every time, and spreads a few over the kinds', () => {
    const body = '    a = 1 + 2 + 3 + 4\n    f(a)\n    raise ValueError\n';
    const few = mutate(parser, header + body, header.length, 4);
    expect(few).toEqual(mutate(parser, header + body, header.length, 4));
    expect(new Set(few.map(({ kind }) => kind))).toEqual(new Set(['operator', 'constant', 'statement', 'exception']));
    expect(few[0]?.change).toMatch(/^line 3: a = 1 \+ 2 \+ 3 \+ 4 {2}→ {2}a = 1 /);
  });
});
