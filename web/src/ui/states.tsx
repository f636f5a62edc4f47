import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DocumentError } from '../data/source.ts';
import { Button } from './button.tsx';

/** What to do when there is nothing to show: a sentence, and the commands that change that. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-2 px-6 py-14 text-center">
      <p className="font-semibold text-base">{title}</p>
      <div className="text-soft text-small">{children}</div>
    </div>
  );
}

/** A command line that can be copied. */
export function Command({ line }: { readonly line: string }) {
  return (
    <code className="my-1 block overflow-x-auto whitespace-pre rounded-md border border-line bg-sunken px-3 py-1.5 text-left font-mono text-ink text-small">
      {line}
    </code>
  );
}

export function Loading({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div aria-busy="true" className="flex flex-col gap-3 p-4" role="status">
      <span className="sr-only">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <span
          className="h-4 animate-pulse rounded bg-sunken"
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move
          key={row}
          style={{ width: `${90 - ((row * 17) % 45)}%` }}
        />
      ))}
    </div>
  );
}

export function Problem({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const isMissing = error instanceof DocumentError && error.code === 'NOT_FOUND';
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-6 py-14 text-center" role="alert">
      <p className="font-semibold text-base">{isMissing ? 'Not in this view' : 'This cannot be shown'}</p>
      <p className="text-soft text-small">{error.message}</p>
      <div className="flex items-center gap-4">
        {retry !== undefined && <Button onClick={retry}>Try again</Button>}
        {isMissing && (
          <Link className="text-accent text-small underline" to="/">
            All runs
          </Link>
        )}
      </div>
    </div>
  );
}

interface ResolvedProps<Document> {
  readonly query: UseQueryResult<Document>;
  readonly rows?: number;
  readonly children: (document: Document) => ReactNode;
}

/** Shows a document once it is there; before that a sketch of it, or why it cannot be had. */
export function Resolved<Document>({ query, rows, children }: ResolvedProps<Document>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <Problem error={query.error} retry={() => void query.refetch()} />;
  return <Loading rows={rows ?? 6} />;
}
