import { isPython } from '../syntax/is-python.ts';
import { isBlank, stripText } from '../util/python-text.ts';
import { type Fence, findPythonFences } from './fences.ts';
import type { StrategyInput, Taken } from './strategy.ts';

/** Strategy `merge-fences`: all blocks that are valid Python, in order, without duplicates. */
export function mergeFences({ text }: StrategyInput): Taken {
  const fences = findPythonFences(prependOpening(text));
  if (fences.length === 0) return takeUnfenced(text);
  const parts = new Set<string>();
  const trail: string[] = [];
  for (const fence of fences) {
    const code = stripText(fence.code);
    if (fences.length > 1 && !isPython(code)) trail.push(`dropped ${describeFence(fence)}: it is not Python`);
    else if (parts.has(code)) trail.push(`dropped ${describeFence(fence)}: it is a duplicate`);
    else parts.add(code);
  }
  return { solution: [...parts].join('\n\n'), trail: [`merged ${parts.size} of ${fences.length} blocks`, ...trail] };
}

/** Strategies `first-fence` (position 0) and `last-fence` (-1), which is where models put their final version. */
export function takeFence({ text }: StrategyInput, position: 0 | -1): Taken {
  const fences = findPythonFences(prependOpening(text));
  const fence = fences.at(position);
  if (fence === undefined) return takeUnfenced(text);
  const trail = [`took ${describeFence(fence)}`];
  if (fences.length > 1) trail.push(`other Python blocks: ${fences.length - 1}`);
  if (!fence.isClosed) trail.push('the block is not closed; the answer was probably cut off');
  return { solution: stripText(fence.code), trail };
}

function takeUnfenced(text: string): Taken {
  return { solution: stripText(text), trail: ['no fenced Python; took the whole text'] };
}

/** An answer that continues a block opened by the prompt begins with code, and its fences do not pair up. */
function prependOpening(text: string): string {
  const marks = text.match(/^[ \t]*(?:```|~~~).*$/gm) ?? [];
  if (marks.length % 2 === 0 || marks[0]?.trim() !== '```') return text;
  const before = text.slice(0, text.indexOf(marks[0]));
  return isBlank(before) || !isPython(before) ? text : `\`\`\`python\n${text}`;
}

function describeFence({ number, language }: Fence): string {
  return `block ${number}${language === '' ? '' : ` (${language})`}`;
}
