import { createRequire } from 'node:module';

// Loaded after a typo only: `--help` and most commands never need it.
const load = () => createRequire(import.meta.url)('fastest-levenshtein') as typeof import('fastest-levenshtein');

/** The candidate that was probably meant, if any is close enough. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  // Swapping two letters takes two edits.
  const limit = word.length < 3 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const { distance } = load();
  const [nearest] = candidates
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}
