import type { LeaderboardDocument } from '../../../../src/schema/view/overview-document.ts';

/** The models that a board does not rank, each with its reason: those left out, and those of the other boards. */
export function listUnranked(
  { boards, left }: LeaderboardDocument,
  chosen: LeaderboardDocument['boards'][number],
): { readonly model: string; readonly reason: string }[] {
  const ranked = new Set(chosen.board.models.map(({ model }) => model));
  const elsewhere = boards
    .filter((board) => board !== chosen)
    .flatMap(({ name, board }) =>
      board.models.map(({ model }) => ({ model, reason: `was given other tasks (${name})` })),
    );
  return [...left, ...elsewhere.filter(({ model }) => !ranked.has(model))];
}
