import { listTestNames } from '../dataset/test-names.ts';
import type { Task } from '../schema/task.ts';
import type { TreeParser } from '../syntax/syntax-tree.ts';
import { readReference } from './code-features.ts';

export type DescribedTask = ReturnType<typeof describeTasks>[number];

/** Numbers of a task, some with their mean in the paper. */
export const measures: Readonly<Record<string, { of: (each: DescribedTask) => number; published?: number }>> = {
  'complete prompt, characters': { of: ({ task }) => lengthOf(task.completePrompt), published: 1112.5 },
  'complete prompt, lines': { of: ({ task }) => countLines(task.completePrompt), published: 33.5 },
  'instruct prompt, characters': { of: ({ task }) => lengthOf(task.instructPrompt) },
  'instruct prompt, lines': { of: ({ task }) => countLines(task.instructPrompt) },
  'solution, characters of code': { of: ({ task }) => lengthOf(codeOf(task)), published: 426 },
  'solution, lines of code': { of: ({ task }) => countLines(codeOf(task)), published: 10 },
  'solution, cyclomatic complexity': { of: ({ features }) => features.complexity },
  tests: { of: ({ task }) => listTestNames(task.test).length, published: 5.6 },
  libraries: { of: ({ task }) => task.libs.length, published: 2.8 },
  'functions and other names used': { of: ({ features }) => features.names.length, published: 4.7 },
  'functions called': { of: ({ features }) => features.calls.length },
};

export function describeTasks(tasks: readonly Task[], parser: TreeParser) {
  return tasks.map((task) => ({ task, features: readReference(parser, task) }));
}

/** In characters, as Python counts them. */
function lengthOf(text: string): number {
  return [...text].length;
}

function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** The solution without empty lines and lines that are comments. */
function codeOf({ canonicalSolution }: Task): string {
  const isCode = (line: string) => !/^\s*(?:#.*)?$/.test(line);
  return canonicalSolution.split('\n').filter(isCode).join('\n');
}
