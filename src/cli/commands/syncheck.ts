import { basename } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { executeAlone } from '../../evaluate/jobs/execute-alone.ts';
import type { Executor } from '../../executor/executor.ts';
import { checkSolutions, createPythonParser, type PythonVerdict } from '../../sanitize/check-syntax.ts';
import { type CheckedAnswer, reviewAnswers, type SyntaxReview } from '../../sanitize/review-answers.ts';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import { listSome } from '../../util/list-some.ts';
import { type CommandContext, openFor } from '../command.ts';
import { readAnswers } from './read-answers.ts';

const shownProblems = 20;

export async function syncheckCommand(context: CommandContext): Promise<number> {
  const { answers, tasks, badLines, path } = await readAnswers(context, 'syncheck');
  const parser = await loadTreeParser();
  await using python = openLazyPython(context);
  const check = (codes: readonly string[]) => checkSolutions(codes, (doubtful) => python.parse(doubtful));
  const { nsampleCheck: samplesPerTask } = context.options;
  const review = await reviewAnswers({ answers, tasks, parser, samplesPerTask, checkSolutions: check });
  context.print(buildDocument(path, review, badLines), `${renderReview(context, path, review).join('\n')}\n`);
  if (badLines.length > 0) return 1;
  return countFailing(review) + review.wrongCounts.length > 0 ? 2 : 0;
}

/** The environment's own parser. A sandbox is started only if a program is in doubt. */
function openLazyPython(context: CommandContext) {
  let executor: Executor | undefined;
  return {
    /** No verdicts without an environment: the check in this process decides then. */
    async parse(codes: readonly string[]): Promise<readonly PythonVerdict[]> {
      try {
        const opened = await openFor(context, { libs: [] });
        executor = opened;
        return await createPythonParser(async (job) => {
          const execution = await executeAlone({ executor: opened, job, signal: context.signal });
          if (execution.outcome !== 'engine-error') return execution;
          throw new BigCodeBenchError('ENGINE', `The sandbox failed: ${execution.reason ?? 'unknown reason'}.`);
        })(codes);
      } catch (error) {
        if (!(error instanceof BigCodeBenchError) || error.code !== 'ENVIRONMENT') throw error;
        context.warn(`CPython is not available, so the built-in check decides: ${error.message}`);
        return [];
      }
    },
    [Symbol.asyncDispose]: async () => executor?.close(),
  };
}

function buildDocument(path: string, { problems, ...review }: SyntaxReview, badLines: readonly string[]) {
  return {
    samples: path,
    ...review.counts,
    problems: problems.map(({ answer, decidedBy, ...rest }) => {
      return { task_id: answer.taskId, index: answer.index, ...rest, decided_by: decidedBy };
    }),
    missing_tasks: review.missingTasks,
    wrong_counts: review.wrongCounts,
    bad_lines: badLines,
  };
}

function renderReview(context: CommandContext, path: string, review: SyntaxReview): string[] {
  const { options, colors } = context;
  const { problems, missingTasks, wrongCounts, counts } = review;
  const shown = options.verbose ? problems : problems.slice(0, shownProblems);
  const lines = shown.map((problem) => renderProblem(problem, context));
  if (problems.length > shown.length) {
    lines.push(`… and ${problems.length - shown.length} more (use --verbose to see all)`);
  }
  if (missingTasks.length > 0) {
    const listed = listSome(missingTasks, options.verbose ? missingTasks.length : 10);
    lines.push(`${missingTasks.length} tasks have no sample: ${listed}`);
  }
  for (const { task_id, samples } of wrongCounts) {
    lines.push(`${task_id} has ${samples} samples instead of ${options.nsampleCheck}`);
  }
  const failing = countFailing(review);
  const verdict = failing === 0 ? colors.green('all compile') : colors.red(`${failing} fail the check`);
  const details = `${counts.syntax} syntax errors, ${counts.compile} compile errors, ${counts.empty} empty`;
  const summary = `${basename(path)}: ${counts.answers} solutions, ${verdict} (${details})`;
  return [...lines, `${summary}; ${counts.no_entry_point} without the entry point`];
}

/** A solution without its entry point compiles: it is listed, but does not fail the check. */
function countFailing({ counts }: SyntaxReview): number {
  return counts.syntax + counts.compile + counts.empty;
}

function renderProblem(problem: CheckedAnswer, { colors }: CommandContext): string {
  const { answer, kind, line, column, message, text } = problem;
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  const head = `${colors.bold(`${answer.taskId} sample ${answer.index}${place}`)} ${kind}: ${message}`;
  if (text === undefined) return head;
  const pointer = column === undefined ? '' : `\n    ${' '.repeat(Math.max(0, column - 1))}${colors.red('^')}`;
  return `${head}\n    ${text}${pointer}`;
}
