import { useQuery } from '@tanstack/react-query';
import { useData } from './use-data.ts';

const all = ['/', '/tasks', '/compare', '/matrix', '/failures', '/leaderboard', '/run'];

/** The pages there is something to show on: all, but in a file that carries a single one. */
export function usePages(): ReadonlySet<string> {
  const { queries } = useData();
  const pages = useQuery(queries.info()).data?.pages;
  return new Set(pages ?? all);
}
