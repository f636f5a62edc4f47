import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono, MiddlewareHandler } from 'hono';
import type { EvaluationCaches } from '../evaluate/environment-checks.ts';
import { createTaskLimits } from '../evaluate/ground-truth/check-ground-truth.ts';
import { taskOfTests, withProof } from '../evaluate/proof/reference-proofs.ts';
import type { Executor } from '../executor/executor.ts';
import type { StrategyName } from '../sanitize/strategy.ts';
import { defaultRules, type EvaluationRules } from '../schema/evaluation-rules.ts';
import { completeLimits, type Limits } from '../schema/execution.ts';
import type { Task } from '../schema/task.ts';
import { isRead } from '../util/browser-request.ts';
import { renderDocsPage } from './api/docs-page.ts';
import { addExecutionRoutes } from './api/executions.ts';
import { addHealthRoutes, addInfoRoutes } from './api/info.ts';
import { createEvaluations } from './evaluations/evaluations.ts';
import { addEvaluationRoutes } from './evaluations/routes.ts';
import { createSampleFiles } from './evaluations/sample-files.ts';
import { createStorage, type Storage, type StorageLimits } from './evaluations/storage.ts';
import { createExecutionQueue } from './executions/execution-queue.ts';
import { addGradioRoutes } from './gradio/routes.ts';
import { createAuthenticator, type Tokens } from './http/auth.ts';
import { Lifecycle } from './http/lifecycle.ts';
import { type Listener, type ListenOptions, listen } from './http/listen.ts';
import { requireLocal } from './http/local-guard.ts';
import { createMetrics, type MetricsOptions, type OnLog, observeRequests, type ServerMetrics } from './http/observe.ts';
import { RequestFault, respondToFault } from './http/request-fault.ts';
import { addVerifyRoutes } from './nemo-gym/verify.ts';
import { addOpenEnvRoutes } from './openenv/routes.ts';
import { addGetRewardRoutes } from './rewards/get-reward.ts';
import { addRewardRoutes } from './rewards/own-rewards.ts';
import { addDatasetRoutes } from './sandbox-fusion/datasets.ts';
import { addRunCodeRoutes } from './sandbox-fusion/run-code.ts';
import type { App, EvaluationServices, ServerEnv, Services } from './services.ts';
import { addMcpRoutes } from './sessions/mcp.ts';
import { addSessionRoutes } from './sessions/routes.ts';
import { createSessions } from './sessions/sessions.ts';
import { createTaskCatalog, type TaskSet } from './task-catalog.ts';
import { createTextDesk } from './text/text-desk.ts';
import { createTextThreads } from './text/text-threads.ts';

/** What a server offers: the sandbox, the tasks, and who may use them. */
export interface ServerOptions extends MetricsOptions {
  readonly executor: Executor;
  /** What solutions are judged by. */
  readonly taskSet: TaskSet;
  readonly tasks: readonly Task[];
  /** Accepted tokens, each an owner of its own; without any, only programs of this machine are let in. */
  readonly tokens?: readonly string[] | undefined;
  /** Tokens that see everything and change nothing. */
  readonly readTokens?: readonly string[] | undefined;
  /** How many programs of one token may run at once. */
  readonly slotsPerToken?: number | undefined;
  /** How many sessions of one token there may be. */
  readonly sessionsPerToken?: number | undefined;
  readonly rules?: EvaluationRules | undefined;
  /** How code is taken out of a model's answer. */
  readonly strategy?: StrategyName | undefined;
  /** How long one text of a caller may take to be read. */
  readonly textTimeoutMs?: number | undefined;
  /** The most that a request may ask for. */
  readonly maxLimits?: Partial<Limits> | undefined;
  /** Executions of earlier evaluations. */
  readonly caches?: EvaluationCaches | undefined;
  /** Folder where evaluations are kept, so that they resume after a crash; without it none are accepted. */
  readonly outDir?: string | undefined;
  /** How long uploads and results are kept in there, and how much of them. */
  readonly storage?: Partial<StorageLimits> | undefined;
  readonly version?: string | undefined;
  /** A page of another package, shown to callers with a token. */
  readonly board?: { readonly path: string; readonly app: Hono } | undefined;
  /** Called for every request once it is answered. */
  readonly onLog?: OnLog | undefined;
}

/** The sandbox as a service. It owns nothing it was given: the executor is closed by its creator. */
export interface Server extends AsyncDisposable {
  /** Answers one request, without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Opens a port. `close` of what it returns drains first. */
  listen(options: ListenOptions): Promise<Listener>;
  /** Takes nothing new, waits for what is under way, then answers 504 to the rest. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

const defaultGraceMs = 30_000;
/** How long the last answers may take to be written. */
const lastWordsMs = 2000;

/** The sandbox over HTTP, as `bcb serve` starts it; `listen` or `fetch` connects it to the world. */
export function createServer(options: ServerOptions): Server {
  const { executor, tokens = [], rules = defaultRules, caches = {}, outDir, version = '0.0.0' } = options;
  const lifecycle = new Lifecycle();
  const metrics = createMetrics(options);
  const known = new Map(options.tasks.map((task) => [task.test, task]));
  const proving = withProof(executor, { taskOf: taskOfTests(known) });
  const queue = createExecutionQueue({ executor, proving, slotsPerOwner: options.slotsPerToken, ...metrics });
  const threads = createTextThreads(options.textTimeoutMs);
  const texts = createTextDesk({ strategy: options.strategy ?? 'upstream', rules, threads });
  const plainLimits = completeLimits(rules.limits);
  const services: Services = {
    executor,
    queue,
    rules,
    plainLimits,
    texts,
    lifecycle,
    version,
    catalog: createTaskCatalog({ ...options.taskSet, tasks: options.tasks }),
    limitsOf: createTaskLimits({ executor, rules, cache: caches.groundTruth, signal: lifecycle.stopping }),
    sessions: createSessions({ executor, limits: plainLimits, mostOfOwner: options.sessionsPerToken }),
    maxLimits: { ...mostLimits, ...options.maxLimits },
  };
  const evaluations = createEvaluations({ services, caches });
  let evaluating: EvaluationServices | undefined;
  let storage: Storage | undefined;
  if (outDir !== undefined) {
    storage = createStorage({ ...defaultStorage, ...options.storage, folder: outDir, evaluations });
    void storage.prune();
    const sampleFiles = createSampleFiles(join(outDir, 'samples'), storage);
    evaluating = { ...services, evaluations, outDir, sampleFiles };
  }
  metrics.watch({ ...services, evaluations, storage });
  const app = createApp(options, services, evaluating, metrics);
  const close = async ({ graceMs = defaultGraceMs } = {}) => {
    await lifecycle.drain(graceMs);
    // Streams end first: a client whose stream breaks off retries, one that gets an error gives up.
    const stopped = lifecycle.stop(lastWordsMs);
    await Promise.all([queue.close(), evaluations.close(), services.sessions.close()]);
    await stopped;
    await texts.close();
    metrics[Symbol.dispose]();
    storage?.[Symbol.dispose]();
  };
  return {
    fetch: async (request) => app.fetch(request),
    listen: (where) => listen(app.fetch, { ...where, isOpen: tokens.length === 0, drain: close }),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

const defaultStorage: StorageLimits = { maxAgeMs: 30 * 24 * 60 * 60_000, maxBytes: 20 * 1024 ** 3 };

const hourMs = 60 * 60_000;
const mostLimits = completeLimits({ wallMs: hourMs, cpuMs: hourMs, processes: 1024, outputKb: 16 * 1024, files: 4096 });

const apiRoutes = [addInfoRoutes, addExecutionRoutes];
// Before the dialects: /submit of a session is not that of SandboxFusion.
const sessionRoutes = [addSessionRoutes, addMcpRoutes, addOpenEnvRoutes];
const rewardRoutes = [addRewardRoutes, addGetRewardRoutes, addVerifyRoutes];
const fusionRoutes = [addRunCodeRoutes, addDatasetRoutes];

function createApp(
  { tokens = [], readTokens = [], onLog, board }: ServerOptions,
  services: Services,
  evaluationServices: EvaluationServices | undefined,
  metrics: ServerMetrics,
): App {
  const app: App = new OpenAPIHono();
  app.onError((error, c) => respondToFault(error, c.req.path));
  app.notFound((c) => respondToFault(new RequestFault(404, 'There is nothing at this address.'), c.req.path));
  app.use(observeRequests(metrics, onLog));
  addHealthRoutes(app, services);
  app.use(guardRequests(services.lifecycle, { tokens, readTokens }));
  app.get('/', (c) => c.redirect('/docs'));
  app.get('/metrics', async (c) => c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType }));
  for (const addRoutes of [...apiRoutes, ...sessionRoutes, ...rewardRoutes, ...fusionRoutes]) addRoutes(app, services);
  if (evaluationServices !== undefined) {
    addEvaluationRoutes(app, evaluationServices);
    addGradioRoutes(app, evaluationServices);
  }
  if (board !== undefined) {
    // It shows the programs of all owners.
    app.use(`${board.path}/*`, async (c, next) => {
      if (tokens.length > 0 && !c.get('caller').isReader) {
        throw new RequestFault(403, 'This page asks for a --read-token.');
      }
      await next();
    });
    app.route(board.path, board.app);
  }
  const { version } = services;
  const info = { title: 'BigCodeBench', version, description: 'Executes and judges Python programs.' };
  // Neither ever changes, and both take a while to make.
  let document: ReturnType<App['getOpenAPI31Document']> | undefined;
  let page: string | undefined;
  const describe = () => (document ??= app.getOpenAPI31Document({ openapi: '3.1.0', info }));
  app.get('/openapi.json', (c) => c.json(describe()));
  app.get('/docs', (c) => {
    page ??= renderDocsPage(describe());
    return c.html(page);
  });
  return app;
}

/** Rejects requests of callers who may not send them, and new ones while the server shuts down. */
function guardRequests(lifecycle: Lifecycle, tokens: Tokens): MiddlewareHandler<ServerEnv> {
  const identify = createAuthenticator(tokens);
  const isOpen = tokens.tokens.length === 0;
  return async (c, next) => {
    if (isOpen) requireLocal(c.req);
    const caller = identify(c.req.header('authorization'));
    c.set('caller', caller);
    if (caller.isReader && !isRead(c.req)) throw new RequestFault(403, 'This token may read, and nothing else.');
    if (lifecycle.isDraining) {
      const headers = { 'Retry-After': '5', Connection: 'close' };
      throw new RequestFault(503, 'The server is shutting down.', { headers });
    }
    const leave = lifecycle.enter();
    try {
      await next();
    } finally {
      leave();
    }
  };
}
