import { mkdir } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { EvaluationCaches } from '../../evaluate/environment-checks.ts';
import { type EvaluateFileOptions, evaluateFile } from '../../evaluate/evaluate-file.ts';
import { checkGroundTruth } from '../../evaluate/ground-truth/check-ground-truth.ts';
import { summarizeGroundTruth } from '../../evaluate/ground-truth/ground-truth-summary.ts';
import { matchSamples } from '../../evaluate/match-samples.ts';
import { buildEvaluationDocument, type EvaluationDocument } from '../../evaluate/results/documents.ts';
import { createBoundedExecutor } from '../../executor/execute-bounded.ts';
import type { Executor } from '../../executor/executor.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import type { OnRunEvent, RunEvent } from '../../schema/run-event.ts';
import type { GroundTruthSummary } from '../../schema/run-record.ts';
import { readSamples } from '../../upstream/read-samples.ts';
import { modelNameOf, type ResultPaths, resolveResultPaths } from '../../upstream/result-paths.ts';
import { type Caller, maySee } from '../http/auth.ts';
import { RequestFault, tooBusy } from '../http/request-fault.ts';
import type { Services } from '../services.ts';
import { toExecution } from '../submit-job.ts';
import type { EvaluationPlan } from './evaluation-plan.ts';
import { EventLog } from './event-log.ts';

/** What an evaluation came to. The files hold everything else. */
type EvaluationResult =
  | { readonly kind: 'scored'; readonly document: EvaluationDocument; readonly paths: ResultPaths }
  | { readonly kind: 'ground-truth'; readonly summary: GroundTruthSummary };

/** One evaluation of this process, under way or over. */
export interface Evaluation {
  readonly plan: EvaluationPlan;
  readonly state: 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled';
  readonly events: EventLog<RunEvent>;
  readonly progress: { readonly done: number; readonly total: number; readonly passed: number };
  /** How many evaluations are before it. */
  readonly rank: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number | undefined;
  readonly over: Promise<EvaluationResult>;
  cancel(): void;
}

interface EvaluationsOptions {
  readonly services: Pick<Services, 'queue' | 'executor' | 'catalog' | 'texts'>;
  readonly caches: EvaluationCaches;
  /** How many events of evaluations that are over are kept in all; those that ended first keep their last event only. */
  readonly maxEvents?: number | undefined;
}

const atOnce = 4;
/** How many that are over are remembered, and for how long; their files stay. */
const remembered = 100;
const rememberedMs = 24 * 60 * 60_000;
/** How many may wait for others; further ones are refused. */
const maxOpen = 1000;

export type Evaluations = ReturnType<typeof createEvaluations>;

/** Knows evaluations by content: a request for one that is running joins it. */
export function createEvaluations({ services, caches, maxEvents = 50_000 }: EvaluationsOptions) {
  const evaluations = new Map<string, Evaluation>();
  const limit = pLimit(atOnce);

  const forgetOld = () => {
    const latest = Date.now() - rememberedMs;
    for (const [id, evaluation] of evaluations) {
      const isOld = evaluations.size >= remembered || (evaluation.endedAt ?? latest) < latest;
      if (isOver(evaluation) && isOld) evaluations.delete(id);
    }
  };
  /** Makes room for the events of one that is over; its own stay, for those who are reading them. */
  const keepEvents = (latest: EventLog<RunEvent>) => {
    const over = [...evaluations.values()].filter(isOver).sort((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
    let total = over.reduce((sum, { events }) => sum + events.size, 0);
    for (const { events } of over) {
      if (total <= maxEvents || events === latest) return;
      total -= events.size;
      events.keepLast(1);
    }
  };
  const open = (plan: EvaluationPlan): Evaluation => {
    const stop = new AbortController();
    const { signal } = stop;
    const events = new EventLog<RunEvent>();
    const now: Omit<{ -readonly [Fact in keyof Evaluation]: Evaluation[Fact] }, 'over'> = {
      plan,
      events,
      state: 'waiting',
      progress: { done: 0, total: 0, passed: 0 },
      endedAt: undefined,
      get rank() {
        return now.state === 'waiting' ? Math.max(1, limit.pendingCount) : 0;
      },
      cancel: () => stop.abort(new DOMException('The evaluation was cancelled.', 'AbortError')),
    };
    const over = limit(async () => {
      try {
        signal.throwIfAborted();
        now.state = 'running';
        const result = await carryOut(plan, {
          executor: createBulkExecutor(services, plan.owner),
          judgeSafety: services.texts.judgeSafetyFor(plan.owner, { signal }),
          caches,
          taskSet: services.catalog,
          onEvent: (event) => {
            now.progress = addEvent(now.progress, event);
            events.push(event);
          },
          signal,
        });
        now.state = 'finished';
        return result;
      } catch (error) {
        now.state = signal.aborted ? 'cancelled' : 'failed';
        throw error;
      } finally {
        now.endedAt = Date.now();
        events.end();
        keepEvents(events);
      }
    });
    // Callers that wait for it get the error; there may be none.
    over.catch(() => {});
    return Object.assign(now, { over });
  };
  return {
    list: (caller: Caller) => [...evaluations.values()].filter(({ plan }) => maySee(caller, plan)),
    /** An unknown id is a fault that says so, and so is one of another owner. */
    find(id: string, caller: Caller): Evaluation {
      const evaluation = evaluations.get(id);
      if (evaluation !== undefined && maySee(caller, evaluation.plan)) return evaluation;
      throw new RequestFault(404, 'No such evaluation since this server started: send its samples again to resume it.');
    },
    /** Starts an evaluation, or joins it. One that failed or was cancelled resumes. */
    start(plan: EvaluationPlan): Evaluation {
      const known = evaluations.get(plan.id);
      if (known && known.state !== 'failed' && known.state !== 'cancelled') return known;
      forgetOld();
      if (limit.pendingCount >= maxOpen) throw tooBusy();
      const evaluation = open(plan);
      evaluations.delete(plan.id);
      evaluations.set(plan.id, evaluation);
      return evaluation;
    },
    get use() {
      const events = [...evaluations.values()].reduce((sum, each) => sum + each.events.size, 0);
      return { evaluations: evaluations.size, events };
    },
    /** Whether an evaluation that is not over reads or writes there. */
    isInUse(path: string): boolean {
      const underWay = [...evaluations.values()].filter((evaluation) => !isOver(evaluation));
      return underWay.some(({ plan }) => plan.folder === path || plan.samplesPath.startsWith(`${path}/`));
    },
    /** Its files are being removed. */
    forget(folder: string): void {
      for (const [id, { plan }] of evaluations) if (plan.folder === folder) evaluations.delete(id);
    },
    /** Ends what is under way; its journals stay. */
    async close(): Promise<void> {
      for (const evaluation of evaluations.values()) evaluation.cancel();
      await Promise.allSettled([...evaluations.values()].map(({ over }) => over));
    },
  };
}

export function isOver({ state }: Pick<Evaluation, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running';
}

function addEvent(progress: Evaluation['progress'], event: RunEvent): Evaluation['progress'] {
  const { done, passed } = progress;
  if (event.type === 'run-started') return { ...progress, total: event.total };
  if (event.type === 'run-opened') return { ...progress, done: event.done, passed: event.passed };
  if (event.type !== 'verdict') return progress;
  return { ...progress, done: done + 1, passed: passed + (event.status === 'pass' ? 1 : 0) };
}

/** The same executor through the queue: bulk work of one owner, which yields to urgent jobs. */
export function createBulkExecutor({ queue, executor }: Pick<Services, 'queue' | 'executor'>, owner: string): Executor {
  const { info, capacity, verify } = executor;
  const bulk = { owner, urgency: 'bulk', isAlone: true, isPatient: true } as const;
  return createBoundedExecutor({
    info,
    capacity,
    verify,
    width: queue.width,
    run: async (job, signal) => toExecution(job, await queue.submit(job, { ...bulk, signal })),
  });
}

interface Means extends Pick<EvaluateFileOptions, 'executor' | 'judgeSafety' | 'caches' | 'taskSet' | 'signal'> {
  readonly onEvent: OnRunEvent;
}

/** No honest answer has a tenth of it, and all of a line is parsed at once. */
const maxLineBytes = 4 * 1024 * 1024;

/** Runs or resumes an evaluation: what its folder holds is not executed again. */
async function carryOut(plan: EvaluationPlan, means: Means): Promise<EvaluationResult> {
  if (plan.groundTruth === 'only') return { kind: 'ground-truth', summary: await checkOnly(plan, means) };
  const { folder, samplesPath, tasks, missing } = plan;
  await mkdir(folder, { recursive: true });
  const read = () => readSamples(samplesPath, { maxLineBytes });
  const matched = await matchSamples({ samples: read(), tasks, missing });
  const paths = await resolveResultPaths(samplesPath, folder);
  const { report, files } = await evaluateFile({
    ...plan,
    ...means,
    // A server judges as well as it can; the rate it reached is in the result.
    groundTruth: plan.groundTruth === 'checked' ? { minRate: 0 } : undefined,
    matched,
    reread: read,
    paths,
    upstreamModel: modelNameOf(samplesPath),
    model: { name: matched.model ?? modelNameOf(samplesPath) },
  });
  const names = files.map(({ path }) => path.slice(folder.length + 1));
  return { kind: 'scored', document: buildEvaluationDocument(report, names), paths };
}

async function checkOnly(plan: EvaluationPlan, { caches, onEvent, ...means }: Means): Promise<GroundTruthSummary> {
  const { tasks, rules } = plan;
  const found: GroundTruth[] = [];
  onEvent({ type: 'ground-truth-started', done: 0, total: tasks.length });
  for await (const groundTruth of checkGroundTruth({ ...means, tasks, rules, cache: caches?.groundTruth })) {
    found.push(groundTruth);
    onEvent({ type: 'ground-truth', groundTruth, done: found.length, total: tasks.length });
  }
  const summary = summarizeGroundTruth(found);
  onEvent({ type: 'ground-truth-finished', summary });
  return summary;
}
