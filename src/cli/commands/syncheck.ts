import { basename } from 'node:path';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { executeAlone } from '../../evaluate/jobs/execute-alone.ts';
import { listSome } from '../../evaluate/match-samples.ts';
import type { Executor } from '../../executor/executor.ts';
import { type OpenExecutor, openExecutor } from '../../run/open-executor.ts';
import { checkSolutions, type PythonVerdict } from '../../sanitize/check-solutions.ts';
import { createPythonParser } from '../../sanitize/parse-python.ts';
import { type CheckedAnswer, reviewAnswers, type SyntaxReview } from '../../sanitize/review-answers.ts';
import type { Execution } from '../../schema/execution.ts';
import type { Job } from '../../schema/job.ts';
import { loadTreeParser } from '../../syntax/syntax-tree.ts';
import type { Command, CommandContext } from '../command.ts';
import { openFor } from '../open-for.ts';
import { readAnswers } from './read-answers.ts';

const shownProblems = 20;

/** The command, given a way to run the environment's own parser. */
export function createSyncheckCommand(open: OpenExecutor = openExecutor): Command {
  return {
    name: 'syncheck',
    examples: [
      'bcb syncheck --samples answers-sanitized.jsonl',
      'bcb syncheck --samples answers-sanitized.jsonl --nsample-check 5 --json',
    ],
    async run(context) {
      const { answers, tasks, badLines, path } = await readAnswers(context, 'syncheck');
      const parser = await loadTreeParser();
      await using python = new LazyPython(context, open);
      const review = await reviewAnswers({
        answers,
        tasks,
        parser,
        ...(context.options.nsampleCheck === undefined ? {} : { samplesPerTask: context.options.nsampleCheck }),
        checkSolutions: (codes) => checkSolutions(codes, (doubtful) => python.parse(doubtful)),
      });
      print(context, path, review, badLines);
      if (badLines.length > 0) return 1;
      return countFailing(review) + review.wrongCounts.length > 0 ? 2 : 0;
    },
  };
}

/** The environment's own parser. A sandbox is started only if a program is in doubt. */
class LazyPython implements AsyncDisposable {
  private executor: Executor | undefined;
  private readonly context: CommandContext;
  private readonly open: OpenExecutor;

  constructor(context: CommandContext, open: OpenExecutor) {
    this.context = context;
    this.open = open;
  }

  /** No verdicts without an environment: the check in this process decides then. */
  async parse(codes: readonly string[]): Promise<readonly PythonVerdict[]> {
    try {
      const executor = await openFor(this.context, this.open, { libs: [] });
      this.executor = executor;
      return await createPythonParser((job) => this.run(executor, job))(codes);
    } catch (error) {
      if (!(error instanceof BigCodeBenchError) || error.code !== 'ENVIRONMENT') throw error;
      this.context.warn(`CPython could not be asked, so our own check decides: ${error.message}`);
      return [];
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.executor?.close();
  }

  private async run(executor: Executor, job: Job): Promise<Execution> {
    const execution = await executeAlone({ executor, job, signal: this.context.signal });
    if (execution.outcome !== 'engine-error') return execution;
    throw new BigCodeBenchError('ENGINE', `The sandbox could not be used: ${execution.reason ?? 'unknown'}.`);
  }
}

function print(context: CommandContext, path: string, review: SyntaxReview, badLines: readonly string[]): void {
  const { options, stdout, colors } = context;
  const { problems, missingTasks, wrongCounts, counts } = review;
  if (options.json) {
    const document = {
      samples: path,
      ...counts,
      problems: problems.map(({ answer, decidedBy, ...rest }) => ({
        task_id: answer.taskId,
        index: answer.index,
        ...rest,
        decided_by: decidedBy,
      })),
      missing_tasks: missingTasks,
      wrong_counts: wrongCounts,
      bad_lines: badLines,
    };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  const shown = options.verbose ? problems : problems.slice(0, shownProblems);
  for (const problem of shown) stdout.write(`${renderProblem(problem, context)}\n`);
  if (problems.length > shown.length)
    stdout.write(`… and ${problems.length - shown.length} more (use --verbose to see all)\n`);
  if (missingTasks.length > 0)
    stdout.write(
      `${missingTasks.length} tasks have no sample: ${listSome(missingTasks, options.verbose ? missingTasks.length : 10)}\n`,
    );
  for (const { task_id, samples } of wrongCounts) {
    stdout.write(`${task_id} has ${samples} samples instead of ${options.nsampleCheck}\n`);
  }
  const failing = countFailing(review);
  const verdict = failing === 0 ? colors.green('all compile') : colors.red(`${failing} fail the check`);
  const details = `${counts.syntax} syntax errors, ${counts.compile} compile errors, ${counts.empty} empty`;
  stdout.write(
    `${basename(path)}: ${counts.answers} solutions, ${verdict} (${details}); ${counts.no_entry_point} without the entry point\n`,
  );
}

/** A solution without its entry point compiles: it is listed, but does not fail the check. */
function countFailing({ counts }: SyntaxReview): number {
  return counts.syntax + counts.compile + counts.empty;
}

function renderProblem(
  { answer, kind, line, column, message, text }: CheckedAnswer,
  { colors }: CommandContext,
): string {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  const head = `${colors.bold(`${answer.taskId} sample ${answer.index}${place}`)} ${kind}: ${message}`;
  if (text === undefined) return head;
  const pointer = column === undefined ? '' : `\n    ${' '.repeat(Math.max(0, column - 1))}${colors.red('^')}`;
  return `${head}\n    ${text}${pointer}`;
}
