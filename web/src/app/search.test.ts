import { describe, expect, it } from 'vitest';
import { pageSearch, parseSearch, stringifySearch } from './search.ts';

describe('the part of an address after the question mark', () => {
  it.each([
    { q: 'a b&c=d', task: 'BigCodeBench/17', a: 'e-1:0', cell: 'x,y' },
    { q: '100% #1 + größe', cause: '?' },
  ])('comes back as it was: %j', (search) => {
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  });

  it('keeps names of tasks and answers readable, and leaves out what is empty or no text', () => {
    expect(stringifySearch({ task: 'BigCodeBench/17', a: 'e-1:0' })).toBe('?task=BigCodeBench/17&a=e-1:0');
    expect(stringifySearch({ q: '', n: 3, sort: undefined })).toBe('');
  });
});

describe('pageSearch', () => {
  it('keeps what a page knows', () => {
    const search = { outcome: 'fail', q: '', tab: 'why', hard: 1, unknown: 'x' };
    expect(pageSearch.run(search)).toEqual({ outcome: 'fail' });
    expect(pageSearch.sample(search)).toEqual({ outcome: 'fail', tab: 'why' });
    expect(pageSearch.about({})).toEqual({});
  });
});
