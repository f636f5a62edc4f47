import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createAppRouter, fetchNextPages } from './app/router.tsx';
import { applyTheme } from './app/theme.ts';
import { findSource } from './data/find-source.ts';
import { followTaskLink } from './data/follow-task-link.ts';
import { openStartPage } from './data/open-start-page.ts';
import { createQueries } from './data/queries.ts';
import { DocumentError } from './data/source.ts';
import { DataContext } from './data/use-data.ts';
import './styles.css';

const source = findSource();
const client = new QueryClient({
  defaultOptions: {
    queries: {
      // Documents only change when the server says so, and that is listened to.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 2 && !(error instanceof DocumentError && error.code !== 'OFFLINE'),
      retryDelay: 400,
    },
  },
});
const data = { source, queries: createQueries(source) };
applyTheme();
await followTaskLink(source);
await openStartPage(source);
const router = createAppRouter(source);

const container = document.getElementById('root');
if (container !== null) {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <DataContext value={data}>
          <RouterProvider router={router} />
        </DataContext>
      </QueryClientProvider>
    </StrictMode>,
  );
  setTimeout(() => void fetchNextPages().catch(() => {}), 300);
}
