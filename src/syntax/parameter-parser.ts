import type { TokenKind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

export interface ParameterOptions {
  /** The token that ends the list; it is consumed as well. */
  readonly end: TokenKind;
  /** Consumes the expression after `=`. */
  readonly parseDefault: (tokens: TokenStream) => void;
  /** Consumes the expression after `:`; a lambda has no annotations. */
  readonly parseAnnotation?: (tokens: TokenStream) => void;
}

/** The parameters of a function or lambda: plain, then with defaults, `/` once, `*`, keyword-only, `**`. */
export function parseParameters(tokens: TokenStream, { end, parseDefault, parseAnnotation }: ParameterOptions): void {
  let seen: 'nothing' | 'plain' | 'default' | 'star' = 'nothing';
  let hasSlash = false;
  const parseParameter = () => {
    tokens.expect('name');
    if (parseAnnotation && tokens.skip(':')) parseAnnotation(tokens);
  };
  tokens.skipList(end, () => {
    if (seen === 'star' && tokens.kind === '*') tokens.fail();
    if (tokens.skip('**')) {
      parseParameter();
      tokens.skip(',');
      if (tokens.kind !== end) tokens.fail();
    } else if (tokens.skip('*')) {
      seen = 'star';
      const isBare = tokens.skip(',');
      parseParameter();
      if (isBare && tokens.skip('=')) parseDefault(tokens);
    } else if (tokens.kind === '/') {
      if (hasSlash || seen === 'nothing' || seen === 'star') tokens.fail();
      hasSlash = true;
      tokens.next();
    } else {
      parseParameter();
      if (tokens.skip('=')) {
        parseDefault(tokens);
        if (seen !== 'star') seen = 'default';
      } else if (seen === 'default') {
        tokens.fail();
      } else if (seen === 'nothing') {
        seen = 'plain';
      }
    }
  });
}
