import { resolve } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { ExportedFile, ExportedRun } from '../../report/export/exported-run.ts';
import { listRuns } from '../../store/list-runs.ts';
import { readRun } from '../../store/read-run.ts';
import { zipAsync } from '../../util/zip-async.ts';
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

const handlers = Object.fromEntries(
  Object.entries(exporters).map(([name, exporter]): [string, SubcommandHandler] => [
    name,
    (context, words) => exportRuns(context, words, exporter),
  ]),
);

export const exportCommand: Command = {
  name: 'export',
  arguments: [
    { usage: 'inspect RUN…', summary: 'A log that `inspect view` opens' },
    { usage: 'hub RUN…', summary: '.eval_results YAML for a model page on the Hugging Face hub' },
    { usage: 'every-eval-ever RUN…', summary: 'Every Eval Ever: a record and a line for each sample' },
    { usage: 'noises RUN…', summary: 'Lines for all-the-noises and eval-arena' },
  ],
  examples: [
    'bcb export inspect bcb_results/runs/e-0123456789ab --out logs',
    'bcb export hub bcb_results --out model-repo',
  ],
  run: (context) => runSubcommand('export', handlers, context),
};

async function exportRuns(context: CommandContext, words: readonly string[], exporter: Exporter): Promise<number> {
  const { options, cwd, warn } = context;
  if (words.length === 0)
    throw new BigCodeBenchError('USAGE', 'export needs a run: `bcb export inspect RUN --out DIR`.');
  for (const word of words) {
    for (const { path, record } of await listRuns(resolve(cwd, word), { onWarning: warn })) {
      if (record.state !== 'finished') {
        warn(`${path} is not finished; skipped.`);
        continue;
      }
      await writeFiles(context, resolve(cwd, options.out), await exporter(await openExported(path)));
    }
  }
  return 0;
}

async function openExported(path: string): Promise<ExportedRun> {
  const stored = await readRun(path);
  const tasks = new Map((await stored.tasks()).map((task) => [task.id, task]));
  return {
    record: stored.record,
    async *samples() {
      for await (const [sample, verdict] of zipAsync(stored.samples(), stored.verdicts())) {
        const task = tasks.get(sample.taskId);
        if (task) yield { task, sample, verdict };
      }
    },
  };
}
