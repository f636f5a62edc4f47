import { join, resolve } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildEvaluationDocument } from '../../evaluate/results/documents.ts';
import { loadReport } from '../../evaluate/results/load-report.ts';
import { parseReporter, type ReporterRequest, reporters } from '../../report/reporters.ts';
import { type ListedRun, listRuns } from '../../store/list-runs.ts';
import { readRun } from '../../store/read-run.ts';
import { describeKeptFile, type KeptFile, writeKeepingOld } from '../../util/keep-old-file.ts';
import { renderReportPage } from '../../view/render-report-page.ts';
import type { Command, CommandContext } from '../command.ts';
import { findPlace } from '../find-place.ts';
import { type ReportedRun, renderRuns } from '../terminal/render-runs.ts';

export const reportCommand: Command = {
  name: 'report',
  arguments: [{ usage: 'RUN…', summary: 'Ids or folders of runs (e-…, r-…), or an output folder' }],
  examples: [
    'bcb report e-0123456789ab',
    'bcb report bcb_results/runs/r-0123456789ab --reporter html:page.html',
    'bcb report bcb_results --json',
  ],
  async run(context) {
    const { options, positionals, stdout, colors } = context;
    if (positionals.length === 0) {
      throw new BigCodeBenchError(
        'USAGE',
        'report needs a run: `bcb report bcb_results`, `bcb report e-0123456789ab`.',
      );
    }
    const wanted = (options.reporter ?? []).map(parseReporter);
    const places = await Promise.all(positionals.map((word) => findPlace(word, context)));
    const runs = await loadRuns(places, context);
    const page = join(places[0] ?? '', 'report.html');
    const written: KeptFile[] = [];
    for (const request of wanted) written.push(...(await writeReport(request, { context, runs, page })));
    if (options.json) {
      const files = written.map(({ path }) => path);
      const documents = runs.map(({ report }) => buildEvaluationDocument(report, files));
      stdout.write(`${JSON.stringify(documents.length === 1 ? documents[0] : { runs: documents }, null, 2)}\n`);
    } else if (wanted.length === 0) stdout.write(renderRuns(runs, { colors, width: context.width }));
    return 0;
  },
};

interface LoadedRun extends ReportedRun {
  readonly path: string;
}

/** The finished runs in these places; a run given directly must be finished. */
async function loadRuns(places: readonly string[], { warn }: CommandContext): Promise<LoadedRun[]> {
  const listed: ListedRun[] = [];
  for (const place of places) {
    for (const run of await listRuns(place, { onWarning: warn })) {
      if (run.record.result || run.path === place) listed.push(run);
      else
        warn(`${run.path} is not finished (${run.record.verdicts} of ${run.record.samples} samples judged); skipped.`);
    }
  }
  const distinct = new Map(listed.map((run) => [run.path, run]));
  const runs: LoadedRun[] = [];
  for (const { path, record } of distinct.values()) {
    runs.push({ path, record, report: await loadReport(await readRun(path)) });
  }
  if (runs.length === 0) throw new BigCodeBenchError('BAD_INPUT', `There is no finished run in ${places.join(', ')}.`);
  return runs;
}

interface Reporting {
  readonly context: CommandContext;
  readonly runs: readonly LoadedRun[];
  /** Where the page goes if no file is given. */
  readonly page: string;
}

/** A given file, and the page, contain all runs; otherwise each run has its own in its folder. */
async function writeReport({ name, file }: ReporterRequest, reporting: Reporting): Promise<KeptFile[]> {
  const { context, runs, page } = reporting;
  const { cwd, options, stderr } = context;
  const { extension } = reporters[name];
  const render = name === 'html' ? renderReportPage : reporters[name].render;
  const write = async (path: string, reports: readonly LoadedRun['report'][]) => {
    const kept = await writeKeepingOld(path, render(reports));
    if (!options.quiet) stderr.write(`${describeKeptFile(kept)}\n`);
    return kept;
  };
  const all = runs.map(({ report }) => report);
  if (file !== undefined) return [await write(resolve(cwd, file), all)];
  if (name === 'html') return [await write(page, all)];
  return Promise.all(runs.map(({ path, report }) => write(join(path, extension.replace(/^\./, '')), [report])));
}
