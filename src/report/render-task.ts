import type { Task } from '../schema/task.ts';
import { highlightPython, type Palette } from './highlight-python.ts';

export interface RenderTaskInput {
  readonly task: Task;
  readonly testNames: readonly string[];
  readonly colors: Palette;
}

/** One task, formatted for people: facts, both prompts, solution and tests. */
export function renderTask({ task, testNames, colors }: RenderTaskInput): string {
  const facts = [
    ['domains', task.domains.join(', ') || '–'],
    ['libraries', task.libs.join(', ') || '–'],
    ['entry point', task.entryPoint],
    ['tests', `${testNames.length}: ${testNames.join(', ')}`],
  ];
  const sections: readonly [string, string][] = [
    ['Complete prompt', highlightPython(task.completePrompt, colors)],
    ['Instruct prompt', task.instructPrompt],
    ['Reference solution', highlightPython(task.canonicalSolution, colors)],
    ['Test', highlightPython(task.test, colors)],
  ];
  return [
    colors.bold(task.hard ? `${task.id} (hard)` : task.id),
    ...facts.map(([name = '', value = '']) => `${colors.dim(name.padEnd(12))}${value}`),
    ...sections.flatMap(([title, content]) => ['', colors.bold(`── ${title} ──`), content.replace(/\n+$/, '')]),
    '',
  ].join('\n');
}
