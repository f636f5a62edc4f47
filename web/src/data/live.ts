import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type {
  RowsDocument,
  RunDocument,
  RunListDocument,
  RunSummary,
  ViewEvent,
} from '../../../src/schema/view/run-document.ts';
import { appendRows } from './append-rows.ts';
import type { Queries } from './queries.ts';
import type { DocumentSource } from './source.ts';
import { useData } from './use-data.ts';

/** Whether the server is telling us what changes, and since when it is not. */
export interface Connection {
  readonly isLive: boolean;
  readonly staleSince: number | undefined;
}

let connection: Connection = { isLive: false, staleSince: undefined };
const watchers = new Set<() => void>();

function setConnection(next: Connection): void {
  connection = next;
  for (const watcher of watchers) watcher();
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => connection,
  );
}

/** Keeps what was read in step with runs that are under way. */
export function useLiveUpdates(): void {
  const { source, queries } = useData();
  const client = useQueryClient();
  useEffect(() => {
    if (source.eventsUrl === undefined) return;
    const events = new EventSource(source.eventsUrl);
    const onPulse = () => {
      // After a gap nobody knows what was missed.
      if (connection.staleSince !== undefined) void client.invalidateQueries();
      setConnection({ isLive: true, staleSince: undefined });
    };
    events.addEventListener('pulse', onPulse);
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as ViewEvent;
      if (event.type === 'gone') void client.invalidateQueries({ queryKey: ['runs'] });
      else applySummary({ client, queries, source, run: event.run });
    };
    events.onerror = () => {
      if (connection.staleSince === undefined) setConnection({ isLive: false, staleSince: Date.now() });
    };
    return () => events.close();
  }, [source, client, queries]);
}

interface Change {
  readonly client: QueryClient;
  readonly queries: Queries;
  readonly source: DocumentSource;
  readonly run: RunSummary;
}

function applySummary({ client, queries, source, run }: Change): void {
  const { queryKey } = queries.runs();
  const list = client.getQueryData<RunListDocument>(queryKey);
  const known = list?.runs.find(({ id }) => id === run.id);
  if (list !== undefined && known !== undefined) {
    const runs = list.runs.map((old) => (old === known ? { ...run, name: known.name, labels: known.labels } : old));
    client.setQueryData<RunListDocument>(queryKey, { ...list, runs });
  }
  // Another run may differ from the others in something that becomes part of their names.
  else void client.invalidateQueries({ queryKey, exact: true });
  void client.invalidateQueries({ queryKey: ['tasks'], refetchType: 'none' });
  for (const key of ['matrix', 'failures', 'compare', 'leaderboard']) {
    void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
  }
  void catchUp({ client, queries, source, run });
}

/** Fetches the rows that a run's page does not have yet; its whole document if verdicts went away or the run is finished. */
async function catchUp({ client, queries, source, run }: Change): Promise<void> {
  const { queryKey } = queries.run(run.id);
  const held = client.getQueryData<RunDocument>(queryKey);
  if (held === undefined) return;
  if (run.state === 'finished' && held.run.state !== 'finished') {
    await client.invalidateQueries({ queryKey, exact: true });
    return;
  }
  const from = held.samples.task.length;
  const rows = (await source.read(`runs/${encodeURIComponent(run.id)}/rows?from=${from}`)) as RowsDocument;
  const now = client.getQueryData<RunDocument>(queryKey);
  if (now === undefined) return;
  const joined = appendRows(now, rows);
  if (joined === undefined) await client.invalidateQueries({ queryKey, exact: true });
  else client.setQueryData<RunDocument>(queryKey, joined);
}
