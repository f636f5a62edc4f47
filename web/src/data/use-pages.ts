import { useQuery } from '@tanstack/react-query';
import { listPages } from './list-pages.ts';
import { useData } from './use-data.ts';

/** The pages there is something to show on. */
export function usePages(): ReadonlySet<string> {
  const { queries } = useData();
  const info = useQuery(queries.info()).data;
  const runs = useQuery(queries.runs()).data?.runs.length ?? 0;
  return new Set(listPages(info, runs));
}
