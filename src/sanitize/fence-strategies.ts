import { isPython } from '../syntax/is-python.ts';
import { isBlank, stripText } from '../util/python-text.ts';
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

interface Fence {
  /** First word after the opening fence, in lower case; empty if there is none. */
  readonly language: string;
  readonly code: string;
  /** Position among all blocks of the text, from 1. */
  readonly number: number;
  readonly isClosed: boolean;
}

const opening = /^([ \t]*(?:>[ \t]?)*)(`{3,}|~{3,})/;
const label = /^[ \t]*([^\s]*)/;
const pythonNames = new Set(['python', 'py', 'python3', 'py3', 'python2', 'ipython', 'pycon', 'sage']);

/** All fenced blocks. An unclosed block extends to the end of the text: the answer was cut off. */
export function findFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: { indent: string; mark: string; language: string; lines: string[] } | undefined;
  const finish = (isClosed: boolean) => {
    if (open === undefined) return;
    fences.push({ language: open.language, code: open.lines.join('\n'), number: fences.length + 1, isClosed });
    open = undefined;
  };
  for (const line of text.split(/\r?\n/)) {
    if (open === undefined) {
      const [begin = '', indent = '', mark] = opening.exec(line) ?? [];
      const rest = line.slice(begin.length);
      if (mark !== undefined && !rest.includes('`')) open = { indent, mark, language: languageOf(rest), lines: [] };
    } else if (isClosing(line, open.mark)) {
      finish(true);
    } else {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    }
  }
  finish(false);
  return fences;
}

/** The Python blocks: those labeled so; if there are none, the unlabeled ones. */
export function findPythonFences(text: string): Fence[] {
  const fences = findFences(text);
  const named = fences.filter(({ language }) => pythonNames.has(language));
  return named.length > 0 ? named : fences.filter(({ language }) => language === '');
}

/** Of what follows the mark, the first word as far as it may be a name. */
function languageOf(rest: string): string {
  const word = label.exec(rest)?.[1] ?? '';
  return word.toLowerCase().replace(/[^\w+#-].*/s, '');
}

function isClosing(line: string, mark: string): boolean {
  const trimmed = line.replace(/^[ \t>]+/, '').trimEnd();
  return trimmed.length >= mark.length && trimmed === mark.charAt(0).repeat(trimmed.length);
}
