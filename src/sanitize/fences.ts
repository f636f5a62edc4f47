export interface Fence {
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
