import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { buildProgram } from '../../evaluate/jobs/program.ts';
import type { InspectedSample, InspectionInput } from '../../report/inspection.ts';
import { listRuns } from '../../store/list-runs.ts';
import { readRun } from '../../store/read-run.ts';
import { buildDetails, readEvalResults } from '../../upstream/eval-results.ts';
import type { CommandContext } from '../command.ts';
import { findPlace } from '../find-place.ts';
import { loadTasksFor } from '../load-tasks-for.ts';

/** What to inspect, and the name of its folder of unsolved tasks. */
export interface InspectionSource {
  readonly path: string;
  readonly name: string;
  readonly input: InspectionInput;
}

/** A run folder knows its tasks and split; for an `…_eval_results.json`, the command line has to say. */
export async function openInspection(context: CommandContext): Promise<InspectionSource> {
  const { options, positionals } = context;
  const [named = options.evalResults, ...more] = positionals;
  if (named === undefined || more.length > 0) {
    throw new BigCodeBenchError(
      'USAGE',
      'inspect needs one run: `bcb inspect bcb_results/runs/e-…`, or --eval_results FILE.',
    );
  }
  const path = await findPlace(named, context);
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
  return isFolder ? openRun(path) : openFile(path, context);
}

async function openRun(place: string): Promise<InspectionSource> {
  const [run, ...others] = await listRuns(place);
  if (run === undefined || others.length > 0) {
    const ids = [run, ...others].flatMap((each) => (each ? [each.record.id] : []));
    throw new BigCodeBenchError('USAGE', `${place} contains ${ids.length} runs: use one of ${ids.join(', ')}.`);
  }
  const { record, tasks: loadTasks, verdicts } = await readRun(run.path);
  const tasks = await loadTasks();
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const results: Record<string, InspectedSample[]> = {};
  for await (const verdict of verdicts()) {
    const task = byId.get(verdict.taskId);
    if (!task) continue;
    const solution = buildProgram(task, verdict.solution, record.rules.calibrated);
    const sample = { solution, status: verdict.status, details: buildDetails(verdict) };
    results[task.id] = [...(results[task.id] ?? []), sample];
  }
  return { path: run.path, name: record.id, input: { results, tasks, split: record.split } };
}

async function openFile(path: string, context: CommandContext): Promise<InspectionSource> {
  const { eval: results } = await readEvalResults(path);
  const { tasks } = await loadTasksFor(context);
  const name = basename(path)
    .replace(/\.gz$/, '')
    .replace(/\.json$/, '');
  return { path, name, input: { results, tasks, split: context.options.split } };
}
