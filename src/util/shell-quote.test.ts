import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { quoteWord } from './shell-quote.ts';

it.each(['plain', 'bcb_results/runs/e-0', 'a b', "it's", '$HOME `x` "y"', '', '!x', '~', '#'])(
  'the shell reads %j back',
  (word) => {
    const read = execFileSync('sh', ['-c', `printf %s ${quoteWord(word)}`], { encoding: 'utf8' });
    expect(read).toBe(word);
  },
);

it('leaves ordinary words alone', () => {
  expect(quoteWord('openai:gpt-4o')).toBe('openai:gpt-4o');
});
