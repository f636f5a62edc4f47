import { resolve } from 'node:path';
import type { CommandName } from '../../config/option.ts';
import { type BigCodeBenchError, fileError, usageError } from '../../error/bigcodebench-error.ts';
import type { Task } from '../../schema/task.ts';
import { readSamples, type SampleRecord } from '../../upstream/read-samples.ts';
import { listSome } from '../../util/list-some.ts';
import { type CommandContext, loadTasksFor } from '../command.ts';

export type ReadAnswers = Awaited<ReturnType<typeof readAnswers>>;

const shownLines = 10;

/** Answers in the --samples file to selected tasks, in its order. Bad lines and unknown tasks are skipped with a warning. */
export async function readAnswers(context: CommandContext, command: CommandName) {
  const { options, cwd, warn } = context;
  if (options.samples === undefined) {
    throw usageError(`${command} needs --samples with a samples file, or a folder of them.`);
  }
  const path = resolve(cwd, options.samples);
  const badLines: string[] = [];
  const onBadLine = ({ message }: BigCodeBenchError) => {
    if (badLines.push(message) <= shownLines) warn(message);
  };
  const found: SampleRecord[] = [];
  for await (const record of readSamples(path, { onBadLine })) found.push(record);
  if (badLines.length > shownLines) warn(`${badLines.length - shownLines} more lines are not samples.`);
  const tasks = new Map((await loadTasksFor(context)).tasks.map((task) => [task.id, task]));
  const wanted = options.debugTask === undefined ? undefined : resolveTaskId(options.debugTask, tasks);
  const answers = found.filter(({ taskId }) => (wanted === undefined ? tasks.has(taskId) : taskId === wanted));
  const unknown = [...new Set(found.map(({ taskId }) => taskId).filter((id) => !tasks.has(id)))];
  if (answers.length === 0) {
    const missing = wanted ?? `a selected task: ${listSome(unknown, 3)} are not selected (see --subset)`;
    throw fileError(path, `${path} has no answer to ${missing}.`);
  }
  if (unknown.length > 0 && wanted === undefined) {
    const count = found.length - answers.length;
    warn(`${count} answers are skipped: ${listSome(unknown)} are not among the selected tasks.`);
  }
  return { answers, tasks, badLines, path };
}

/** `17` means the task whose id ends in it. */
function resolveTaskId(word: string, tasks: ReadonlyMap<string, Task>): string {
  const id = tasks.has(word) ? word : [...tasks.keys()].find((candidate) => candidate.endsWith(`/${word}`));
  if (id !== undefined) return id;
  throw usageError(`There is no task ${JSON.stringify(word)} among the selected ones.`);
}
