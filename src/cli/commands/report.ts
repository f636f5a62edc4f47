import { join } from 'node:path';
import { readRuns } from '../../compare/read-results.ts';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { loadReport } from '../../evaluate/finish-run.ts';
import { buildEvaluationDocument } from '../../evaluate/results/documents.ts';
import { parseReporter } from '../../report/reporters.ts';
import type { RunReport } from '../../report/run-report.ts';
import { type CommandContext, findPlaces } from '../command.ts';
import { renderRuns, throwIfAny, writeReports } from './write-reports.ts';

export async function reportCommand(context: CommandContext): Promise<void> {
  const { options, positionals, colors, width } = context;
  if (positionals.length === 0) {
    throw usageError('report needs a run: `bcb report bcb_results`, `bcb report 0123456789ab`.');
  }
  const { reporter = [], tag: tags } = options;
  const wanted = reporter.map(parseReporter);
  const named = await findPlaces(context, positionals);
  const runs = await loadRuns(named, tags, context);
  // The page of all runs goes where the first of them was found.
  const page = join(named[0] ?? '', 'report.html');
  const places = runs.map(({ path, report }) => ({ report, pathOf: (name: string) => join(path, name.slice(1)) }));
  const { written, failures } = await writeReports(context, wanted, places, page);
  throwIfAny(failures);
  const files = written.map(({ path }) => path);
  const documents = runs.map(({ report }) => buildEvaluationDocument(report, files));
  const reports = runs.map(({ report }) => report);
  const text = wanted.length === 0 ? renderRuns(reports, { colors, width }) : '';
  context.print(documents.length === 1 ? documents[0] : { runs: documents }, text);
}

/** The finished runs in these places; a run given directly must be finished. */
async function loadRuns(places: readonly string[], tags: readonly string[] | undefined, { warn }: CommandContext) {
  const runs = new Map<string, { readonly path: string; readonly report: RunReport }>();
  for (const place of places) {
    for (const log of await readRuns(place, { onWarning: warn, tags })) {
      const { path, record } = log;
      if (record.result || path === place) runs.set(path, { path, report: await loadReport(log) });
      else warn(`${path} is not finished (${record.verdicts} of ${record.samples} samples judged); skipped.`);
    }
  }
  if (runs.size === 0) throw new BigCodeBenchError('BAD_INPUT', `There is no finished run in ${places.join(', ')}.`);
  return [...runs.values()];
}
