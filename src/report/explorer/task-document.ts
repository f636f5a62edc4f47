import { isFailing } from '../../schema/execution.ts';
import type { Task } from '../../schema/task.ts';
import { causeOf, type Verdict } from '../../schema/verdict.ts';
import type { TaskColumns } from '../../schema/view/run-document.ts';
import type { TaskAnswer, TaskDocument } from '../../schema/view/task-document.ts';
import { lexPython } from '../../syntax/python-lexer.ts';
import { sha256 } from '../../util/hash.ts';
import { words } from '../../util/words.ts';
import type { VerdictIndex } from './verdict-index.ts';

export function buildTaskDocument(task: Task): TaskDocument {
  const { canonicalSolution, docStruct: _docStruct, ...rest } = task;
  return { ...rest, referenceSolution: canonicalSolution, title: titleOf(task) };
}

export type TaskOf = (id: string) => (AskedTask & Pick<Task, 'domains' | 'libs' | 'hard'>) | undefined;

export function buildFactColumns(ids: readonly string[], taskOf: TaskOf, runs: readonly VerdictIndex[]) {
  const count = (column: 'samplesOf' | 'passedOf') =>
    ids.map((id) => runs.reduce((sum, run) => sum + (run[column][run.findTaskRow(id) ?? -1] ?? 0), 0));
  return {
    facts: {
      ids,
      titles: ids.map((id) => titleOf(taskOf(id))),
      domains: ids.map((id) => taskOf(id)?.domains ?? []),
      libs: ids.map((id) => taskOf(id)?.libs ?? []),
      hard: ids.map((id) => taskOf(id)?.hard ?? false),
    },
    samples: count('samplesOf'),
    passed: count('passedOf'),
  };
}

/** Facts about the tasks of a run, and how the other runs do on them. */
export function buildTaskColumns(index: VerdictIndex, taskOf: TaskOf, runs: readonly VerdictIndex[]): TaskColumns {
  const { facts, samples: others, passed: othersPassed } = buildFactColumns(index.taskIds, taskOf, runs);
  return { ...facts, others, othersPassed };
}

export function buildTaskAnswer(runId: string, verdict: Verdict): TaskAnswer {
  const { index, status, solution, tests } = verdict;
  const outcome = status === 'pass' ? status : verdict.outcome;
  return {
    ...{ runId, index, outcome },
    cause: verdict.status === 'pass' ? '' : causeOf(verdict),
    failedTests: tests.filter(isFailing).map(({ name }) => name),
    solution,
    programKey: programKeyOf(solution),
  };
}

/** Equal for programs that differ only in comments, blank lines and spacing inside lines. */
export function programKeyOf(solution: string): string {
  const tokens: string[] = [];
  let lineStart = 0;
  let isAtStart = true;
  for (const { kind, text, start, end } of lexPython(solution)) {
    if (kind === 'newline') {
      lineStart = end;
      isAtStart = true;
      continue;
    }
    if (kind === 'comment') continue;
    // Indentation is meaning in Python, so it is part of the key.
    tokens.push(isAtStart ? `\n${start - lineStart} ${text}` : text);
    isAtStart = false;
  }
  return sha256(tokens.join(' ')).slice(0, 12);
}

export type AskedTask = Pick<Task, 'completePrompt' | 'instructPrompt'>;

/** The part of a docstring that says what the function does ends before such a line. */
const section =
  /^(?:parameters?|args|arguments|returns?|raises|requirements?|notes?|examples?|constants?|input|output)\b/i;
const sentenceEnd = /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?= ["'`(A-Z]|$)/;
const longest = 160;

/** What a task asks for, in the words of its docstring, in one line; empty for a task that is not at hand. */
export function proseOf(task: AskedTask | undefined): string {
  const [quotes] = /"""|'''/.exec(task?.completePrompt ?? '') ?? [];
  const text = (quotes && task?.completePrompt.split(quotes, 2)[1]) ?? task?.instructPrompt ?? '';
  const lines = text.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line) => line.startsWith('>>>') || (line.endsWith(':') && section.test(line)));
  return words(lines.slice(0, end < 0 ? undefined : end).join(' ')).join(' ');
}

export function titleOf(task: AskedTask | undefined): string {
  const prose = proseOf(task);
  const end = sentenceEnd.exec(prose)?.index ?? prose.length;
  return end <= longest ? prose.slice(0, end) : `${prose.slice(0, longest - 1).trimEnd()}…`;
}
