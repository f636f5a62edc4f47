import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { LocalLevel } from '../../src/executor/local/sandbox-command.ts';
import { loadCorpus } from './corpus.ts';

/** What became of each program, by level and name. */
export type CorpusResults = ReadonlyMap<LocalLevel, ReadonlyMap<string, string>>;

const [begin, end] = ['<!-- corpus:begin -->', '<!-- corpus:end -->'];

/** One row per program, one column per level. A forgery that passed is one that the safety scan names. */
export function renderResults(results: CorpusResults): string {
  const levels = [...results.keys()];
  const rows = loadCorpus().map(({ name, about, group, flags }) => {
    const cells = levels.map((level) => {
      const outcome = results.get(level)?.get(name) ?? '–';
      return group === 'forgery' && outcome === 'pass' ? `pass, flagged ${flags.join(', ')}` : outcome;
    });
    return `| ${[name, about.replaceAll('|', '\\|'), ...cells].join(' | ')} |`;
  });
  return [`| program | what it does | ${levels.join(' | ')} |`, `|${'---|'.repeat(levels.length + 2)}`, ...rows].join(
    '\n',
  );
}

/** Puts the table between the markers of a page. */
export function writeResults(path: string, results: CorpusResults): void {
  const page = existsSync(path) ? readFileSync(path, 'utf8') : `${begin}\n${end}\n`;
  const [before, after] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))];
  writeFileSync(path, `${before}${begin}\n${renderResults(results)}\n${after}`);
}
