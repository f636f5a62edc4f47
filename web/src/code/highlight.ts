import { useEffect, useState } from 'react';
import type { HighlightLine } from './python-highlighter.ts';

export interface Token {
  readonly text: string;
  /** Class of its color; none for plain text. */
  readonly kind?: string | undefined;
}

export type CodeLine = readonly Token[];

/** Past this, colors cost more than they tell. */
const longestText = 200_000;
const longestLine = 2_000;

let highlighter: HighlightLine | undefined;

function splitPlain(code: string): CodeLine[] {
  return code.split('\n').map((text) => [{ text }]);
}

/** The lines of a Python source; plain at first, in color once the highlighter is there. */
export function useCodeLines(code: string): readonly CodeLine[] {
  const [state, setState] = useState(() => ({ code, lines: colorNow(code) }));
  useEffect(() => {
    let isCurrent = true;
    setState((old) => (old.code === code ? old : { code, lines: colorNow(code) }));
    if (highlighter === undefined && canColor(code)) {
      void import('./python-highlighter.ts').then(async ({ createHighlighter }) => {
        highlighter = await createHighlighter();
        if (isCurrent) setState({ code, lines: colorNow(code) });
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [code]);
  return state.code === code ? state.lines : splitPlain(code);
}

function colorNow(code: string): readonly CodeLine[] {
  if (highlighter === undefined || !canColor(code)) return splitPlain(code);
  return highlighter(code);
}

function canColor(code: string): boolean {
  return code.length <= longestText && !code.split('\n').some((line) => line.length > longestLine);
}
