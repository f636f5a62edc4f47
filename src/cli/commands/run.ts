import { join, resolve } from 'node:path';
import { exitCodeOf } from '../../error/bigcodebench-error.ts';
import { buildEvaluationDocument } from '../../evaluate/results/documents.ts';
import { parseReporter } from '../../report/reporters.ts';
import type { FinishedPlan } from '../../run/run-plans.ts';
import { writeKeepingOld } from '../../util/keep-old-file.ts';
import { quoteWord } from '../../util/shell-quote.ts';
import { renderReportPage } from '../../view/render-pages.ts';
import type { CommandContext } from '../command.ts';
import { carryOut, dryRun } from '../planned-runs.ts';
import { printNextSteps, stepsAfterRuns, typedPath } from '../terminal/next-steps.ts';
import { besideResults, isBelowGate, renderRuns, throwIfAny, writeReports } from './write-reports.ts';

export async function benchmarkCommand(context: CommandContext): Promise<number> {
  if (context.options.dryRun) return dryRun(context);
  const { request, outDir, finished, failures } = await carryOut(context, 'run');
  const failure = failures[0]?.error;
  const [first] = finished;
  if (!first) throw failure;

  const reports = finished.map(({ report }) => report);
  // One run has its page in its folder; several have one together, beside the runs.
  const page = join(finished.length === 1 ? first.path : outDir, 'report.html');
  await writeKeepingOld(page, await renderReportPage(reports));
  const text = renderRuns(reports, { colors: context.colors, width: context.width });
  context.print(buildRunDocument(page, finished), text);
  for (const line of describeFiles(context, finished, page)) context.tell(line);
  const requests = request.reporter.map(parseReporter).filter(({ name }) => name !== 'html');
  const { failures: unwritten } = await writeReports(context, requests, finished.map(besideResults));
  throwIfAny(unwritten);
  printNextSteps(context, stepsAfterRuns(finished, outDir, context));
  if (failure) return exitCodeOf[failure.code];
  return finished.some(({ report }) => isBelowGate(context, report)) ? 2 : 0;
}

function describeFiles(context: CommandContext, finished: readonly FinishedPlan[], page: string): string[] {
  const shown = (path: string) => typedPath(path, context);
  const [first, ...others] = finished;
  const outDir = resolve(context.cwd, context.options.out);
  const results = others.length === 0 ? (first?.files[0]?.path ?? outDir) : outDir;
  const recipe = quoteWord(shown(join(first?.path ?? '', 'manifest.json')));
  return [
    ...(first && others.length === 0 ? [`Samples: ${shown(first.samplesFile.path)}`] : []),
    `Results: ${shown(results)}`,
    `Report: ${shown(page)}`,
    `Recipe: ${context.program} run --recipe ${recipe}`,
  ];
}

/** What `run --json` prints: for each run, the fields of `evaluate --json` and where its answers came from. */
function buildRunDocument(page: string, finished: readonly FinishedPlan[]) {
  return {
    report: page,
    runs: finished.map(({ report, files, plan, generation, samplesFile }) => ({
      ...buildEvaluationDocument(report, [samplesFile.path, ...files.map(({ path }) => path)]),
      samples: samplesFile.path,
      parameters: plan.parameters,
      n_samples: plan.nSamples,
      answers: generation.kinds,
      usage: generation.usage,
      cost_usd: generation.costUsd ?? null,
    })),
  };
}
