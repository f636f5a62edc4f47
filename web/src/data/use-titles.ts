import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useData } from './use-data.ts';

/** What each task asks for, by its id; empty until that is known. */
export function useTitles(): (taskId: string) => string {
  const { queries } = useData();
  const tasks = useQuery(queries.tasks()).data;
  return useMemo(() => {
    const titles = new Map(tasks?.ids.map((id, at) => [id, tasks.titles[at] ?? '']));
    return (taskId) => titles.get(taskId) ?? '';
  }, [tasks]);
}
