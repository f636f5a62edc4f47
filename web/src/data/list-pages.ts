import type { InfoDocument } from '../../../src/schema/view/run-document.ts';

const all = ['/', '/tasks', '/compare', '/matrix', '/failures', '/leaderboard', '/analysis', '/audit', '/run'];
/** They run programs, or read what lies beside runs. */
const needsFolder = new Set(['/audit', '/run']);
const needsTwoRuns = new Set(['/compare', '/matrix', '/leaderboard']);

/** The pages there is something to show on. */
export function listPages(info: Pick<InfoDocument, 'kind' | 'pages'> | undefined, runs: number): string[] {
  if (info?.pages) return [...info.pages];
  if (info?.kind !== 'report') return all;
  return all.filter((page) => !needsFolder.has(page) && (runs > 1 || !needsTwoRuns.has(page)));
}
