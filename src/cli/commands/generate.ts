import { resolve } from 'node:path';
import { type Generation, type GenerationOptions, openGeneration } from '../../generate/generation-run.ts';
import { openSanitizer } from '../../generate/open-sanitizer.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';
import { type PlannedGeneration, planGenerations } from '../generation-settings.ts';
import { announceGeneration, createRetryReporter, requirePrice } from '../terminal/announce-generation.ts';
import { createGenerationProgress } from '../terminal/generation-progress.ts';
import { describeSummary, toDocument } from '../terminal/generation-report.ts';
import { loadSelectedTasks, type SelectedTasks } from './load-selected-tasks.ts';
import { parseRetry } from './parse-retry.ts';

export const generateCommand: Command = {
  name: 'generate',
  examples: [
    'bcb generate --model openai:gpt-4o --split instruct --subset hard',
    'bcb generate --model openai-compatible:my-model --base-url http://127.0.0.1:8000/v1',
    'bcb generate --model Qwen/Qwen2.5-Coder-7B-Instruct --backend vllm --split complete --greedy',
    'bcb generate --model local:smollm2-135m --subset starter --split instruct',
  ],
  async run(context) {
    const { options, stdout } = context;
    const documents: Record<string, unknown>[] = [];
    try {
      for await (const { document } of runGenerations(context)) documents.push(document);
    } finally {
      if (options.json) stdout.write(`${JSON.stringify({ runs: documents }, null, 2)}\n`);
    }
    return documents.some(({ missing }) => missing !== 0) ? 3 : 0;
  },
};

export interface FinishedGeneration {
  readonly samplesPath: string;
  /** Samples without an answer. */
  readonly missing: number;
  readonly document: Record<string, unknown>;
}

/** Runs every generation that the command line asks for, one after the other. */
export async function* runGenerations(context: CommandContext): AsyncGenerator<FinishedGeneration> {
  const plans = await planGenerations(context, { onRetry: createRetryReporter(context) });
  const tasks = await loadSelectedTasks(context);
  const sanitize = await openSanitizer(context.options.strategy);
  try {
    const isOneOfSeveral = plans.length > 1;
    for (const plan of plans) yield await runOne(context, { plan, tasks, sanitize, isOneOfSeveral });
  } finally {
    for (const { model } of plans) await model.model.close?.();
  }
}

interface OneRun {
  readonly plan: PlannedGeneration;
  readonly tasks: SelectedTasks;
  readonly sanitize: NonNullable<GenerationOptions['sanitize']>;
  readonly isOneOfSeveral: boolean;
}

async function runOne(context: CommandContext, run: OneRun): Promise<FinishedGeneration> {
  const { plan, tasks, sanitize, isOneOfSeveral } = run;
  const { options, cwd, signal, stdout, version } = context;
  requirePrice(context, plan);
  const progress = createGenerationProgress(context, plan.model.name);
  await using generation = await openGeneration({
    ...plan,
    outDir: resolve(cwd, options.out),
    taskSet: tasks.taskSet,
    tasks: tasks.tasks,
    strategy: options.strategy,
    sanitize,
    resume: options.resume,
    retry: parseRetry(options),
    maxCostUsd: options.maxCost,
    provenance: { version, baseUrl: options.baseUrl && hideCredentials(options.baseUrl) },
    onEvent: progress.onEvent,
    signal,
  });
  await announceGeneration(context, { generation, plan, tasks: tasks.tasks, isOneOfSeveral });
  try {
    for await (const _ of generation.samples()) progress.count();
  } finally {
    progress.finish();
    await writeResults(context, generation);
  }
  const summary = await generation.summarize();
  if (!options.json) stdout.write(describeSummary(generation, summary));
  const { samplesPath } = generation;
  return { samplesPath, missing: summary.missing, document: toDocument(generation, plan, summary) };
}

/** Also after an interruption or a fault: what there is can be judged. */
async function writeResults({ options, stderr }: CommandContext, generation: Generation): Promise<void> {
  const { answered } = await generation.summarize();
  if (answered === 0) return;
  const file = await generation.writeSamples();
  if (!options.quiet) stderr.write(`${describeKeptFile(file)}\n`);
}
