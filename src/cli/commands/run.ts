import { arch, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { buildRecipe } from '../../config/recipe.ts';
import { libsOf } from '../../dataset/libs-of.ts';
import { selectTasks } from '../../dataset/select-tasks.ts';
import { BigCodeBenchError, exitCodeOf } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../../executor/executor.ts';
import { renderHtml } from '../../report/render-html.ts';
import { renderLeaderboard } from '../../report/render-leaderboard.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import { type BenchmarkRun, runBenchmark } from '../../run/run-benchmark.ts';
import { type Split, splitSchema } from '../../schema/split.ts';
import type { Task } from '../../schema/task.ts';
import { openRunFolder } from '../../store/run-folder.ts';
import { writeKeepingOld } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';
import { applyPack, resolveEvaluationSettings } from '../evaluation-settings.ts';
import { type PlannedGeneration, planGenerations } from '../generation-settings.ts';
import { openFor } from '../open-for.ts';
import { announceGeneration, createRetryReporter, requirePrice } from '../terminal/announce-generation.ts';
import { observeRun } from '../terminal/run-progress.ts';
import { loadSelectedTasks, type SelectedTasks } from './load-selected-tasks.ts';
import { parseRetry } from './parse-retry.ts';
import { buildRunDocument } from './run-document.ts';
import { isBelowGate, writeReports } from './write-reports.ts';

/** One of several runs, when it is through. */
export interface FinishedRun extends BenchmarkRun {
  readonly plan: PlannedGeneration;
  /** What the config file takes away from the model. */
  readonly limits: readonly string[];
}

/** The command, with whatever opens its executor. */
export function createRunCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'run',
    examples: [
      'bcb run --model openai:gpt-4o --split instruct --subset hard',
      'bcb run --model canonical --model local:smollm2-135m --subset starter --split instruct',
      'bcb run --recipe bcb_results/runs/r-0123456789ab/manifest.json',
    ],
    async run(context) {
      const { options, cwd, stdout, stderr, colors } = context;
      const outDir = resolve(cwd, options.out);
      const tasks = await loadSelectedTasks(context);
      const recipe = buildRecipe(context);
      const provenance = { version: context.version, cwd, dataset: { ...tasks.taskSet, tasks: undefined } };
      await using folder = await openRunFolder({ outDir, prefix: 'r', identity: { ...recipe }, provenance });
      await using executor = await openFor(context, open, libsOf(tasks.tasks));
      const { finished, failure } = await runAll(context, { tasks, executor, outDir });
      const [first] = finished;
      if (!first) throw failure;

      const reports = finished.map(({ report }) => report);
      const page = join(folder.path, 'report.html');
      await writeKeepingOld(page, renderHtml(reports));
      if (options.json) {
        stdout.write(`${JSON.stringify(buildRunDocument({ id: folder.id, page, finished }), null, 2)}\n`);
      } else if (finished.length === 1) {
        stdout.write(renderTerminal(first.report, colors));
      } else {
        const contenders = finished.map(({ report, plan, limits }) => ({
          report,
          limits,
          parameters: { ...plan.parameters, nSamples: plan.nSamples },
        }));
        stdout.write(renderLeaderboard(contenders, colors));
      }
      stderr.write(`Report: ${page}\nRecipe: bcb run --recipe ${join(folder.path, 'manifest.json')}\n`);
      if (failure) return exitCodeOf[failure.code];
      return reports.some((report) => isBelowGate(context, report)) ? 2 : 0;
    },
  };
}

interface Shared {
  /** Whether this is one of several models, splits or combinations of parameters. */
  readonly isOneOfSeveral: boolean;
  readonly tasks: SelectedTasks;
  readonly executor: Executor;
  readonly outDir: string;
}

interface Outcome {
  readonly finished: readonly FinishedRun[];
  /** The first of the runs that failed. */
  readonly failure: BigCodeBenchError | undefined;
}

/** Every model, split and combination of parameters, one after the other; one that fails does not stop the others. */
async function runAll(context: CommandContext, shared: Omit<Shared, 'isOneOfSeveral'>): Promise<Outcome> {
  const { options, signal, stderr } = context;
  const finished: FinishedRun[] = [];
  let failure: BigCodeBenchError | undefined;
  const models = options.model ?? [undefined];
  const splits = parseSplits(options.splits);
  const attempt = async (name: string, isOneOfSeveral: boolean, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof BigCodeBenchError) || signal.aborted) throw error;
      // The other models would be judged by the same environment: nothing is spent on them.
      if (error.code === 'UNTRUSTED_ENVIRONMENT' && finished.length === 0) throw error;
      if (isOneOfSeveral) stderr.write(`${name}: ${error.message}\n`);
      failure ??= error;
    }
  };
  for (const split of splits) {
    for (const model of models) {
      const one = { ...context, options: { ...options, split, ...(model === undefined ? {} : { model: [model] }) } };
      const isOneOfMany = models.length * splits.length > 1;
      await attempt(model ?? '', isOneOfMany, async () => {
        const plans = await planGenerations(one, { onRetry: createRetryReporter(one) });
        const isOneOfSeveral = isOneOfMany || plans.length > 1;
        try {
          for (const plan of plans) {
            await attempt(plan.model.name, isOneOfSeveral, async () =>
              finished.push(await runOne(one, plan, { ...shared, isOneOfSeveral })),
            );
          }
        } finally {
          await Promise.all(plans.map(({ model }) => model.model.close?.()));
        }
      });
    }
  }
  return { finished, failure };
}

async function runOne(context: CommandContext, plan: PlannedGeneration, shared: Shared): Promise<FinishedRun> {
  const { options, signal } = context;
  const settings = resolveEvaluationSettings(context);
  const { taskSet } = shared.tasks;
  requirePrice(context, plan);
  const tasks = await tasksFor(plan, shared.tasks.tasks);
  const { executor } = shared;
  const limits = describeLimits(plan, tasks.length, shared.tasks.tasks.length);
  const observer = observeRun(context, plan.model.name, tasks.length * plan.nSamples);
  const run = await runBenchmark({
    ...settings,
    rules: applyPack(context, settings.rules, taskSet.manifest),
    ...plan,
    outDir: shared.outDir,
    taskSet,
    tasks,
    subset: options.subset,
    strategy: options.strategy,
    resume: options.resume,
    retry: parseRetry(options),
    maxCostUsd: options.maxCost,
    executor,
    environment: executor.info,
    savePassRate: options.savePassRate,
    provenance: {
      version: context.version,
      node: process.version,
      platform: `${platform()}-${arch()}`,
      startedAt: new Date().toISOString(),
      executor: executor.info,
    },
    notes: limits,
    observer,
    onEvent: observer.onEvent,
    onSample: observer.onSample,
    onOpen: (generation) =>
      announceGeneration(context, { generation, plan, tasks, isOneOfSeveral: shared.isOneOfSeveral }),
    signal,
  });
  observer.finish();
  await writeReports(withoutHtml(context), run.report, run.files);
  return { ...run, plan, limits };
}

/** The tasks this model is asked: all that are selected, or the part that the config file names for it. */
async function tasksFor({ model }: PlannedGeneration, tasks: readonly Task[]): Promise<readonly Task[]> {
  const { select } = model.settings;
  return select === undefined ? tasks : selectTasks(tasks, { select });
}

/** What the config file takes away from a model is said wherever its score stands. */
function describeLimits({ model }: PlannedGeneration, asked: number, all: number): string[] {
  const cap = model.settings.parameters?.maxNewTokens;
  return [
    ...(asked < all ? [`asked ${asked} of ${all} tasks`] : []),
    ...(cap === undefined ? [] : [`at most ${[cap].flat().join(' or ')} tokens an answer`]),
  ];
}

/** All runs share one page, so the single ones write none. */
function withoutHtml(context: CommandContext): CommandContext {
  const reporter = context.options.reporter?.filter((name) => !name.startsWith('html'));
  return { ...context, options: { ...context.options, reporter } };
}

function parseSplits(words: readonly string[]): Split[] {
  const spelled = words.flatMap((word) => (word === 'both' ? splitSchema.options : [word]));
  return [...new Set(spelled)].map((word) => {
    const parsed = splitSchema.safeParse(word);
    if (parsed.success) return parsed.data;
    throw new BigCodeBenchError(
      'USAGE',
      `--split cannot be ${JSON.stringify(word)}: give complete, instruct, or both.`,
    );
  });
}
