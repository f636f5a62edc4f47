import { basename, join } from 'node:path';
import type { ModelParameters } from '../model/parameters.ts';
import { checkSampling } from '../model/parameters.ts';
import type { ResolvedModel } from '../model/resolve-model.ts';
import type { PromptSettings } from '../prompt/build-prompt.ts';
import type { RetryKind, RetryRound } from '../schema/generation-event.ts';
import type { OnRunEvent } from '../schema/run-event.ts';
import type { Sample } from '../schema/sample.ts';
import type { Task } from '../schema/task.ts';
import { describeSkipped, keyOf } from '../store/journal-index.ts';
import { type EarlierRun, findRunsLike, openRunFolder } from '../store/run-folder.ts';
import { withStoreErrors } from '../store/store-error.ts';
import { formatSampleLine, nameSamplesFile } from '../upstream/samples-file.ts';
import { hashValue } from '../util/hash.ts';
import { type KeptFile, moveAside, streamKeepingOld } from '../util/keep-old-file.ts';
import { adoptAnswers } from './adopt-answers.ts';
import { type AnswerLedger, openAnswerLedger } from './answer-ledger.ts';
import { buildSample, keepWhole, kindsOf, type Sanitize, type Sanitized } from './build-sample.ts';
import { readEarlierLines } from './earlier-lines.ts';
import { generateSamples } from './generate-samples.ts';
import { mergeLines } from './merge-lines.ts';
import { type AnswerCounts, readCounts } from './read-counts.ts';
import { describeAsking, planRequests, type TaskPlan } from './request-plan.ts';

export interface GenerationOptions {
  readonly outDir: string;
  readonly taskSet: {
    readonly name: string;
    readonly version: string;
    readonly hash: string;
    /** All tasks, in the order of the samples file. */
    readonly tasks?: readonly Pick<Task, 'id'>[];
  };
  readonly tasks: readonly Task[];
  readonly model: ResolvedModel;
  readonly revision: string;
  readonly prompt: PromptSettings;
  readonly parameters: ModelParameters;
  readonly nSamples: number;
  /** How code is extracted from answers: the strategy's name and the function. */
  readonly strategy: string;
  readonly sanitize?: Sanitize;
  readonly loraPath?: string | undefined;
  readonly skipPrefill?: boolean | undefined;
  /** False: earlier answers are set aside, and everything is requested again. */
  readonly resume?: boolean | undefined;
  readonly retry?: { readonly kinds: readonly RetryKind[]; readonly maxNewTokens?: number | undefined } | undefined;
  readonly maxCostUsd?: number | undefined;
  /** Facts for the manifest that do not affect answers: our version, the address. */
  readonly provenance?: Readonly<Record<string, unknown>>;
  readonly onEvent?: OnRunEvent | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface GenerationSummary extends AnswerCounts {
  readonly total: number;
  readonly answered: number;
  /** Samples without an answer. */
  readonly missing: number;
  readonly kinds: Readonly<Record<RetryKind, number>>;
  /** Of all answers the run ever paid for; undefined if the price is unknown. */
  readonly costUsd: number | undefined;
}

/** One generation on disk, held by this process until it is closed. */
export interface Generation extends AsyncDisposable {
  readonly id: string;
  readonly path: string;
  readonly isNew: boolean;
  readonly samplesPath: string;
  /** Identifies this generation's samples: a different count, or answers requested again, are different samples. */
  readonly samplesId: string;
  /** The most similar earlier generation that the user may have meant to resume, and how this one differs. */
  readonly earlier: EarlierRun | undefined;
  /** How many samples have no answer yet. */
  countMissing(): number;
  /** Requests what is missing; yields everything, existing answers first. */
  samples(): AsyncGenerator<Sample>;
  /** Writes what exists, in task order; an earlier file with different content is saved next to it. */
  writeSamples(): Promise<KeptFile>;
  summarize(): Promise<GenerationSummary>;
  close(): Promise<void>;
}

/** Opens the run that these options describe: new, interrupted or complete. */
export async function openGeneration(options: GenerationOptions): Promise<Generation> {
  const { outDir, model, prompt, parameters, nSamples, taskSet, tasks, resume = true } = options;
  checkSampling(parameters.temperature, nSamples);
  const identity = describeIdentity(options);
  const samplesPath = join(
    outDir,
    nameSamplesFile({ ...options, taskSet: taskSet.name, split: prompt.split, strategy: options.strategy }),
  );
  const folder = await openRunFolder({
    outDir,
    prefix: 'g',
    identity,
    provenance: {
      ...options.provenance,
      datasetHash: taskSet.hash,
      samples: basename(samplesPath),
      createdAt: new Date().toISOString(),
    },
  });
  let ledger: AnswerLedger;
  let round: RetryRound | undefined;
  try {
    if (!resume) await moveAside(folder.journalPath);
    ledger = await openAnswerLedger({ path: folder.journalPath });
    for (const message of describeSkipped(folder.journalPath, ledger)) options.onEvent?.({ type: 'warning', message });
    if (resume) await adoptEarlier(options, ledger, samplesPath);
    round = await beginRound(ledger, options.retry);
  } catch (error) {
    await folder.close();
    throw error;
  }
  const earlier = folder.isNew ? await findExpectedRun(outDir, identity) : undefined;
  const rounds = round?.number ?? ledger.lastRound?.number ?? 0;
  const samplesId = `${folder.id}:${hashValue({ nSamples, strategy: options.strategy, rounds }).slice(0, 12)}`;
  /** Extracted once, needed twice. */
  const solutions = new Map<string, Sanitized>();
  const sanitize = options.sanitize ?? keepWhole;

  async function* samples(): AsyncGenerator<Sample> {
    for await (const sample of generateSamples({ ...options, ledger, sanitize, round })) {
      const { solution, extraction } = sample;
      solutions.set(keyOf(sample), extraction ? { solution, extraction } : { solution });
      yield sample;
    }
    if (round) await ledger.record({ type: 'retry-finished', number: round.number, at: new Date().toISOString() });
    const plans = notes();
    const missing = plans.reduce((sum, plan) => sum + plan.missing.length, 0);
    const answered = plans.reduce((sum, plan) => sum + plan.held.length, 0);
    options.onEvent?.({ type: 'generation-finished', answered, missing });
    const { signs } = await readCounts(plans, ledger, options);
    for (const message of signs) options.onEvent?.({ type: 'warning', message });
  }

  const notes = () => planRequests({ tasks, model, prompt, parameters, nSamples, ledger });

  async function* linesOf(plan: TaskPlan): AsyncGenerator<string> {
    for (const note of plan.held) {
      const known = solutions.get(keyOf(note));
      const sample = await buildSample({
        ...plan,
        answer: await ledger.read(note),
        model: model.name,
        sanitize: known ? () => known : sanitize,
        expandsTabs: model.profile.expandsTabs,
        thinkTags: model.capabilities.thinkTags,
      });
      yield formatSampleLine(sample);
    }
  }

  const writeSamples = () =>
    withStoreErrors(samplesPath, () => {
      const fresh = new Map(notes().map((plan) => [plan.task.id, () => linesOf(plan)]));
      const order = (taskSet.tasks ?? []).map(({ id }) => id);
      const earlier = resume ? readEarlierLines(samplesPath) : noLines();
      return streamKeepingOld(samplesPath, mergeLines({ fresh, earlier, ledger, order }));
    });

  const summarize = async (): Promise<GenerationSummary> => {
    const plans = notes();
    const held = plans.flatMap((plan) => plan.held);
    const kinds: Record<RetryKind, number> = { truncated: 0, empty: 0, refused: 0, errors: 0 };
    for (const kind of held.flatMap(kindsOf)) kinds[kind]++;
    const counts = await readCounts(plans, ledger, options);
    const total = tasks.length * nSamples;
    const costUsd = model.price === undefined ? undefined : ledger.spentUsd;
    return { total, answered: held.length, missing: total - held.length, kinds, ...counts, costUsd };
  };

  const close = async () => {
    try {
      await ledger.close();
    } finally {
      await folder.close();
    }
  };
  return {
    id: folder.id,
    path: folder.path,
    isNew: folder.isNew,
    samplesPath,
    samplesId,
    earlier,
    countMissing: () => notes().reduce((sum, plan) => sum + plan.missing.length, 0),
    samples,
    writeSamples,
    summarize,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * A run's identity. How many samples of which tasks is not part of it: more of them extend the same run, and each answer
 * is recorded under the hash of its own request.
 */
function describeIdentity(options: GenerationOptions): Record<string, unknown> {
  const { taskSet, model, revision, prompt, parameters, loraPath } = options;
  const { parameters: _, profile, ...asking } = describeAsking(model, parameters);
  const { responsePrefix, ...shown } = prompt;
  return {
    dataset: `${taskSet.name}@${taskSet.version}`,
    revision,
    ...asking,
    profile,
    ...shown,
    ...(prompt.prefill ? { responsePrefix } : {}),
    ...parameters,
    ...(loraPath === undefined ? {} : { loraPath }),
  };
}

/** The original's answers in the file that this run would write count as its own. */
async function adoptEarlier(options: GenerationOptions, ledger: AnswerLedger, samplesPath: string): Promise<void> {
  const plans = planRequests({ ...options, ledger });
  if (plans.every(({ missing }) => missing.length === 0)) return;
  const count = await adoptAnswers({ ledger, plans, lines: readEarlierLines(samplesPath) });
  if (count === 0) return;
  const message = `${count} answers are adopted from ${samplesPath}, which the original wrote; move it away to request them again.`;
  options.onEvent?.({ type: 'warning', message });
}

async function* noLines(): AsyncGenerator<never> {}

/** What obviously makes another run: nobody expects answers from another model or split. */
const separate = new Set(['dataset', 'model', 'revision', 'kind', 'split', 'temperature', 'loraPath']);

async function findExpectedRun(outDir: string, identity: Record<string, unknown>): Promise<EarlierRun | undefined> {
  const runs = await findRunsLike(outDir, 'g', identity);
  return runs.find(({ differences }) => differences.every(({ field }) => !separate.has(field)));
}

/** Resumes an interrupted round; otherwise starts the next. */
async function beginRound(ledger: AnswerLedger, retry: GenerationOptions['retry']): Promise<RetryRound | undefined> {
  if (!retry || retry.kinds.length === 0) return undefined;
  const { lastRound } = ledger;
  const kinds = [...retry.kinds].sort();
  const isSame = String(lastRound?.kinds) === String(kinds) && lastRound?.maxNewTokens === retry.maxNewTokens;
  if (lastRound && !lastRound.isFinished && isSame) return lastRound;
  const budget = retry.maxNewTokens === undefined ? {} : { maxNewTokens: retry.maxNewTokens };
  const round: RetryRound = { number: (lastRound?.number ?? 0) + 1, kinds, ...budget };
  await ledger.record({ type: 'retry-started', round, at: new Date().toISOString() });
  return round;
}
