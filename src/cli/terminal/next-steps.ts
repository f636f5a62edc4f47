import { join, relative } from 'node:path';
import type { FinishedRun } from '../../evaluate/finish-run.ts';
import { passAt1 } from '../../report/run-report.ts';
import { resolveCacheFolder } from '../../util/cache-folder.ts';
import { groupBy } from '../../util/group-by.ts';
import { quoteWord } from '../../util/shell-quote.ts';
import { findOpenView } from '../../view/open-views.ts';
import type { CommandContext } from '../command.ts';

export type NextStep = { readonly words: readonly string[]; readonly why: string };

/** Prints what to do next, as lines that work when they are pasted into a shell. */
export function printNextSteps({ options, tell, program }: CommandContext, steps: readonly NextStep[]): void {
  if (options.json) return;
  for (const { words, why } of steps) tell(`next: ${[program, ...words.map(quoteWord)].join(' ')}  # ${why}`);
}

/** A path as one would type it: from the working folder where it lies below that. */
export function typedPath(path: string, { cwd }: Pick<CommandContext, 'cwd'>): string {
  const shown = relative(cwd, path);
  return shown === '' ? '.' : shown.startsWith('..') ? path : shown;
}

/** After verdicts: look at what fails, look at everything, compare or share. */
export function stepsAfterRuns(runs: readonly FinishedRun[], outDir: string, context: CommandContext): NextStep[] {
  const pathOf = ({ path }: FinishedRun) => typedPath(path, context);
  const [first] = runs;
  if (!first) return [];
  const unsolved = runs.find(({ report }) => passAt1(report)?.value !== 1);
  const alike = findAlike(runs);
  return [
    unsolved
      ? { words: ['inspect', pathOf(unsolved)], why: 'unsolved tasks with their tracebacks' }
      : { words: ['report', pathOf(first)], why: 'show this table again' },
    { words: ['view', typedPath(outDir, context)], why: 'everything, in the browser' },
    alike.length > 1
      ? { words: ['compare', ...alike.map(pathOf)], why: 'which one is better, or is it chance?' }
      : { words: ['report', pathOf(first), '--reporter', 'markdown:report.md'], why: 'to share the result' },
  ];
}

/** The largest group of runs that can be compared: the same split of the same tasks. */
function findAlike(runs: readonly FinishedRun[]): readonly FinishedRun[] {
  const comparable = runs.filter(({ record }) => record.conditions.caveat === undefined && !record.result?.decision);
  const groups = groupBy(comparable, ({ record: { split, taskIds } }) => JSON.stringify([split, taskIds]));
  return [...groups.values()].reduce((best, group) => (group.length > best.length ? group : best), []);
}

/** After a generation: judge the samples, or look at them first. */
export function stepsAfterGeneration(samplesPath: string, context: CommandContext): NextStep[] {
  const { options } = context;
  const samples = ['--samples', typedPath(samplesPath, context)];
  const { subset, select, exclude, idRange, limit } = options;
  const selected = { subset, select: select?.join(','), exclude: exclude?.join(','), 'id-range': idRange, limit };
  const tasks = Object.entries(selected).flatMap(([flag, value]) => (value ? [`--${flag}`, String(value)] : []));
  return [
    { words: ['evaluate', ...samples, '--split', options.split, ...tasks], why: 'verdicts and scores' },
    { words: ['syncheck', ...samples, ...tasks], why: 'which solutions do not even compile' },
    { words: ['sanitize', ...samples, ...tasks, '--diff'], why: 'what other strategies would extract' },
  ];
}

/** Where processes that serve a view say so. */
export function viewsFolder(variables: CommandContext['variables']): string {
  return join(resolveCacheFolder(variables), 'views');
}

/** Prints the address of a run's live page when a `bcb view` that shows it is open. */
export async function tellOpenView(context: CommandContext, { runId, path }: Record<'runId' | 'path', string>) {
  const { variables, tell } = context;
  const origin = await findOpenView(viewsFolder(variables), path);
  if (origin !== undefined) tell(`Live: ${origin}/runs/${runId}/live`);
}
