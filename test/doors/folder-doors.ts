/** Every way a folder of runs is ranked or listed. A new door is one line in `folderDoors`. */
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { readResults } from '../../src/compare/read-results.ts';
import { shareOf } from '../../src/compare/result.ts';
import { openDocuments } from './doors.ts';
import type { Place } from './place.ts';

/** What a door that ranks shows: one row per model. */
export type FolderDoor = (place: Place, out: string) => Promise<Readonly<Record<string, number>>>;

interface BoardRow {
  readonly model: string;
  readonly complete: number | null;
  readonly instruct: number | null;
}

/** The score of each model; a model in two rows is what no door may show. */
function toRows(rows: readonly (readonly [string, number])[]): Readonly<Record<string, number>> {
  const names = rows.map(([model]) => model);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`${twice} is in two rows.`);
  return Object.fromEntries(rows);
}

const rowsOf = (models: readonly BoardRow[]) =>
  toRows(models.map(({ model, complete, instruct }) => [model, (complete ?? instruct ?? Number.NaN) / 100]));

/** The rows of a table with a head, whose cells `separator` splits. */
function rowsIn(text: string, separator: RegExp) {
  const lines = text.split('\n').map((line) => line.trim().split(separator));
  const at = lines.findIndex((cells) => cells.includes('model'));
  const head = lines[at] ?? [];
  const isRow = (cells: readonly string[]) => cells.length === head.length && !cells.includes('---');
  const rows = lines.slice(at + 1).filter(isRow);
  const cell = (row: readonly string[], name: string) => row[head.indexOf(name)] || undefined;
  return toRows(
    rows.map((row) => [cell(row, 'model') ?? '', Number(cell(row, 'complete') ?? cell(row, 'instruct')) / 100]),
  );
}

async function rank(place: Place, out: string, ...words: readonly string[]): Promise<string> {
  return (await place.command(leaderboardCommand, [out, '--resamples', '100', ...words])).out;
}

/** Doors that show a folder of runs. */
export const folderDoors = {
  leaderboard: async (place, out) => rowsIn(await rank(place, out), / {2,}/),
  'leaderboard --csv': async (place, out) => rowsIn(await rank(place, out, '--csv'), /,/),
  'leaderboard --markdown': async (place, out) => rowsIn(await rank(place, out, '--markdown'), / *\| */),
  'leaderboard --json': async (place, out) => rowsOf(JSON.parse(await rank(place, out, '--json')).models),
  'explorer leaderboard': async (place, out) => {
    await using documents = await openDocuments(place, place.at(out));
    const { boards } = await documents.leaderboard();
    // Results whose subset nobody knows have a board of their own.
    return rowsOf(boards.flatMap(({ board }) => board.models));
  },
} satisfies Record<string, FolderDoor>;

/** The score of each run in the explorer's list; NaN: it has none. */
export async function listRuns(place: Place, out: string): Promise<Readonly<Record<string, number>>> {
  await using documents = await openDocuments(place, place.at(out));
  const { runs } = await documents.runs();
  return Object.fromEntries(runs.map(({ id, passAt1 }) => [id, passAt1?.value ?? Number.NaN]));
}

/** The same of the library's own reader of results. */
export async function listResults(place: Place, out: string): Promise<Readonly<Record<string, number>>> {
  const results = await readResults(place.at(out));
  return Object.fromEntries(
    results.map(({ runId = '', tasks }) => {
      const shares = [...tasks.values()].map(shareOf);
      return [runId, shares.reduce((sum, share) => sum + share, 0) / shares.length];
    }),
  );
}
