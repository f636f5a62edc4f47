import { createRequire } from 'node:module';
import type { printParseErrorCode } from 'jsonc-parser';

// Loaded when a text turns out not to be JSON.
const load = () => createRequire(import.meta.url)('jsonc-parser') as typeof import('jsonc-parser');

/** In which line, from 1, a text stops being JSON, which `JSON.parse` does not always say; undefined if it is JSON. */
export function findJsonFault(source: string) {
  const { printParseErrorCode: nameOf, visit } = load();
  const faults: { readonly line: number; readonly message: string }[] = [];
  const onError = (code: Parameters<typeof printParseErrorCode>[0], _offset: number, _length: number, line: number) => {
    faults.push({ line: line + 1, message: messages[nameOf(code)] });
  };
  visit(source, { onError }, { disallowComments: true });
  return faults[0];
}

const messages: Record<ReturnType<typeof printParseErrorCode>, string> = {
  InvalidSymbol: 'unexpected word or sign',
  InvalidNumberFormat: 'invalid number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected }',
  CloseBracketExpected: 'expected ]',
  EndOfFileExpected: 'expected the end of the file',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'unfinished comment',
  UnexpectedEndOfString: 'unfinished string',
  UnexpectedEndOfNumber: 'unfinished number',
  InvalidUnicode: 'invalid \\u escape',
  InvalidEscapeCharacter: 'invalid escape',
  InvalidCharacter: 'control character in a string',
  '<unknown ParseErrorCode>': 'invalid JSON',
};
