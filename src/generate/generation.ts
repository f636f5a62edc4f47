import type { TaskSet } from '../dataset/task-set.ts';
import type { RetryKind, RetryRound, SampleKey } from '../schema/log-event.ts';
import type { Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import type { RunLog } from '../store/run-log.ts';
import type { RunWriter } from '../store/run-writer.ts';
import { withStoreErrors } from '../store/store-error.ts';
import { formatSampleLine } from '../upstream/samples-file.ts';
import { type KeptFile, streamKeepingOld } from '../util/keep-old-file.ts';
import { TextStore } from '../util/text-store.ts';
import { adoptAnswers, findInFile, findInRuns, readEarlierLines } from './adopt-answers.ts';
import { requireAnswer } from './answer-log.ts';
import { type AnswerCounts, readCounts } from './answer-signs.ts';
import { generateKeys, loadSample } from './generate-samples.ts';
import { type RequestOptions, requestAnswers } from './request-answers.ts';
import { type PlanInput, planRequests, type TaskPlan } from './request-plan.ts';
import { kindsOf, type Sanitize } from './sanitize-answer.ts';

/** What to ask of which model, and the run that keeps the answers. */
export interface GenerationOptions
  extends Omit<PlanInput, 'log' | 'round'>,
    Pick<RequestOptions, 'maxCostUsd' | 'onEvent' | 'signal'> {
  readonly log: RunWriter;
  /** Other runs that asked the same way: their answers count here, too. */
  readonly siblings?: readonly RunLog[] | undefined;
  readonly samplesPath: string;
  /** All tasks of the set, in the order of the samples file. */
  readonly taskSet?: Pick<TaskSet, 'tasks'> | undefined;
  readonly sanitize?: Sanitize | undefined;
  /** False: nothing but what this run asked for is used. */
  readonly resume?: boolean | undefined;
  /** Only some of the tasks may be asked: answers that exist elsewhere are taken over when it is their turn. */
  readonly isInWaves?: boolean | undefined;
  readonly retry?: { readonly kinds: readonly RetryKind[]; readonly maxNewTokens?: number | undefined } | undefined;
}

/** What came of a generation: counts, tokens and dollars. */
export interface GenerationSummary extends AnswerCounts {
  readonly total: number;
  readonly answered: number;
  readonly missing: number;
  readonly kinds: Readonly<Record<RetryKind, number>>;
  /** Of all answers the run ever paid for; undefined if the price is unknown. */
  readonly costUsd: number | undefined;
}

/** The first phase of a run: from tasks and a model to answers in its log, and from there to samples. */
export class Generation {
  readonly #options: GenerationOptions;
  readonly #round: RetryRound | undefined;
  readonly #plans: ReadonlyMap<string, TaskPlan>;

  constructor(options: GenerationOptions, round: RetryRound | undefined) {
    this.#options = options;
    this.#round = round;
    this.#plans = new Map(planRequests(options).map((plan) => [plan.task.id, plan]));
  }

  countMissing(tasks = this.#options.tasks): number {
    return planRequests({ ...this.#options, tasks }).reduce((sum, plan) => sum + plan.missing.length, 0);
  }

  /** Tells of a sample whether its answer is there and is not asked for again. */
  keeps(): (sample: SampleKey) => boolean {
    const plans = planRequests({ ...this.#options, round: this.#round });
    const held = new Set(plans.flatMap((plan) => plan.held.map(({ taskId, index }) => `${taskId}#${index}`)));
    return ({ taskId, index }) => held.has(`${taskId}#${index}`);
  }

  /** Requests what is missing; yields the key of every sample, existing answers first. */
  async *keys(): AsyncGenerator<SampleKey> {
    const { log, onEvent } = this.#options;
    const round = this.#round;
    const options = { ...this.#options, round };
    yield* generateKeys(options, planRequests(options));
    if (round) await log.append({ type: 'retry-finished', number: round.number, at: new Date().toISOString() });
    const plans = planRequests(this.#options);
    const answered = plans.reduce((sum, plan) => sum + plan.held.length, 0);
    onEvent?.({ type: 'generation-finished', answered, missing: this.countMissing() });
    const { signs } = await readCounts(plans, log, this.#options);
    for (const message of signs) onEvent?.({ type: 'warning', message });
  }

  /** The same for some of the tasks, where others may follow, as long as answers are wanted. */
  async *keysOf(tasks: readonly Task[], isWanted: () => boolean): AsyncGenerator<SampleKey> {
    await adoptEarlier({ ...this.#options, tasks });
    const plans = planRequests({ ...this.#options, tasks });
    yield* plans.flatMap((plan) => plan.held);
    yield* requestAnswers({ ...this.#options, plans, isWanted });
  }

  /** A sample as it is now taken out of its recorded answer. */
  async load(key: SampleKey): Promise<Sample> {
    const plan = this.#plans.get(key.taskId);
    if (!plan) throw new Error(`${key.taskId} is not a task of this run.`);
    return loadSample(key, plan, this.#options);
  }

  /** Writes what exists, in task order; an earlier file with different content is saved next to it. */
  writeSamples(): Promise<KeptFile> {
    const { samplesPath, resume = true } = this.#options;
    return withStoreErrors(samplesPath, () =>
      streamKeepingOld(samplesPath, this.#mergeLines(resume ? readEarlierLines(samplesPath) : [])),
    );
  }

  async summarize(): Promise<GenerationSummary> {
    const { log, tasks, nSamples, model } = this.#options;
    const plans = planRequests(this.#options);
    const held = plans.flatMap((plan) => plan.held);
    const kinds: Record<RetryKind, number> = { truncated: 0, empty: 0, refused: 0, errors: 0 };
    for (const kind of held.flatMap(kindsOf)) kinds[kind]++;
    const counts = await readCounts(plans, log, this.#options);
    const total = tasks.length * nSamples;
    const { spentUsd } = log.state;
    const costUsd = model.price === undefined && spentUsd === 0 ? undefined : spentUsd;
    return { total, answered: held.length, missing: total - held.length, kinds, ...counts, costUsd };
  }

  /** The answers that a sample is the repair of. */
  async #readEarlier(note: SampleKey): Promise<Sample['earlier']> {
    const { log } = this.#options;
    const turns = await Promise.all(log.state.conversationOf(note).map((turn) => requireAnswer(log, turn)));
    const told = turns.slice(1).map(({ repair }) => repair?.feedback ?? '');
    const earlier = told.map((feedback, at) => ({ rawText: turns[at]?.text ?? '', feedback, usage: turns[at]?.usage }));
    return turns.length === 1 ? undefined : earlier;
  }

  /**
   * The lines of a samples file: those of the selected tasks, and the existing lines of others, because a run with a
   * narrower selection must not shrink the file. Lines of runs that asked differently are dropped.
   */
  async *#mergeLines(earlier: ReturnType<typeof readEarlierLines> | readonly never[]): AsyncGenerator<string> {
    const { siblings = [], taskSet } = this.#options;
    const own = new Map(planRequests(this.#options).map(({ task, held }) => [task.id, held]));
    const isKnown = (key: SampleKey) => siblings.some(({ state }) => state.find(key) !== undefined);
    const texts = new TextStore();
    const kept = new Map<string, number[]>();
    for await (const { taskId, index, isOriginal, text } of earlier) {
      const isAnswered = (own.get(taskId) ?? []).length > 0;
      if (isAnswered || !(isOriginal || isKnown({ taskId, index }))) continue;
      kept.set(taskId, [...(kept.get(taskId) ?? []), texts.add(text)]);
    }
    const order = taskSet?.tasks.map(({ id }) => id) ?? [];
    for (const taskId of new Set([...order, ...own.keys(), ...kept.keys()])) {
      for (const id of kept.get(taskId) ?? []) yield `${texts.get(id)}\n`;
      for (const { index } of own.get(taskId) ?? []) {
        const sample = await this.load({ taskId, index });
        yield formatSampleLine({ ...sample, earlier: await this.#readEarlier(sample) });
      }
    }
  }
}

/** Takes over answers that exist elsewhere, and begins a round of retries if one is asked for. */
export async function openGeneration(options: GenerationOptions): Promise<Generation> {
  if (!options.isInWaves) await adoptEarlier(options);
  return new Generation(options, await beginRound(options.log, options.retry));
}

async function adoptEarlier(options: GenerationOptions): Promise<void> {
  const { log, siblings = [], samplesPath, resume = true, onEvent } = options;
  const plan = () => planRequests(options);
  if (!resume || plan().every(({ missing }) => missing.length === 0)) return;
  await adoptAnswers(log, findInRuns(plan(), siblings));
  const count = await adoptAnswers(log, findInFile(plan(), samplesPath));
  if (count === 0) return;
  const message = `${count} answers are adopted from ${samplesPath}, which the original wrote; move it away to request them again.`;
  onEvent?.({ type: 'warning', message });
}

/** Resumes an interrupted round; otherwise starts the next. */
async function beginRound(log: RunWriter, retry: GenerationOptions['retry']): Promise<RetryRound | undefined> {
  if (!retry || retry.kinds.length === 0) return undefined;
  const { lastRound } = log.state;
  const kinds = [...retry.kinds].sort();
  const isSame = String(lastRound?.kinds) === String(kinds) && lastRound?.maxNewTokens === retry.maxNewTokens;
  if (lastRound && !lastRound.isFinished && isSame) return lastRound;
  const round: RetryRound = { number: (lastRound?.number ?? 0) + 1, kinds, maxNewTokens: retry.maxNewTokens };
  await log.append({ type: 'retry-started', round, at: new Date().toISOString() });
  return round;
}
