import { join } from 'node:path';
import { buildRecipe } from '../../config/recipe.ts';
import { toRunRequest } from '../../config/to-run-request.ts';
import { exitCodeOf } from '../../error/bigcodebench-error.ts';
import { passAt1 } from '../../report/run-report.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import { prepareSweep } from '../../run/prepare-sweep.ts';
import { type FinishedRun, runSweep } from '../../run/run-sweep.ts';
import { openRunFolder } from '../../store/run-folder.ts';
import { openSweepJournal } from '../../store/sweep-journal.ts';
import { writeKeepingOld } from '../../util/keep-old-file.ts';
import { renderReportPage } from '../../view/render-report-page.ts';
import type { Command, CommandContext } from '../command.ts';
import { surroundingsOf } from '../surroundings.ts';
import { announceGeneration } from '../terminal/announce-generation.ts';
import { watchRuns } from '../terminal/live-view/watch-runs.ts';
import { printNextSteps, stepsAfterRuns } from '../terminal/next-steps.ts';
import { renderRuns } from '../terminal/render-runs.ts';
import { tellOpenView } from '../terminal/tell-open-view.ts';
import { buildRunDocument } from './run-document.ts';
import { isBelowGate, throwIfAny, writeReports } from './write-reports.ts';

/** The command, given a way to open its executor. */
export function createRunCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'run',
    examples: [
      'bcb run --model openai:gpt-4o --split instruct --subset hard',
      'bcb run --model canonical --model local:smollm2-135m --subset starter --split instruct',
      'bcb run --recipe bcb_results/runs/r-0123456789ab/manifest.json',
    ],
    async run(context) {
      const { cwd, stderr, signal, version } = context;
      const request = toRunRequest(context);
      using watch = watchRuns(context, 'run');
      const { onEvent } = watch;
      await using sweep = await prepareSweep(request, surroundingsOf(context), { open, onEvent });
      const { outDir, taskSet, plans } = sweep;
      const provenance = { version, cwd, dataset: { ...taskSet, tasks: undefined } };
      const identity = { request: buildRecipe(request) };
      await using folder = await openRunFolder({ outDir, prefix: 'r', identity, provenance });
      await using evaluations = await openSweepJournal(folder.journalPath);
      const { finished, failures } = await runSweep(sweep, {
        version,
        signal,
        onEvent(event) {
          if (event.type === 'evaluation-opened') {
            evaluations.add(event.runId);
            void tellOpenView(context, event);
          }
          onEvent(event);
        },
        onOpen: (opened) => announceGeneration(context, opened),
        onFailure: ({ model }, error) => {
          if (plans.length > 1) stderr.write(`${model.name}: ${error.message}\n`);
        },
      });
      watch.close();
      const failure = failures[0]?.error;
      if (finished.length === 0) throw failure;

      const page = join(folder.path, 'report.html');
      await writeKeepingOld(page, renderReportPage(finished.map(({ report }) => report)));
      print(context, { id: folder.id, page, finished });
      for (const { samplesFile, files } of finished) {
        stderr.write(`Samples: ${samplesFile.path}\nResults: ${files[0]?.path}\n`);
      }
      stderr.write(`Report: ${page}\nRecipe: ${context.program} run --recipe ${join(folder.path, 'manifest.json')}\n`);
      const reporter = request.reporter.filter((name) => !name.startsWith('html'));
      const { failures: unwritten } = await writeReports(context, reporter, finished);
      throwIfAny(unwritten);
      const judged = finished.map(({ path, report }) => ({ path, isSolved: passAt1(report)?.value === 1 }));
      printNextSteps(context, stepsAfterRuns(judged, outDir, context));
      if (failure) return exitCodeOf[failure.code];
      return finished.some(({ report }) => isBelowGate(context, report)) ? 2 : 0;
    },
  };
}

interface Printed {
  readonly id: string;
  readonly page: string;
  readonly finished: readonly FinishedRun[];
}

function print({ options, stdout, colors, width }: CommandContext, printed: Printed): void {
  const { finished } = printed;
  if (options.json) {
    stdout.write(`${JSON.stringify(buildRunDocument(printed), null, 2)}\n`);
  } else stdout.write(renderRuns(finished, { colors, width }));
}
