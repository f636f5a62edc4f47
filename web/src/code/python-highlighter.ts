import { createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import python from 'shiki/langs/python.mjs';
import type { CodeLine, Token } from './highlight.ts';

export type HighlightLine = (code: string) => CodeLine[];

/** Scopes of the grammar and the few kinds of color they share; the last match counts. */
const kinds: readonly [string, readonly string[]][] = [
  ['keyword', ['keyword', 'storage', 'constant.language', 'variable.language', 'keyword.operator.logical']],
  ['punctuation', ['punctuation', 'keyword.operator', 'meta.brace']],
  ['string', ['string', 'punctuation.definition.string', 'storage.type.string']],
  ['number', ['constant.numeric']],
  ['comment', ['comment', 'punctuation.definition.comment', 'string.quoted.docstring']],
  [
    'function',
    ['entity.name.function', 'entity.name.type', 'support.type.exception', 'entity.name.function.decorator'],
  ],
];

/** A theme whose colors are only names: the style sheet gives them their values, light and dark. */
const colorOf = (at: number) => `#0000${(at + 1).toString(16).padStart(2, '0')}`;
const theme = {
  name: 'tokens',
  type: 'light' as const,
  fg: '#000000',
  bg: '#ffffff',
  settings: [
    { settings: { foreground: '#000000' } },
    ...kinds.map(([, scope], at) => ({ scope: [...scope], settings: { foreground: colorOf(at) } })),
  ],
};
const kindByColor = new Map(kinds.map(([kind], at) => [colorOf(at), `tok-${kind}`]));

/** The first line pays for compiling the grammar; a line that runs into the limit stays half colored. */
const tokenizeTimeLimit = 5_000;

export async function createHighlighter(): Promise<HighlightLine> {
  const core = await createHighlighterCore({
    themes: [theme],
    langs: [python],
    engine: createJavaScriptRegexEngine(),
  });
  return (code) =>
    core
      .codeToTokensBase(code, { lang: 'python', theme: 'tokens', tokenizeTimeLimit })
      .map((line) =>
        line.map(
          ({ content, color }): Token => ({ text: content, kind: kindByColor.get((color ?? '').toLowerCase()) }),
        ),
      );
}
