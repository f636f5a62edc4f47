import { filterKeys } from '../data/filter-samples.ts';

type Search<Key extends string> = { readonly [Name in Key]?: string | undefined };

/** Keeps the parts of an address that a page knows; everything in an address is text. */
function pick<const Key extends string>(...keys: readonly Key[]) {
  return (search: Record<string, unknown>): Search<Key> => {
    const known = keys.flatMap((key) => {
      const value = search[key];
      return typeof value === 'string' && value !== '' ? [[key, value] as const] : [];
    });
    // `fromEntries` forgets which keys they are.
    return Object.fromEntries(known) as Search<Key>;
  };
}

export const pageSearch = {
  runs: pick('q', 'split', 'sort', 'tick'),
  run: pick(...filterKeys),
  sample: pick(...filterKeys, 'tab', 'test', 'line', 'diff', 'with'),
  live: pick('q'),
  tasks: pick('q', 'suspect', 'domain', 'sort', 'witness'),
  analysis: pick('table'),
  audit: pick('q', 'verdict', 'witness'),
  task: pick('tab', 'a', 'b', 'diff'),
  compare: pick('a', 'b', 'cell', 'domain', 'q', 'task', 'diff'),
  matrix: pick('rows', 'cols', 'domain', 'q'),
  failures: pick('q', 'run', 'open', 'shared'),
  leaderboard: pick('board', 'sort', 'q', 'kind', 'open', 'by', 'view'),
  sandbox: pick('task', 'run', 'n'),
  about: pick('q'),
};

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

/** `BigCodeBench/17` and `a,b` stay readable. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parts = Object.entries(search).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' ? [`${key}=${encode(value)}`] : [],
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':');
}
