import { distance } from 'fastest-levenshtein';

/** The candidate that was probably meant, if any is close enough. */
export function findNearest(word: string, candidates: readonly string[]): string | undefined {
  // Swapping two letters takes two edits.
  const limit = word.length < 3 ? 1 : Math.max(2, Math.floor(word.length / 3));
  const [nearest] = candidates
    .map((candidate) => ({ candidate, edits: distance(word, candidate) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits);
  return nearest?.candidate;
}
