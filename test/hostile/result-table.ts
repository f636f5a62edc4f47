import { readFileSync, writeFileSync } from 'node:fs';
import { loadCorpus } from './corpus.ts';

/** What became of each program, by level or world, and name. */
export type CorpusResults = ReadonlyMap<string, ReadonlyMap<string, string>>;

const [begin, end] = ['<!-- corpus:begin -->', '<!-- corpus:end -->'];

/** One row per program, one column per level. */
export function renderResults(results: CorpusResults): string {
  const levels = [...results.keys()];
  const rows = loadCorpus().map(({ name, about }) => {
    const cells = levels.map((level) => results.get(level)?.get(name) ?? '–');
    return `| ${[name, about.replaceAll('|', '\\|'), ...cells].join(' | ')} |`;
  });
  return [`| program | what it does | ${levels.join(' | ')} |`, `|${'---|'.repeat(levels.length + 2)}`, ...rows].join(
    '\n',
  );
}

/** Puts the table between the markers of a page. */
export function writeResults(path: string, results: CorpusResults): void {
  const page = readFileSync(path, 'utf8');
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table.`);
  writeFileSync(path, `${page.slice(0, from)}${begin}\n${renderResults(results)}\n${page.slice(to)}`);
}
