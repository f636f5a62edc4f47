import { resolve } from 'node:path';
import { toJudgingRequest } from '../../config/to-run-request.ts';
import { libsOf } from '../../dataset/libs-of.ts';
import { BigCodeBenchError, exitCodeOf } from '../../error/bigcodebench-error.ts';
import { completeEvaluation } from '../../evaluate/complete-evaluation.ts';
import { listSome, matchSamples } from '../../evaluate/match-samples.ts';
import { buildEvaluationDocument } from '../../evaluate/results/documents.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import { passAt1 } from '../../report/run-report.ts';
import { checkOutputs } from '../../run/check-outputs.ts';
import { loadSelectedTasks } from '../../run/load-selected-tasks.ts';
import { Mistakes } from '../../run/mistakes.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import { openCaches, resolveGroundTruth, resolveRules } from '../../run/resolve-rules.ts';
import { resolveSamplesPath } from '../../store/samples-path.ts';
import { readSamples } from '../../upstream/read-samples.ts';
import { modelNameOf, resolveResultPaths } from '../../upstream/result-paths.ts';
import { describeKeptFile } from '../../util/keep-old-file.ts';
import type { Command, CommandContext } from '../command.ts';
import { openFor } from '../open-for.ts';
import { surroundingsOf } from '../surroundings.ts';
import { watchRuns } from '../terminal/live-view/watch-runs.ts';
import { printNextSteps, stepsAfterRuns } from '../terminal/next-steps.ts';
import { checkGroundTruthOnly } from './check-ground-truth-only.ts';
import { isBelowGate, throwIfAny, writeReports } from './write-reports.ts';

/** The command, given a way to open its executor. */
export function createEvaluateCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'evaluate',
    examples: [
      'bcb evaluate --samples bcb_results/MODEL-sanitized_calibrated.jsonl --split complete --subset full',
      'bcb evaluate --samples answers.jsonl --subset starter --json',
      'bcb evaluate --model openai:gpt-4o --split instruct --subset hard',
      'bcb evaluate --check-gt-only --subset hard',
    ],
    async run(context) {
      const { options, cwd } = context;
      if (options.checkGtOnly) return checkGroundTruthOnly(context, open);
      if (options.samples === undefined) return generateAndEvaluate(context, open);
      return evaluateFile(context, open, await resolveSamplesPath(resolve(cwd, options.samples)));
    },
  };
}

async function evaluateFile(context: CommandContext, open: OpenExecutor, samplesPath: string): Promise<number> {
  const { options, origins, cwd, stdout, stderr, colors, warn, signal } = context;
  const { split, subset, missing } = options;
  const request = toJudgingRequest(context);
  const around = surroundingsOf(context);
  const outDir = origins.get('out') === 'default' ? undefined : resolve(cwd, request.out);
  const paths = await resolveResultPaths(samplesPath, outDir);
  const mistakes = new Mistakes();
  const selected = await mistakes.collect(() => loadSelectedTasks(request, around));
  const { taskSet, tasks = [] } = selected ?? {};
  const rules = await mistakes.collect(() => resolveRules(request, taskSet?.manifest));
  const matched =
    selected && (await mistakes.collect(() => matchSamples({ samples: readSamples(samplesPath), tasks, missing })));
  await checkOutputs({ request, outDir: paths.folder, around, mistakes });
  mistakes.throwIfAny();
  if (!taskSet || !rules || !matched) throw new Error('A failed check was not reported.');
  if (matched.outside > 0) {
    warn(`${matched.outside} samples are for tasks that are not selected (${listSome(matched.outsideIds)}); skipped.`);
  }
  // A few solutions may well contain a fence in a string.
  if (matched.fenced > 0.2 * matched.samples.length) {
    const count = `${matched.fenced} of ${matched.samples.length} solutions`;
    warn(`${count} look like raw answers (Markdown fences): run \`bcb sanitize --samples ${samplesPath}\` first.`);
  }
  await using executor = await openFor(context, open, { libs: libsOf(tasks), tasks });
  using watch = watchRuns(context, 'evaluate');
  const { path, report, files, isRepeat } = await completeEvaluation({
    rules,
    groundTruth: resolveGroundTruth(request),
    caches: openCaches(request, around),
    fresh: !request.resume,
    passK: request.passK,
    tasks,
    executor,
    matched,
    paths,
    model: { name: matched.model ?? modelNameOf(samplesPath) },
    upstreamModel: modelNameOf(samplesPath),
    split,
    subset,
    missing,
    taskSet,
    savePassRate: request.savePassRate,
    provenance: { samples: samplesPath },
    onEvent: watch.onEvent,
    signal,
  });
  watch.close();
  if (!options.quiet) for (const file of files) stderr.write(`${describeKeptFile(file)}\n`);
  const { written, failures } = await writeReports(context, request.reporter, [{ report, files }]);
  const everything = [...files, ...written].map(({ path }) => path);
  if (options.json) stdout.write(`${JSON.stringify(buildEvaluationDocument(report, everything), null, 2)}\n`);
  else stdout.write(renderTerminal(report, { colors, width: context.width }));
  if (isRepeat) stderr.write(`Run ${report.runId} already exists; nothing was re-executed.\n`);
  throwIfAny(failures);
  const judged = { path, isSolved: passAt1(report)?.value === 1 };
  printNextSteps(context, stepsAfterRuns([judged], paths.folder, context));
  return isBelowGate(context, report) ? 2 : 0;
}

/** Like the original without samples: generates them first. */
async function generateAndEvaluate(context: CommandContext, open: OpenExecutor): Promise<number> {
  const { options, stderr } = context;
  const [model, ...more] = options.model ?? [];
  if (model === undefined) {
    throw new BigCodeBenchError(
      'USAGE',
      'evaluate needs --samples FILE (written by `bcb generate`), or --model to generate them first.',
    );
  }
  if (more.length > 0) throw new BigCodeBenchError('USAGE', 'evaluate takes one --model; `bcb run` takes several.');
  const { runGenerations } = await import('./generate.ts');
  let code = 0;
  for await (const { samplesPath, missing } of runGenerations({ ...context, stdout: stderr })) {
    if (missing > 0) code = Math.max(code, exitCodeOf.INCOMPLETE);
    else if (!options.noExecute) code = Math.max(code, await evaluateFile(context, open, samplesPath));
  }
  return code;
}
