import type { Provable } from '../schema/proof.ts';
import type { Task } from '../schema/task.ts';
import { lexPython, type Token } from '../syntax/python-lexer.ts';
import { keywordKinds } from '../syntax/token-kind.ts';

interface RenderTaskInput {
  readonly task: Task;
  readonly testNames: readonly string[];
  readonly colors: Palette;
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

/** Terminal colors, such as picocolors' object. */
export type Palette = Readonly<
  Record<'bold' | 'dim' | 'green' | 'cyan' | 'magenta' | 'yellow', (text: string) => string>
>;

/** The same text with keywords, strings, comments, numbers and defined names in color. */
export function highlightPython(source: string, colors: Palette): string {
  let highlighted = '';
  let at = 0;
  let previous: Token | undefined;
  for (const token of lexPython(source)) {
    const paint = pickColor(token, previous, colors);
    // Each line by itself, so that a pager that starts in the middle shows the colors too.
    const painted = paint ? token.text.replace(/[^\n]+/g, (line) => paint(line)) : token.text;
    highlighted += source.slice(at, token.start) + painted;
    at = token.end;
    previous = token;
  }
  return highlighted + source.slice(at);
}

function pickColor(token: Token, previous: Token | undefined, colors: Palette) {
  if (token.kind === 'string') return colors.green;
  if (token.kind === 'comment') return colors.dim;
  if (token.kind === 'number') return colors.yellow;
  if (token.kind !== 'name') return undefined;
  if (keywordKinds.has(token.text)) return colors.magenta;
  return previous?.text === 'def' || previous?.text === 'class' ? colors.cyan : undefined;
}
