import { describe, expect, it } from 'vitest';
import { proseOf, titleOf } from './task-document.ts';

const task = (doc: string, quotes = '"""') => ({
  completePrompt: `import os\n\ndef task_func(a):\n    ${quotes}\n${doc}\n    ${quotes}\n`,
  instructPrompt: 'Written for chat.',
});

describe('titleOf', () => {
  it('is the first sentence of the docstring, without its full stop', () => {
    expect(titleOf(task('    Count the words. Return a dict.\n\n    Parameters:\n    - a (str): The text.'))).toBe(
      'Count the words',
    );
  });

  it('goes on over lines and over stops that end no sentence', () => {
    expect(
      titleOf(task('    Read a file (e.g. a.csv) of version 1.5 and\n    sum its   columns.\n    Returns:\n    x')),
    ).toBe('Read a file (e.g. a.csv) of version 1.5 and sum its columns');
  });

  it('ends before a sentence that begins with a name in quotes, not after an abbreviation', () => {
    expect(titleOf(task('    Group the points. `points` holds a pair per row.'))).toBe('Group the points');
    expect(titleOf(task("    Find a word, e.g. 'the', and count it. Stop."))).toBe(
      "Find a word, e.g. 'the', and count it",
    );
  });

  it('is cut where a sentence does not end', () => {
    const title = titleOf(task(`    ${'word '.repeat(100)}`));
    expect(title.length).toBeLessThanOrEqual(160);
    expect(title).toMatch(/word…$/);
  });

  it('reads docstrings in single quotes, and the request for chat where there is none', () => {
    expect(titleOf(task('    Sort it.', "'''"))).toBe('Sort it');
    expect(titleOf({ completePrompt: 'def f():\n', instructPrompt: 'Sort the list. Then stop.' })).toBe(
      'Sort the list',
    );
    expect(titleOf({ completePrompt: '', instructPrompt: '' })).toBe('');
  });
});

describe('proseOf', () => {
  it.each(['Parameters:', 'Args:', 'Requirements:', 'Returns:', 'Example:', '>>> task_func(1)'])(
    'ends at %s',
    (head) => {
      expect(proseOf(task(`    Sort it. Then stop.\n\n    ${head}\n    - more`))).toBe('Sort it. Then stop.');
    },
  );

  it('goes on where such a word begins a sentence', () => {
    expect(proseOf(task('    Sort it.\n    Returns nothing: it prints.'))).toBe('Sort it. Returns nothing: it prints.');
  });
});
