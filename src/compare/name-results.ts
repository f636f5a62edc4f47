import { basename } from 'node:path';
import { toOneLine } from '../report/one-line.ts';
import type { Result } from './result.ts';

/** Short names that tell results apart: the model, then the split, then the run or file. */
export function nameResults(results: readonly Result[]): string[] {
  const candidates: ((result: Result) => string)[] = [
    ({ model }) => model,
    ({ model, conditions }) => `${model} (${conditions.split ?? 'unknown split'})`,
    ({ model, runId, source }) => `${model} (${runId ?? basename(source)})`,
    ({ model, source }) => `${model} (${source})`,
  ];
  return results.map((result, at) => {
    const isUnique = (nameOf: (result: Result) => string) =>
      results.filter((other) => nameOf(other) === nameOf(result)).length === 1;
    const nameOf = candidates.find(isUnique);
    return toOneLine(nameOf?.(result) ?? `${result.model} (${at + 1})`);
  });
}
