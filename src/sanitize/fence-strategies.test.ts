import { beforeAll, describe, expect, test } from 'vitest';
import { findFences, findPythonFences } from './fence-strategies.ts';
import { createSanitizer, type Sanitizer } from './sanitizer.ts';
import type { StrategyName } from './strategy.ts';

let sanitizer: Sanitizer;
beforeAll(async () => {
  sanitizer = await createSanitizer();
});

function take(strategy: StrategyName, raw: string | null) {
  const { solution, extraction } = sanitizer.sanitize({ raw, entryPoint: 'task_func', strategy });
  return { solution, trail: extraction.trail.join('; ') };
}

const fence = (code: string, language = 'python') => `\`\`\`${language}\n${code}\n\`\`\``;

describe('findFences', () => {
  test('reads languages, longer marks, tildes, lists, quotes, Windows newlines', () => {
    const text = [
      fence('a', 'Python'),
      '````md\n```\ninner\n```\n````',
      '~~~\nb\n~~~',
      '1. item\n   ```py\n   c\n     d\n   ```',
      '> ```python\n> e\n> ```',
      '```python\r\nf\r\n```\r',
    ].join('\n');
    expect(findFences(text).map(({ language, code }) => [language, code])).toEqual([
      ['python', 'a'],
      ['md', '```\ninner\n```'],
      ['', 'b'],
      ['py', 'c\n  d'],
      ['python', 'e'],
      ['python', 'f'],
    ]);
  });

  test('an unclosed block goes to the end', () => {
    expect(findFences('x\n```python\na\nb')).toEqual([
      { language: 'python', code: 'a\nb', number: 1, isClosed: false },
    ]);
  });

  test('inline code is no block', () => {
    expect(findFences('use ```x``` or `y`\n``` a `b` ```')).toEqual([]);
  });

  test('prefers blocks that say they are Python', () => {
    expect(
      findPythonFences(`${fence('ls', '')}\n${fence('a')}\n${fence('x', 'bash')}`).map(({ code }) => code),
    ).toEqual(['a']);
    expect(findPythonFences(`${fence('ls', 'bash')}\n${fence('a', '')}`).map(({ code }) => code)).toEqual(['a']);
  });
});

describe('strategies', () => {
  const answer = `First:\n${fence('def task_func():\n    return 1')}\nor\n${fence('import os')}\nand\n${fence('$ run', 'bash')}`;

  test('first-fence, last-fence', () => {
    expect(take('first-fence', answer).solution).toBe('def task_func():\n    return 1');
    expect(take('last-fence', answer)).toMatchObject({
      solution: 'import os',
      trail: expect.stringContaining('block 2'),
    });
  });

  test('merge-fences drops what is not Python and what appears twice', () => {
    const text = `${answer}\n${fence('>>> task_func()\n1')}\n${fence('import os')}`;
    expect(take('merge-fences', text)).toEqual({
      solution: 'def task_func():\n    return 1\n\nimport os',
      trail:
        'merged 2 of 4 blocks; dropped block 4 (python): it is not Python; dropped block 5 (python): it is a duplicate',
    });
  });

  test('without a fence the whole text is taken', () => {
    expect(take('last-fence', '\n x = 1\n').solution).toBe('x = 1');
  });

  test('an answer that begins inside the block of its prompt', () => {
    const text = `import os\ndef task_func():\n    return os\n\`\`\`\nThis works because\n${fence('x = 1')}`;
    expect(take('first-fence', text).solution).toBe('import os\ndef task_func():\n    return os');
  });

  test('a cut-off block is taken, and that is said', () => {
    expect(take('last-fence', '```python\ndef task_func():\n    return')).toMatchObject({
      solution: 'def task_func():\n    return',
      trail: expect.stringContaining('not closed'),
    });
  });

  test('none takes the text as it is, without reasoning', () => {
    expect(take('none', '<think>a</think>\n x\n').solution).toBe('x\n');
    expect(take('none', ' x\n').solution).toBe(' x\n');
  });

  test.each(['upstream', 'last-fence', 'first-fence', 'merge-fences', 'entry-point', 'none'] as const)(
    '%s: no answer is an empty one, and so is nothing but reasoning',
    (strategy) => {
      expect(take(strategy, null)).toEqual({ solution: '', trail: 'the answer is empty' });
      expect(take(strategy, '').solution).toBe('');
      if (strategy !== 'upstream') expect(take(strategy, '<think>only').solution).toBe('');
    },
  );
});
