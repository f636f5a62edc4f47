import { join } from 'node:path';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Hono, MiddlewareHandler } from 'hono';
import { buildGroundTruthProgram } from '../evaluate/jobs/program.ts';
import { createSafetyRule } from '../evaluate/jobs/verdict-rules.ts';
import { withProof } from '../evaluate/proof/with-proof.ts';
import type { EvaluationCaches } from '../evaluate/run-evaluation.ts';
import type { Executor } from '../executor/executor.ts';
import type { FleetStatus } from '../executor/queue/fleet-status.ts';
import type { StrategyName } from '../sanitize/strategy.ts';
import { defaultRules, type EvaluationRules } from '../schema/evaluation-rules.ts';
import type { Job } from '../schema/job.ts';
import { completeLimits, type Limits } from '../schema/limits.ts';
import type { Task } from '../schema/task.ts';
import { renderDocsPage } from './api/docs-page.ts';
import { createExecutionRoutes } from './api/executions.ts';
import { createHealthRoutes } from './api/health.ts';
import { createInfoRoutes } from './api/info.ts';
import { createTaskRoutes } from './api/tasks.ts';
import { ExecutionDesk } from './desk/execution-desk.ts';
import { createTaskLimits } from './desk/task-limits.ts';
import { respondInDialect } from './dialects.ts';
import { EvaluationOffice } from './evaluations/evaluation-office.ts';
import { createEvaluationRoutes } from './evaluations/routes.ts';
import { createSampleFiles } from './evaluations/sample-files.ts';
import { createGradioRoutes } from './gradio/routes.ts';
import { createAuthenticator } from './http/auth.ts';
import { Lifecycle } from './http/lifecycle.ts';
import { type Listener, type ListenOptions, listen } from './http/listen.ts';
import { createMetrics, type ServerMetrics } from './http/metrics.ts';
import { type OnLog, observeRequests } from './http/observe.ts';
import { RequestFault } from './http/request-fault.ts';
import { createVerifyRoutes } from './nemo-gym/verify.ts';
import { createAnswerSanitizer } from './rewards/answer-sanitizer.ts';
import { createGetRewardRoutes } from './rewards/get-reward.ts';
import { createRewardRoutes } from './rewards/own-rewards.ts';
import { createDatasetRoutes } from './sandbox-fusion/datasets.ts';
import { createRunCodeRoutes } from './sandbox-fusion/run-code.ts';
import { createSubmitRoutes } from './sandbox-fusion/submit.ts';
import type { EvaluationServices, ServerEnv, Services } from './services.ts';
import { createTaskCatalog } from './task-catalog.ts';

export interface ServerOptions {
  readonly executor: Executor;
  /** What solutions are judged by. */
  readonly taskSet: { readonly name: string; readonly version: string; readonly hash: string };
  readonly tasks: readonly Task[];
  /** Accepted tokens; without any, everyone on this machine is let in and nobody else. */
  readonly tokens?: readonly string[] | undefined;
  /** How many programs of one token may run at once. */
  readonly slotsPerToken?: number | undefined;
  readonly rules?: EvaluationRules | undefined;
  /** How code is taken out of a model's answer. */
  readonly strategy?: StrategyName | undefined;
  /** The most that a request may ask for. */
  readonly maxLimits?: Partial<Limits> | undefined;
  /** Executions of earlier evaluations. */
  readonly caches?: EvaluationCaches | undefined;
  /** Folder where evaluations are kept, so that they resume after a crash; without it none are accepted. */
  readonly outDir?: string | undefined;
  readonly version?: string | undefined;
  /** The fleet behind the executor, where there is one: for `/metrics`. */
  readonly readFleet?: (() => Promise<FleetStatus>) | undefined;
  /** A page of somebody else, shown to whoever has a token. */
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

export function createServer(options: ServerOptions): Server {
  const { executor, tokens = [], rules = defaultRules, caches = {}, outDir, version = '0.0.0' } = options;
  const lifecycle = new Lifecycle();
  const metrics: ServerMetrics = createMetrics({
    executor,
    readState: () => desk.state,
    readFleet: options.readFleet,
  });
  const references = new Map(options.tasks.map((task) => [task.test, task]));
  const referenceOf = ({ test }: Job) => {
    const task = references.get(test);
    return task && buildGroundTruthProgram(task);
  };
  const proving = withProof(executor, { referenceOf });
  const desk = new ExecutionDesk({ executor, proving, slotsPerOwner: options.slotsPerToken, ...metrics });
  const services: Services = {
    executor,
    desk,
    catalog: createTaskCatalog({ ...options.taskSet, tasks: options.tasks }),
    taskLimits: createTaskLimits({ executor, rules, cache: caches.groundTruth, signal: lifecycle.stopping }),
    rules,
    plainLimits: completeLimits(rules.limits),
    judgeSafety: createSafetyRule(rules.safety),
    sanitize: createAnswerSanitizer(options.strategy ?? 'upstream'),
    maxLimits: { ...mostLimits, ...options.maxLimits },
    lifecycle,
    version,
  };
  const office = new EvaluationOffice({ services, caches });
  const evaluations: EvaluationServices | undefined =
    outDir === undefined
      ? undefined
      : { ...services, office, outDir, sampleFiles: createSampleFiles(join(outDir, 'samples')) };
  const app = createApp({ services, evaluations, tokens, metrics, onLog: options.onLog, board: options.board });
  const close = async ({ graceMs = defaultGraceMs } = {}) => {
    await lifecycle.drain(graceMs);
    // Streams end first: a client whose stream breaks off retries, one that gets an error gives up.
    const stopped = lifecycle.stop(lastWordsMs);
    await Promise.all([services.desk.close(), office.close()]);
    await stopped;
  };
  return {
    fetch: async (request) => app.fetch(request),
    listen: (where) => listen(app.fetch, { ...where, isOpen: tokens.length === 0, drain: close }),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

const mostLimits: Limits = completeLimits({
  wallMs: 60 * 60_000,
  cpuMs: 60 * 60_000,
  processes: 1024,
  outputKb: 16 * 1024,
  files: 4096,
});

interface AppParts {
  readonly services: Services;
  readonly evaluations: EvaluationServices | undefined;
  readonly tokens: readonly string[];
  readonly metrics: ServerMetrics;
  readonly onLog: OnLog | undefined;
  readonly board: ServerOptions['board'];
}

function createApp({ services, evaluations, tokens, metrics, onLog, board }: AppParts): OpenAPIHono<ServerEnv> {
  const app = new OpenAPIHono<ServerEnv>();
  app.onError((error, c) => respondInDialect(error, c.req.path));
  app.notFound((c) => respondInDialect(new RequestFault(404, 'There is nothing at this address.'), c.req.path));
  app.use(observeRequests({ metrics, onLog }));
  app.route('/', createHealthRoutes(services));
  app.use(guardRequests(services.lifecycle, tokens));
  app.get('/', (c) => c.redirect('/docs'));
  app.get('/metrics', async (c) => c.body(await metrics.render(), 200, { 'Content-Type': metrics.contentType }));
  app.route('/', createInfoRoutes(services));
  app.route('/', createTaskRoutes(services));
  app.route('/', createExecutionRoutes(services));
  app.route('/', createRewardRoutes(services));
  app.route('/', createGetRewardRoutes(services));
  app.route('/', createRunCodeRoutes(services));
  app.route('/', createDatasetRoutes(services));
  app.route('/', createSubmitRoutes(services));
  app.route('/', createVerifyRoutes(services));
  if (evaluations !== undefined) {
    app.route('/', createEvaluationRoutes(evaluations));
    app.route('/', createGradioRoutes(evaluations));
  }
  if (board !== undefined) app.route(board.path, board.app);
  const about = {
    title: 'BigCodeBench',
    version: services.version,
    description: 'Executes and judges Python programs.',
  };
  app.doc31('/openapi.json', { openapi: '3.1.0', info: about });
  app.get('/docs', (c) => c.html(renderDocsPage(app.getOpenAPI31Document({ openapi: '3.1.0', info: about }))));
  return app;
}

/** Rejects requests without a token, and new ones while the server shuts down. */
function guardRequests(lifecycle: Lifecycle, tokens: readonly string[]): MiddlewareHandler<ServerEnv> {
  const authenticator = createAuthenticator(tokens);
  return async (c, next) => {
    c.set('owner', authenticator.identify(c.req.header('authorization')));
    if (lifecycle.isDraining) throw shuttingDown();
    const leave = lifecycle.enter();
    try {
      await next();
    } finally {
      leave();
    }
  };
}

function shuttingDown(): RequestFault {
  return new RequestFault(503, 'The server is shutting down.', {
    headers: { 'Retry-After': '5', Connection: 'close' },
  });
}
