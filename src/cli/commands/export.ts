import { resolve } from 'node:path';
import { readRuns } from '../../compare/read-results.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import type { ExportedFile, ExportedRun } from '../../report/export/exported-run.ts';
import { findPlace } from '../../run/find-place.ts';
import type { RunLog } from '../../store/run-log.ts';
import type { Command, CommandContext } from '../command.ts';
import { runSubcommand, type SubcommandHandler } from './run-subcommand.ts';
import { writeFiles } from './write-files.ts';

type Exporter = (run: ExportedRun) => Promise<readonly ExportedFile[]>;

const exporters: Record<string, Exporter> = {
  inspect: async (run) => [(await import('../../report/export/inspect-log.ts')).exportInspectLog(run)],
  hub: async (run) => [(await import('../../report/export/hub-results.ts')).exportHubResults(run)],
  'every-eval-ever': async (run) => (await import('../../report/export/every-eval-ever.ts')).exportEveryEvalEver(run),
  noises: async (run) => [(await import('../../report/export/noise-lines.ts')).exportNoiseLines(run)],
};

const ofRuns = Object.entries(exporters).map(([name, exporter]): [string, SubcommandHandler] => [
  name,
  (context, words) => exportRuns(context, words, exporter),
]);

const handlers: Record<string, SubcommandHandler> = {
  ...Object.fromEntries(ofRuns),
  harbor: async (context, words) => (await import('./export-tasks.ts')).exportHarbor(context, words),
  rows: async (context) => (await import('./export-tasks.ts')).exportRows(context),
};

export const exportCommand: Command = (context) => runSubcommand('export', handlers, context);

async function exportRuns(context: CommandContext, words: readonly string[], exporter: Exporter): Promise<void> {
  const { options, cwd, warn } = context;
  if (words.length === 0) throw usageError('export needs a run: `bcb export inspect RUN --out DIR`.');
  for (const word of words) {
    for (const log of await readRuns(await findPlace(word, cwd), { onWarning: warn })) {
      if (log.record.state !== 'finished') {
        warn(`${log.path} is not finished; skipped.`);
        continue;
      }
      await writeFiles(context, resolve(cwd, options.out), await exporter(await openExported(log)));
    }
  }
}

async function openExported(log: RunLog): Promise<ExportedRun> {
  const tasks = new Map((await log.tasks()).map((task) => [task.id, task]));
  return {
    record: log.record,
    async *samples() {
      for await (const { sample, verdict } of log.judgedSamples()) {
        const task = tasks.get(sample.taskId);
        if (task) yield { task, sample, verdict };
      }
    },
  };
}
