import { type LogicalLine, lexPython, readLogicalLines, type Token } from '../syntax/python-lexer.ts';

/**
 * The code prompt of a complete prompt: everything up to the entry point's header, without its docstring and blank
 * lines. This rule reproduces the dataset's own `code_prompt` for all tasks.
 */
export function deriveCodePrompt(completePrompt: string, entryPoint: string): string {
  const head = completePrompt.slice(0, findDocstring(completePrompt, entryPoint)?.start ?? completePrompt.length);
  const strings = [...lexPython(head)].filter(({ kind }) => kind === 'string');
  const isInString = (position: number) => strings.some(({ start, end }) => start < position && position < end);
  let position = 0;
  const kept: string[] = [];
  for (const line of head.trimEnd().split('\n')) {
    if (line !== '' || isInString(position)) kept.push(line);
    position += line.length + 1;
  }
  return `${kept.join('\n')}\n`;
}

/** The docstring token of a top-level function, if it has one. The last definition counts, as in Python. */
export function findDocstring(source: string, functionName: string): Token | undefined {
  let found: Token | undefined;
  let isInside = false;
  for (const line of readLogicalLines(source)) {
    const isDefinition = line.indent === 0 && definedFunction(line) === functionName;
    const candidate: Token | undefined = isDefinition ? afterHeader(line) : isInside ? line.tokens[0] : undefined;
    if (candidate?.kind === 'string') found = candidate;
    else if (isDefinition) found = undefined;
    isInside = isDefinition && candidate === undefined;
  }
  return found;
}

/** Name of the function whose `def` begins this line. */
export function definedFunction({ tokens }: LogicalLine): string | undefined {
  const at = tokens[0]?.text === 'async' ? 1 : 0;
  return tokens[at]?.text === 'def' ? tokens[at + 1]?.text : undefined;
}

/** First token of a body on the same line as its header. */
function afterHeader({ tokens }: LogicalLine): Token | undefined {
  let depth = 0;
  for (const [at, { text }] of tokens.entries()) {
    if ('([{'.includes(text)) depth++;
    else if (')]}'.includes(text)) depth--;
    else if (text === ':' && depth === 0) return tokens[at + 1];
  }
  return undefined;
}
