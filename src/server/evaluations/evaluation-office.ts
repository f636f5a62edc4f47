import pLimit from 'p-limit';
import type { EvaluationCaches } from '../../evaluate/run-evaluation.ts';
import type { RunEvent } from '../../schema/run-event.ts';
import { createDeskExecutor } from '../desk/desk-executor.ts';
import type { Services } from '../services.ts';
import { carryOut, type EvaluationResult } from './carry-out.ts';
import type { EvaluationPlan } from './evaluation-plan.ts';
import { EventLog } from './event-log.ts';

export type EvaluationState = 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled';

export interface EvaluationProgress {
  readonly done: number;
  readonly total: number;
  readonly passed: number;
}

/** One evaluation of this process, under way or over. */
export interface Evaluation {
  readonly id: string;
  readonly plan: EvaluationPlan;
  readonly state: EvaluationState;
  readonly events: EventLog<RunEvent>;
  readonly progress: EvaluationProgress;
  /** How many evaluations are before it. */
  readonly rank: number;
  /** Settles when it is over. */
  readonly over: Promise<EvaluationResult>;
  cancel(): void;
}

export interface OfficeOptions {
  readonly services: Pick<Services, 'desk' | 'executor' | 'catalog' | 'lifecycle'>;
  readonly caches: EvaluationCaches;
  /** How many evaluations run at once. */
  readonly atOnce?: number | undefined;
  /** How many that are over are remembered; their files stay. */
  readonly remembered?: number | undefined;
}

/** Knows evaluations by content: a request for one that is running joins it. */
export class EvaluationOffice {
  readonly #options: OfficeOptions;
  readonly #evaluations = new Map<string, Evaluation>();
  readonly #limit: ReturnType<typeof pLimit>;

  constructor(options: OfficeOptions) {
    this.#options = options;
    this.#limit = pLimit(options.atOnce ?? 4);
  }

  list(): readonly Evaluation[] {
    return [...this.#evaluations.values()];
  }

  get(id: string): Evaluation | undefined {
    return this.#evaluations.get(id);
  }

  /** Starts an evaluation, or joins it. One that failed or was cancelled resumes. */
  start(plan: EvaluationPlan, owner: string): Evaluation {
    const known = this.#evaluations.get(plan.id);
    if (known && known.state !== 'failed' && known.state !== 'cancelled') return known;
    const evaluation = this.#open(plan, owner);
    this.#evaluations.delete(plan.id);
    this.#evaluations.set(plan.id, evaluation);
    this.#forgetOld();
    return evaluation;
  }

  /** Ends what is under way; its journals stay. */
  async close(): Promise<void> {
    for (const evaluation of this.#evaluations.values()) evaluation.cancel();
    await Promise.allSettled([...this.#evaluations.values()].map(({ over }) => over));
  }

  #open(plan: EvaluationPlan, owner: string): Evaluation {
    const { services, caches } = this.#options;
    const { desk, executor, catalog, lifecycle } = services;
    const stop = new AbortController();
    const events = new EventLog<RunEvent>();
    let state: EvaluationState = 'waiting';
    let progress: EvaluationProgress = { done: 0, total: 0, passed: 0 };
    const run = async () => {
      stop.signal.throwIfAborted();
      state = 'running';
      return carryOut({
        plan,
        executor: createDeskExecutor({ desk, executor, owner }),
        caches,
        taskSet: catalog,
        onEvent: (event) => {
          progress = addEvent(progress, event);
          events.push(event);
        },
        signal: AbortSignal.any([stop.signal, lifecycle.stopping]),
      });
    };
    const over = this.#limit(run)
      .then(
        (result) => {
          state = 'finished';
          return result;
        },
        (error: unknown) => {
          state = stop.signal.aborted || lifecycle.stopping.aborted ? 'cancelled' : 'failed';
          throw error;
        },
      )
      .finally(() => events.end());
    // Callers that wait for it get the error; there may be none.
    over.catch(() => {});
    const limit = this.#limit;
    return {
      id: plan.id,
      plan,
      events,
      over,
      get state() {
        return state;
      },
      get progress() {
        return progress;
      },
      get rank() {
        return state === 'waiting' ? Math.max(1, limit.pendingCount) : 0;
      },
      cancel: () => stop.abort(new DOMException('The evaluation was cancelled.', 'AbortError')),
    };
  }

  #forgetOld(): void {
    const { remembered = 100 } = this.#options;
    for (const [id, { state }] of this.#evaluations) {
      if (this.#evaluations.size <= remembered) return;
      if (state !== 'waiting' && state !== 'running') this.#evaluations.delete(id);
    }
  }
}

function addEvent(progress: EvaluationProgress, event: RunEvent): EvaluationProgress {
  const { done, passed } = progress;
  if (event.type === 'run-started') return { ...progress, total: event.total };
  if (event.type === 'evaluation-opened') return { ...progress, done: event.done, passed: event.passed };
  if (event.type !== 'verdict') return progress;
  return { ...progress, done: done + 1, passed: passed + (event.status === 'pass' ? 1 : 0) };
}
