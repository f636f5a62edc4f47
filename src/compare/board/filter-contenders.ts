import { usageError } from '../../error/bigcodebench-error.ts';
import { matchesGlob } from '../../util/glob.ts';
import type { Contender } from './contender.ts';

/** Which models a board is of. A model of which the asked-for fact is not known is left out. */
export interface BoardFilters {
  /** Globs of names; `!…` excludes. */
  readonly include?: readonly string[] | undefined;
  readonly type?: 'chat' | 'base' | undefined;
  readonly openness?: 'open' | 'closed' | undefined;
  /** `3-20`: billions of parameters. */
  readonly size?: string | undefined;
}

export function filterContenders(contenders: readonly Contender[], filters: BoardFilters): Contender[] {
  const size = filters.size === undefined ? undefined : parseSize(filters.size);
  const globs = filters.include ?? [];
  const excluding = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const including = globs.filter((glob) => !glob.startsWith('!'));
  const matches = (name: string, patterns: readonly string[]) => patterns.some((glob) => matchesGlob(name, glob));
  return contenders.filter(
    ({ name, info }) =>
      (including.length === 0 || matches(name, including)) &&
      !matches(name, excluding) &&
      (filters.type === undefined || info?.prompted === (filters.type === 'chat')) &&
      (filters.openness === undefined ||
        (info?.link !== undefined && info.link.includes('huggingface.co') === (filters.openness === 'open'))) &&
      (size === undefined || (typeof info?.size === 'number' && info.size >= size.low && info.size <= size.high)),
  );
}

function parseSize(spelled: string): { low: number; high: number } {
  const [, low, high] = /^(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)$/.exec(spelled.trim()) ?? [];
  if (low !== undefined && high !== undefined && Number(low) <= Number(high)) {
    return { low: Number(low), high: Number(high) };
  }
  throw usageError(`--size takes billions of parameters such as 3-20, not ${JSON.stringify(spelled)}.`);
}
