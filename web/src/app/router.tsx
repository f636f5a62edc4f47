import {
  createBrowserHistory,
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { RunsPage } from '../pages/runs/runs-page.tsx';
import { NotFound, PageError } from './fallback-pages.tsx';
import { pageSearch, parseSearch, stringifySearch } from './search.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: PageError });

/** Ids hold slashes, so a task's page is everything below the list of tasks. */
const tasks = createRoute({ getParentRoute: () => root, path: '/tasks' });
const taskRoutes = [
  createRoute({
    getParentRoute: () => tasks,
    path: '/',
    validateSearch: pageSearch.tasks,
    component: lazyRouteComponent(() => import('../pages/tasks/tasks-page.tsx'), 'TasksPage'),
  }),
  createRoute({
    getParentRoute: () => tasks,
    path: '$',
    validateSearch: pageSearch.task,
    component: lazyRouteComponent(() => import('../pages/task/task-page.tsx'), 'TaskPage'),
  }),
] as const;

const runPage = lazyRouteComponent(() => import('../pages/run/run-page.tsx'), 'RunPage');
const samplePage = lazyRouteComponent(() => import('../pages/sample/sample-page.tsx'), 'SamplePage');

/** The first page comes with the app; the others when they are asked for. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: pageSearch.runs,
    component: RunsPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId',
    validateSearch: pageSearch.run,
    component: runPage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId/s/$index/$',
    validateSearch: pageSearch.sample,
    component: samplePage,
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId/live',
    validateSearch: pageSearch.live,
    component: lazyRouteComponent(() => import('../pages/live/live-page.tsx'), 'LivePage'),
  }),
  tasks.addChildren(taskRoutes),
  createRoute({
    getParentRoute: () => root,
    path: '/compare',
    validateSearch: pageSearch.compare,
    component: lazyRouteComponent(() => import('../pages/compare/compare-page.tsx'), 'ComparePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/matrix',
    validateSearch: pageSearch.matrix,
    component: lazyRouteComponent(() => import('../pages/matrix/matrix-page.tsx'), 'MatrixPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/failures',
    validateSearch: pageSearch.failures,
    component: lazyRouteComponent(() => import('../pages/failures/failures-page.tsx'), 'FailuresPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/leaderboard',
    validateSearch: pageSearch.leaderboard,
    component: lazyRouteComponent(() => import('../pages/leaderboard/leaderboard-page.tsx'), 'LeaderboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/analysis',
    validateSearch: pageSearch.analysis,
    component: lazyRouteComponent(() => import('../pages/analysis/analysis-page.tsx'), 'AnalysisPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: pageSearch.audit,
    component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/run',
    validateSearch: pageSearch.sandbox,
    component: lazyRouteComponent(() => import('../pages/sandbox/sandbox-page.tsx'), 'SandboxPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/about',
    validateSearch: pageSearch.about,
    component: lazyRouteComponent(() => import('../pages/about/about-page.tsx'), 'AboutPage'),
  }),
] as const;

export function createAppRouter({ usesHash }: { readonly usesHash: boolean }) {
  return createRouter({
    routeTree: root.addChildren(routes),
    history: usesHash ? createHashHistory() : createBrowserHistory(),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: false,
  });
}

/** Fetches the pages that people open next, so that a click finds them there. */
export async function fetchNextPages(): Promise<void> {
  await Promise.all([runPage.preload?.(), samplePage.preload?.()]);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
