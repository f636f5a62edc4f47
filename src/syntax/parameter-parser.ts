import { Kind } from './token-kind.ts';
import type { TokenStream } from './token-stream.ts';

export interface ParameterOptions {
  /** The token that ends the list; it is not consumed. */
  readonly end: number;
  /** Consumes the expression after `=`. */
  readonly parseDefault: (tokens: TokenStream) => void;
  /** Consumes the expression after `:`; a lambda has no annotations. */
  readonly parseAnnotation?: (tokens: TokenStream) => void;
}

/** The parameters of a function or lambda: plain, then with defaults, `/` once, `*`, keyword-only, `**`. */
export function parseParameters(tokens: TokenStream, options: ParameterOptions): void {
  let seen: 'nothing' | 'plain' | 'default' | 'star' = 'nothing';
  let hasSlash = false;
  while (tokens.kind !== options.end && !tokens.hasFailed) {
    if (tokens.kind === Kind.DOUBLE_STAR) {
      tokens.next();
      parseParameter(tokens, options);
      tokens.skip(Kind.COMMA);
      if (tokens.kind !== options.end) tokens.fail();
      return;
    }
    if (tokens.kind === Kind.STAR) {
      if (seen === 'star') tokens.fail();
      seen = 'star';
      tokens.next();
      if (tokens.kind === Kind.COMMA) {
        tokens.next();
        if (tokens.kind !== Kind.NAME) tokens.fail();
        continue;
      }
      parseParameter(tokens, options);
    } else if (isSlash(tokens)) {
      if (hasSlash || seen === 'nothing' || seen === 'star') tokens.fail();
      hasSlash = true;
      tokens.next();
    } else {
      parseParameter(tokens, options);
      if (tokens.skip(Kind.EQUAL)) {
        options.parseDefault(tokens);
        if (seen !== 'star') seen = 'default';
      } else if (seen === 'default') {
        tokens.fail();
      } else if (seen === 'nothing') {
        seen = 'plain';
      }
    }
    if (tokens.kind !== options.end) tokens.expect(Kind.COMMA);
  }
}

function parseParameter(tokens: TokenStream, options: ParameterOptions): void {
  tokens.expect(Kind.NAME);
  if (options.parseAnnotation && tokens.skip(Kind.COLON)) options.parseAnnotation(tokens);
}

function isSlash(tokens: TokenStream): boolean {
  return tokens.kind === Kind.BINARY && tokens.end - tokens.start === 1 && tokens.text.charAt(tokens.start) === '/';
}
