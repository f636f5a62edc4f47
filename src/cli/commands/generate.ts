import { resolve } from 'node:path';
import { toRunRequest } from '../../config/to-run-request.ts';
import type { TaskSet } from '../../dataset/task-set.ts';
import { type Generation, type GenerationOptions, openGeneration } from '../../generate/generation-run.ts';
import { openSanitizer } from '../../generate/open-sanitizer.ts';
import { checkOutputs } from '../../run/check-outputs.ts';
import { loadSelectedTasks } from '../../run/load-selected-tasks.ts';
import { Mistakes } from '../../run/mistakes.ts';
import { planRuns, type RunPlan } from '../../run/plan-runs.ts';
import { describeSweep } from '../../run/run-sweep.ts';
import type { OnRunEvent } from '../../schema/run-event.ts';
import type { RunRequest } from '../../schema/run-request.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';
import { surroundingsOf } from '../surroundings.ts';
import { announceGeneration } from '../terminal/announce-generation.ts';
import { describeSummary, toDocument } from '../terminal/generation-report.ts';
import { watchRuns } from '../terminal/live-view/watch-runs.ts';
import { printNextSteps, stepsAfterGeneration } from '../terminal/next-steps.ts';

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
    const paths: string[] = [];
    try {
      for await (const { document, samplesPath } of runGenerations(context)) {
        documents.push(document);
        paths.push(samplesPath);
      }
    } finally {
      if (options.json) stdout.write(`${JSON.stringify({ runs: documents }, null, 2)}\n`);
    }
    const [first] = paths;
    if (first !== undefined && documents[0]?.answered !== 0) {
      printNextSteps(context, stepsAfterGeneration(first, context));
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

/** Runs every generation that the command line asks for, one after another. */
export async function* runGenerations(context: CommandContext): AsyncGenerator<FinishedGeneration> {
  const request = toRunRequest(context);
  const around = surroundingsOf(context);
  const mistakes = new Mistakes();
  const outDir = resolve(context.cwd, request.out);
  const selected = await mistakes.collect(() => loadSelectedTasks(request, around));
  const tasks = selected?.tasks ?? [];
  using watch = watchRuns(context, 'generate');
  const { onEvent } = watch;
  const plans = await planRuns({ request, around, tasks, mistakes, onEvent });
  await checkOutputs({ request, outDir, around, mistakes });
  try {
    mistakes.throwIfAny();
    if (!selected) return;
    const sanitize = await openSanitizer(request.strategy);
    const isOneOfSeveral = plans.length > 1;
    const { taskSet } = selected;
    onEvent(describeSweep(plans));
    const shared = { request, outDir, taskSet, sanitize, isOneOfSeveral, onEvent };
    for (const plan of plans) yield await runOne(context, { ...shared, plan });
  } finally {
    for (const { model } of plans) await model.model.close?.();
  }
}

interface OneRun {
  readonly request: RunRequest;
  readonly plan: RunPlan;
  readonly outDir: string;
  readonly taskSet: TaskSet;
  readonly sanitize: NonNullable<GenerationOptions['sanitize']>;
  readonly isOneOfSeveral: boolean;
  readonly onEvent: OnRunEvent;
}

async function runOne(context: CommandContext, run: OneRun): Promise<FinishedGeneration> {
  const { request, plan, outDir, taskSet, sanitize, isOneOfSeveral, onEvent } = run;
  const { options, signal, stdout, version } = context;
  const { strategy, resume, retry, retryMaxNewTokens, maxCost, baseUrl } = request;
  const { model, split, tasks, nSamples } = plan;
  const total = tasks.length * nSamples;
  onEvent({ type: 'run-started', model: model.name, split, subset: request.subset, total });
  await using generation = await openGeneration({
    ...plan,
    outDir,
    taskSet,
    strategy,
    sanitize,
    resume,
    retry: retry && { kinds: [...new Set(retry)], maxNewTokens: retryMaxNewTokens },
    maxCostUsd: maxCost,
    provenance: { version, baseUrl: baseUrl && hideCredentials(baseUrl) },
    onEvent,
    signal,
  });
  await announceGeneration(context, { generation, plan, isOneOfSeveral });
  try {
    for await (const _ of generation.samples());
  } finally {
    await writeResults(context, generation);
  }
  const summary = await generation.summarize();
  if (!options.json) stdout.write(describeSummary(generation, summary, plan));
  const { samplesPath } = generation;
  return { samplesPath, missing: summary.missing, document: toDocument(generation, plan, summary) };
}

/** Also after an interruption or a fault: existing answers can be judged. */
async function writeResults({ options, stderr }: CommandContext, generation: Generation): Promise<void> {
  const { answered } = await generation.summarize();
  if (answered === 0) return;
  const file = await generation.writeSamples();
  if (!options.quiet) stderr.write(`${describeKeptFile(file)}\n`);
}
