import { relative } from 'node:path';
import { quoteWord } from '../../util/shell-quote.ts';
import type { CommandContext } from '../command.ts';

/** A command to continue with, word by word. */
export interface NextStep {
  readonly words: readonly string[];
  readonly why: string;
}

/** Prints what to do next, as lines that work when they are pasted into a shell. */
export function printNextSteps({ options, stderr, program }: CommandContext, steps: readonly NextStep[]): void {
  if (options.quiet || options.json) return;
  const commands = steps.map(({ words }) => `${program} ${words.map(quoteWord).join(' ')}`);
  for (const [at, command] of commands.entries()) stderr.write(`next: ${command}  # ${steps[at]?.why}\n`);
}

/** A path as one would type it: from the working folder where it lies below that. */
export function typedPath(path: string, { cwd }: Pick<CommandContext, 'cwd'>): string {
  const shown = relative(cwd, path);
  return shown === '' ? '.' : shown.startsWith('..') ? path : shown;
}

export interface JudgedRun {
  /** Folder of the evaluation. */
  readonly path: string;
  readonly isSolved: boolean;
}

/** After verdicts: look at what fails, look at everything, compare or share. */
export function stepsAfterRuns(runs: readonly JudgedRun[], outDir: string, context: CommandContext): NextStep[] {
  const paths = runs.map(({ path }) => typedPath(path, context));
  const [first = '', second] = paths;
  const unsolved = runs.findIndex(({ isSolved }) => !isSolved);
  return [
    unsolved < 0
      ? { words: ['report', first], why: 'this table again' }
      : { words: ['inspect', paths[unsolved] ?? first], why: 'unsolved tasks with their tracebacks' },
    { words: ['view', typedPath(outDir, context)], why: 'everything, in the browser' },
    second === undefined
      ? { words: ['report', first, '--reporter', 'markdown:report.md'], why: 'to share the result' }
      : { words: ['compare', ...paths], why: 'which is better, or is it chance' },
  ];
}

/** After a generation: judge the samples, or look at them first. */
export function stepsAfterGeneration(samplesPath: string, context: CommandContext): NextStep[] {
  const { options } = context;
  const samples = ['--samples', typedPath(samplesPath, context)];
  const tasks = [
    ...['--subset', options.subset],
    ...(options.select?.length ? ['--select', options.select.join(',')] : []),
    ...(options.idRange === undefined ? [] : ['--id-range', options.idRange]),
  ];
  return [
    { words: ['evaluate', ...samples, '--split', options.split, ...tasks], why: 'verdicts and scores' },
    { words: ['syncheck', ...samples, ...tasks], why: 'which solutions do not even compile' },
    { words: ['sanitize', ...samples, ...tasks, '--diff'], why: 'how else the code could be taken out' },
  ];
}
