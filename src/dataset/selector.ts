import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

/** One item of a selection. */
export type Selector =
  | { readonly kind: 'id'; readonly id: string; readonly number: number | undefined }
  | { readonly kind: 'numbers'; readonly first: number; readonly last: number }
  | { readonly kind: 'library'; readonly name: string }
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'failed'; readonly run: string }
  | { readonly kind: 'hard' };

export interface ParsedSelector {
  readonly excludes: boolean;
  readonly selector: Selector;
}

/** Parses `17`, `BigCodeBench/17`, `20-30`, `lib:…`, `domain:…`, `hard`, `failed@RUN`, each with `!` before it to exclude. */
export function parseSelector(text: string): ParsedSelector {
  const excludes = text.startsWith('!');
  const word = (excludes ? text.slice(1) : text).trim();
  return { excludes, selector: parseWord(word, text) };
}

function parseWord(word: string, text: string): Selector {
  if (word === 'hard') return { kind: 'hard' };
  const [, prefix, rest = ''] = /^(lib:|domain:|failed@)(.*)$/.exec(word) ?? [];
  if (prefix !== undefined) {
    const name = rest.trim();
    if (name === '') throw malformed(text);
    if (prefix === 'failed@') return { kind: 'failed', run: name };
    return { kind: prefix === 'lib:' ? 'library' : 'domain', name };
  }
  const [, first, last] = /^(\d+)\s*-\s*(\d+)$/.exec(word) ?? [];
  if (first !== undefined && last !== undefined) {
    if (Number(first) > Number(last)) throw malformed(text);
    return { kind: 'numbers', first: Number(first), last: Number(last) };
  }
  if (word === '' || /[\s:@!]/.test(word)) throw malformed(text);
  return { kind: 'id', id: word, number: /^\d+$/.test(word) ? Number(word) : undefined };
}

function malformed(text: string): BigCodeBenchError {
  return new BigCodeBenchError(
    'USAGE',
    `${JSON.stringify(text)} is not a selector; use 17, 20-30, lib:pandas, domain:network, hard, failed@RUN, or !… to exclude.`,
  );
}
