import type { Provable } from '../schema/proof.ts';
import type { Task } from '../schema/task.ts';
import { highlightPython, type Palette } from './highlight-python.ts';

export interface RenderTaskInput {
  readonly task: Task;
  readonly testNames: readonly string[];
  readonly colors: Palette;
  /** Where it is known how the reference solution does under the separate judge. */
  readonly provable?: Provable | undefined;
}

/** One task, formatted for people: facts, both prompts, solution and tests. */
export function renderTask({ task, testNames, colors, provable }: RenderTaskInput): string {
  const facts = [
    ['domains', task.domains.join(', ') || '–'],
    ['libraries', task.libs.join(', ') || '–'],
    ['entry point', task.entryPoint],
    ['tests', `${testNames.length}: ${testNames.join(', ')}`],
    ...(provable ? [['provable', 'level' in provable ? `yes, by ${provable.level}` : `no: ${provable.why}`]] : []),
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
