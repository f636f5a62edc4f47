import type { Task } from '../../schema/task.ts';

export type AskedTask = Pick<Task, 'completePrompt' | 'instructPrompt'>;

/** The part of a docstring that says what the function does ends before such a line. */
const section =
  /^(?:parameters?|args|arguments|returns?|raises|requirements?|notes?|examples?|constants?|input|output)\b/i;
const sentenceEnd = /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?= ["'`(A-Z]|$)/;
const longest = 160;

/** What a task asks for, in the words of its docstring, in one line; empty for a task that is not at hand. */
export function proseOf(task: AskedTask | undefined): string {
  const text = docstringOf(task?.completePrompt ?? '') ?? task?.instructPrompt ?? '';
  const lines = text.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line) => line.startsWith('>>>') || (line.endsWith(':') && section.test(line)));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What stands between the first three quotes and the next; up to the end if they are not closed. */
function docstringOf(prompt: string): string | undefined {
  const quotes = /"""|'''/.exec(prompt);
  if (!quotes) return undefined;
  const start = quotes.index + 3;
  const end = prompt.indexOf(quotes[0], start);
  return prompt.slice(start, end < 0 ? undefined : end);
}

export function titleOf(task: AskedTask | undefined): string {
  const prose = proseOf(task);
  const end = sentenceEnd.exec(prose)?.index ?? prose.length;
  return end <= longest ? prose.slice(0, end) : `${prose.slice(0, longest - 1).trimEnd()}…`;
}
