import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { publishedIds } from '../../dataset/public-tasks.ts';
import { listVerified, parseShippedAudit } from '../../dataset/shipped-audit.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { recordings, sharedData } from '../../util/testing/shared-data.ts';
import { readMatrixResults } from '../result-from-matrix.ts';
import { buildLeaderboard } from './build-leaderboard.ts';
import { gatherContenders } from './contender.ts';

const matrix = sharedData('leaderboard', 'complete-matrix.csv');
const auditFile = new URL('../../../assets/findings/public-tasks.json', import.meta.url);

/** The audit that ships; in a package without one, one in which every third task is doubted. */
function readAuditFile(): string {
  if (existsSync(auditFile)) return readFileSync(auditFile, 'utf8');
  const tasks = publishedIds.map((_, number) => [
    number,
    [['elsewhere', (['doubt', 'hint', 'unheard'] as const)[number % 3], 'A sentence with "doubt", in it.']],
  ]);
  return JSON.stringify({ version: 'v0.1.4', witnesses: {}, hashes: {}, tasks: Object.fromEntries(tasks) });
}

/** Counted by hand from the two files, with nothing of ours in between. */
function recompute(audit: string): { readonly ids: readonly string[]; readonly scores: ReadonlyMap<string, string> } {
  const { tasks } = JSON.parse(audit);
  const doubted = /\["[\w-]+","(?:doubt|proof)",/;
  const ids = Object.keys(tasks)
    .filter((number) => !doubted.test(JSON.stringify(tasks[number])))
    .map((number) => `BigCodeBench/${number}`);
  const [head = [], ...rows] = readFileSync(matrix, 'utf8')
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const columns = ids.map((id) => head.indexOf(id));
  const scoreOf = (row: readonly string[]) => columns.filter((at) => Number(row[at]) === 1).length / columns.length;
  return { ids, scores: new Map(rows.map((row) => [row[0] ?? '', (100 * scoreOf(row)).toFixed(1)])) };
}

describeNeeding(recordings)('verified scores of the published models', () => {
  it('are what counting the two files by hand gives, and leave the others as they are', async () => {
    const { results } = await readMatrixResults(matrix, 'complete');
    const input = { contenders: gatherContenders({ results }), subset: 'full', elo: 'none' as const, resamples: 20 };
    const audit = readAuditFile();
    const { board } = buildLeaderboard({ ...input, verified: listVerified(parseShippedAudit(audit)) });
    const { ids, scores } = recompute(audit);
    expect(board.verified_tasks).toBe(ids.length);
    expect(board.models).toHaveLength(153);
    for (const { model, verified } of board.models)
      expect([model, verified?.pass_at_1.toFixed(1)]).toEqual([model, scores.get(model)]);
    const raw = buildLeaderboard({ ...input, verified: { version: '', ids: new Set() } }).board;
    const told = { ...board, verified_tasks: 0, models: board.models.map((model) => ({ ...model, verified: null })) };
    expect(JSON.stringify(told)).toBe(JSON.stringify(raw));
  });
});
