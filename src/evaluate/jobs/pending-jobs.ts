import type { ExecutorInfo } from '../../executor/executor.ts';
import type { EvaluationRules } from '../../schema/evaluation-rules.ts';
import type { Execution, Job } from '../../schema/execution.ts';
import type { SampleKey } from '../../schema/log-event.ts';
import type { GroundTruth } from '../../schema/proof.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import type { Sample } from '../../schema/sample.ts';
import { buildProgram, type Task } from '../../schema/task.ts';
import type { Verdict } from '../../schema/verdict.ts';
import type { ContentCache } from '../../store/content-cache.ts';
import { Backlog } from '../../util/backlog.ts';
import { Channel } from '../../util/channel.ts';
import { chunksOf } from '../../util/chunks.ts';
import { ClosingJobs, type ExpectedCost, expectAnswerCost, lengthOf } from './expected-cost.ts';
import { type ExecutionSetting, hashJob } from './job-hash.ts';
import { buildLimits } from './time-limit.ts';
import { buildVerdict, createSafetyRule, type JudgeSafety, judgeSize, trimOutput } from './verdict-rules.ts';

/** What must be known of a sample to judge it. */
export type EvaluatedSample = Pick<Sample, 'taskId' | 'index' | 'solution'> & Pick<SampleKey, 'turn'>;

export interface PendingJobsOptions {
  /** Samples of other tasks are skipped. */
  readonly tasks: readonly Task[];
  readonly rules: EvaluationRules;
  readonly executor: ExecutorInfo;
  readonly capacity: number;
  /** How many jobs may wait before `room` makes a stream wait. Default: any number. */
  readonly bound?: number | undefined;
  /** By task id; may still be filled while samples arrive. */
  readonly groundTruth?: ReadonlyMap<string, GroundTruth> | undefined;
  /** Executions from earlier runs. */
  readonly cache?: ContentCache<Execution> | undefined;
  /** Records each verdict before it is yielded. An execution enters the cache only after that. */
  readonly record?: ((verdict: Verdict) => Promise<void>) | undefined;
  /** The scan by the rules' policy, where the caller has one of its own. */
  readonly judgeSafety?: JudgeSafety | undefined;
  readonly onEvent?: OnRunEvent | undefined;
}

interface PendingJob {
  readonly hash: string;
  readonly task: Task;
  readonly cost: ExpectedCost;
  startsLast: boolean;
  readonly samples: EvaluatedSample[];
  flags: readonly string[];
  attempts: number;
}

const attemptsPerJob = 2;
const keptAtOnce = 32;
/** Verdicts on identical samples that are built, recorded and handed on together. */
const verdictsAtOnce = 1024;

/**
 * Tracks which samples wait for which job. Samples go in, jobs come out: identical programs share one job, cached ones
 * need none, and a job that failed in the sandbox comes out a second time. Executions go in, verdicts come out.
 */
export class PendingJobs {
  readonly #options: PendingJobsOptions;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #setting: ExecutionSetting;
  readonly #judgeSafety: JudgeSafety;
  readonly #pending = new Map<string, PendingJob>();
  readonly #queue: Channel<PendingJob>;
  readonly #closing: ClosingJobs;
  readonly #verdicts = new Channel<Verdict>({ bound: verdictsAtOnce });
  /** Executed but not yet recorded: a slow disk slows the executor down, and one write serves many. */
  readonly #keeping = new Backlog(keptAtOnce);
  #isTakingIn = true;

  constructor(options: PendingJobsOptions) {
    this.#options = options;
    this.#queue = new Channel({ compare: compareTurns, bound: options.bound });
    this.#tasks = new Map(options.tasks.map((task) => [task.id, task]));
    this.#setting = { rules: options.rules, executor: options.executor };
    this.#judgeSafety = options.judgeSafety ?? createSafetyRule(options.rules);
    this.#closing = new ClosingJobs(options.rules, options.capacity);
  }

  /** Resolves when another sample may be taken in. */
  room(signal: AbortSignal): Promise<void> {
    return this.#queue.room(signal);
  }

  /** Enters a sample: with its own job, with others that wait for the same job, or with a cached result. */
  async take(sample: EvaluatedSample): Promise<void> {
    const { groundTruth, cache } = this.#options;
    const task = this.#tasks.get(sample.taskId);
    if (!task) return;
    const hash = hashJob({ code: this.#buildCode(task, sample), test: task.test }, this.#setting);
    const known = this.#pending.get(hash);
    if (known) {
      known.samples.push(sample);
      return;
    }
    const truth = groundTruth?.get(task.id);
    const cost = expectAnswerCost(task, truth);
    const job: PendingJob = { hash, task, cost, startsLast: false, samples: [sample], flags: [], attempts: 0 };
    this.#pending.set(hash, job);
    const cached = await cache?.get(hash);
    if (cached) return this.#keep(job, cached, { cached: true, isStored: true });
    job.startsLast = this.#closing.take(truth);
    this.#queue.push(job);
  }

  /** No more samples will come: the jobs end with the last pending one. */
  close(): void {
    this.#isTakingIn = false;
    this.#closeWhenDone();
  }

  /** The jobs to execute, the longest waiting one first; fillers last. */
  async *jobs(): AsyncGenerator<Job> {
    const { rules, groundTruth } = this.#options;
    for await (const job of this.#queue) {
      const { hash, task, samples, cost, startsLast } = job;
      const code = this.#buildCode(task, samples[0]);
      const tooLarge = judgeSize(code);
      const judged = tooLarge ? { refused: tooLarge } : await this.#judgeSafety(code);
      if ('refused' in judged) {
        const { refused } = judged;
        if (refused.outcome === 'engine-error') await this.settle({ ...refused, id: hash });
        else await this.#keep(job, refused, { cached: false, isStored: true });
        continue;
      }
      job.flags = judged.flags;
      const [first] = samples;
      if (first) this.#options.onEvent?.({ type: 'executing', taskId: first.taskId, index: first.index });
      yield {
        id: hash,
        code: judged.code,
        test: task.test,
        libs: task.libs,
        failFast: rules.failFast,
        limits: buildLimits({ rules, task, groundTruth: groundTruth?.get(task.id) }),
        costHintMs: lengthOf(cost),
        ...(startsLast && { startsLast }),
      };
    }
  }

  /** Enters a job's execution. Resolves when there is room for the next. */
  async settle(execution: Execution): Promise<void> {
    const job = this.#pending.get(execution.id);
    if (!job) return;
    if (execution.outcome !== 'engine-error') {
      const flags = [...job.flags, ...execution.flags];
      return this.#keep(job, trimOutput({ ...execution, flags }), { cached: false, isStored: false });
    }
    if (++job.attempts < attemptsPerJob) return this.#queue.push(job);
    this.#pending.delete(job.hash);
    this.#closeWhenDone();
    const { reason = 'unknown' } = execution;
    for (const { taskId, index } of job.samples) {
      this.#options.onEvent?.({ type: 'execution-failed', taskId, index, reason });
    }
  }

  /** A verdict for every sample, as they are recorded; ends after `end`. */
  verdicts(): AsyncIterable<Verdict> {
    return this.#verdicts;
  }

  async end(): Promise<void> {
    await this.#keeping.settle();
    this.#verdicts.close();
  }

  fail(reason: unknown): void {
    this.#verdicts.fail(reason);
  }

  #buildCode(task: Task, sample: EvaluatedSample | undefined): string {
    return buildProgram(task, sample?.solution ?? '', this.#options.rules.calibrated);
  }

  #keep(job: PendingJob, execution: Execution, state: KeepState): Promise<void> {
    const finished = this.#finish(job, execution, state);
    // Nobody may wait for more jobs once a verdict could not be recorded.
    finished.catch((reason: unknown) => this.#queue.fail(reason));
    return this.#keeping.add(finished);
  }

  async #finish(job: PendingJob, execution: Execution, { cached, isStored }: KeepState): Promise<void> {
    const { rules, cache, record } = this.#options;
    // Identical samples may join an execution until it is in the cache, where later ones will find it.
    for (let at = 0; at < job.samples.length || !isStored; ) {
      const joined = job.samples.slice(at);
      at = job.samples.length;
      if (joined.length === 0) {
        await cache?.put(job.hash, execution);
        isStored = true;
      }
      for (const samples of chunksOf(joined, verdictsAtOnce)) {
        await this.#verdicts.room();
        const verdicts = samples.map((sample) =>
          buildVerdict({ execution, sample, jobHash: job.hash, cached, mode: rules.verdicts }),
        );
        await Promise.all(verdicts.map((verdict) => record?.(verdict)));
        for (const verdict of verdicts) this.#verdicts.push(verdict);
      }
    }
    if (this.#pending.get(job.hash) === job) this.#pending.delete(job.hash);
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (!this.#isTakingIn && this.#pending.size === 0) this.#queue.close();
  }
}

function compareTurns(a: PendingJob, b: PendingJob): number {
  return Number(a.startsLast) - Number(b.startsLast) || lengthOf(b.cost) - lengthOf(a.cost);
}

/** `isStored`: do not write to the cache, for it is already there, or there is nothing to keep. */
type KeepState = Readonly<{ cached: boolean; isStored: boolean }>;
