import { chmod } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRuns } from '../../compare/read-results.ts';
import { toSplits } from '../../config/to-run-request.ts';
import { knownToNeedNetwork } from '../../dataset/public-tasks.ts';
import { usageError } from '../../error/bigcodebench-error.ts';
import { buildPrompt, resolvePromptSettings } from '../../prompt/build-prompt.ts';
import type { ExportedFile, ExportedRun } from '../../report/export/exported-run.ts';
import { findPlace } from '../../run/find-place.ts';
import type { Split, Task } from '../../schema/task.ts';
import type { RunLog } from '../../store/run-log.ts';
import { describeKeptFile, type KeptFile, streamKeepingOld, writeKeepingOld } from '../../util/keep-old-file.ts';
import type { OutputFile } from '../../util/output-file.ts';
import {
  type Command,
  type CommandContext,
  loadTasksFor,
  runSubcommand,
  type SubcommandHandler,
  writeFiles,
} from '../command.ts';
import { buildHarborTask, buildRegistry, nameHarborTask } from '../harbor-task.ts';

type Exporter = (run: ExportedRun) => Promise<readonly ExportedFile[]>;

const exporters: Record<string, Exporter> = {
  inspect: async (run) => [(await import('../../report/export/inspect-log.ts')).exportInspectLog(run)],
  hub: async (run) => [(await import('../../report/export/hub-results.ts')).exportHubResults(run)],
  'every-eval-ever': async (run) => (await import('../../report/export/every-eval-ever.ts')).exportEveryEvalEver(run),
  noises: async (run) => [(await import('../../report/export/noise-lines.ts')).exportNoiseLines(run)],
};

const ofRuns = Object.entries(exporters).map(([name, exporter]): [string, SubcommandHandler] => {
  return [name, (context, words) => exportRuns(context, words, exporter)];
});

const handlers = { ...Object.fromEntries(ofRuns), harbor: exportHarbor, rows: exportRows };

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

/** `bcb export harbor DIR`: a folder for each task and split, and a registry of them. */
async function exportHarbor(context: CommandContext, words: readonly string[]): Promise<void> {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw usageError('Name one folder: `bcb export harbor DIR`.');
  const { options, cwd } = context;
  const folder = resolve(cwd, word);
  const { taskSet, tasks, leftOut } = await loadExportedTasks(context);
  const splits = toSplits(options);
  requireOwnNames(tasks);
  const kept: KeptFile[] = [];
  const write = async ({ path, content }: OutputFile<string>) => {
    const file = await writeKeepingOld(join(folder, path), content);
    if (path.endsWith('.sh')) await chmod(file.path, 0o755);
    if (file.state === 'replaced') context.tell(describeKeptFile(file));
    kept.push(file);
  };
  const progress = context.progress({ label: 'writing tasks', total: splits.length * tasks.length });
  let done = 0;
  for (const split of splits) {
    for (const task of tasks) {
      context.signal.throwIfAborted();
      const files = buildHarborTask({ task, split, taskSet, image: options.dockerImage });
      const place = `tasks/${nameHarborTask(task, split).folder}`;
      await Promise.all(files.map(({ path, content }) => write({ path: `${place}/${path}`, content })));
      progress.update(++done);
    }
  }
  await write({ path: 'registry.json', content: buildRegistry(taskSet, splits, tasks) });
  progress.finish();
  const count = (state: KeptFile['state']) => kept.filter((file) => file.state === state).length;
  const files = { new: count('new'), same: count('same'), replaced: count('replaced') };
  const wrote = `${done} tasks in ${folder}: ${files.new} files written, ${files.same} already up to date`;
  const saved = files.replaced > 0 ? `, ${files.replaced} replaced (the old ones are saved as .bak)` : '';
  context.print({ folder, tasks: done, splits, files, left_out: leftOut }, `${wrote}${saved}.\n`);
}

/** `bcb export rows --out FILE`: a line for each task and split, as NeMo-Gym and verifiers read them. */
async function exportRows(context: CommandContext): Promise<void> {
  const { options, origins, cwd } = context;
  const { tasks, leftOut } = await loadExportedTasks(context);
  const splits = toSplits(options);
  const file = origins.get('out') === 'default' ? join(options.out, 'rows.jsonl') : options.out;
  const lines = function* () {
    for (const split of splits) for (const task of tasks) yield `${JSON.stringify(buildGymRow(task, split))}\n`;
  };
  const kept = await streamKeepingOld(resolve(cwd, file), lines());
  const rows = splits.length * tasks.length;
  const text = `${rows} rows. ${describeKeptFile(kept)}\n`;
  context.print({ file: kept.path, rows, splits, state: kept.state, left_out: leftOut }, text);
}

/** What a model is asked, and what `/verify` of `bcb serve` judges the answer by. */
function buildGymRow(task: Task, split: Split) {
  const prompt = buildPrompt(task, resolvePromptSettings({ split, kind: 'chat' }));
  const { id: task_id, test, entryPoint: entry_point, codePrompt: code_prompt } = task;
  const input = prompt.form === 'chat' ? prompt.messages : [];
  const verifier_metadata = { task_id, test, entry_point, code_prompt, split };
  return { responses_create_params: { input }, verifier_metadata };
}

/** The tasks that a judge without the network can judge. */
async function loadExportedTasks(context: CommandContext) {
  const { taskSet, tasks: selected } = await loadTasksFor(context);
  const needing = selected.map(({ id }) => id).filter((id) => knownToNeedNetwork.has(id));
  const leftOut = context.options.networkTasks ? [] : needing;
  const tasks = selected.filter(({ id }) => !leftOut.includes(id));
  if (leftOut.length > 0) {
    const why = 'their tests need the network, which no program gets here';
    context.warn(`Left out ${leftOut.join(', ')}: ${why}. --network-tasks exports them, too.`);
  }
  if (tasks.length === 0) throw usageError('None of the selected tasks can be exported.');
  return { taskSet, tasks, leftOut };
}

/** Two tasks must not share a folder. */
function requireOwnNames(tasks: readonly Task[]): void {
  const idOf = new Map<string, string>();
  for (const { id } of tasks) {
    const { folder } = nameHarborTask({ id }, 'complete');
    const other = idOf.get(folder);
    if (other !== undefined) throw usageError(`Tasks ${other} and ${id} would both be ${folder}: rename one.`);
    idOf.set(folder, id);
  }
}
