import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { AuditDocument } from '../../../src/schema/view/overview-document.ts';
import { useData } from './use-data.ts';

export type TaskAudit = AuditDocument['tasks'][number];

/** What the audits in the opened folders say of a task; undefined where none looked at it. */
export function useAudit(): (taskId: string) => TaskAudit | undefined {
  const { queries } = useData();
  const tasks = useQuery(queries.audit()).data?.tasks;
  return useMemo(() => {
    const byId = new Map(tasks?.map((audit) => [audit.taskId, audit]));
    return (taskId) => byId.get(taskId);
  }, [tasks]);
}
