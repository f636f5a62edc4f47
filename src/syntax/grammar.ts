import type { TokenStream } from './token-stream.ts';

export interface Part {
  /** Whether it may begin with the current token. */
  readonly starts: (tokens: TokenStream) => boolean;
  /** Consumes it, or fails the stream. */
  readonly parse: (tokens: TokenStream) => void;
  /** It may be nothing at all. */
  readonly isOptional?: true;
}

export function tokenThat(starts: Part['starts']): Part {
  return { starts, parse: (tokens) => (starts(tokens) ? tokens.next() : tokens.fail()) };
}

/** Runs a parse that may fail without failing the line; tells whether it did not. */
export function attempt(tokens: TokenStream, { parse }: Part): boolean {
  const { depth } = tokens;
  parse(tokens);
  tokens.depth = depth;
  return !tokens.hasFailed;
}

/** The rules of a grammar, in the notation that assets/python-3.10.grammar explains, beside the `known` ones it needs. */
export function readGrammar(text: string, known: Readonly<Record<string, Part>>): Readonly<Record<string, Part>> {
  const rules = { ...known };
  for (const [, name = '', body = ''] of text.matchAll(/^(\w+) = (.*(?:\n[ \t]+.*)*)/gm)) {
    rules[name] = new RuleReader(body, rules).readChoice();
  }
  return rules;
}

class RuleReader {
  readonly #symbols: string[];
  readonly #rules: Readonly<Record<string, Part>>;

  constructor(body: string, rules: Readonly<Record<string, Part>>) {
    this.#symbols = body.match(/'[^']+'|"\w+"|\w+|\S/g) ?? [];
    this.#rules = rules;
  }

  /** Up to the bracket that closes it, which is consumed as well. */
  readChoice(): Part {
    const parts = [this.#readFallback()];
    while (this.#symbols.shift() === '|') parts.push(this.#readFallback());
    const [only, another] = parts;
    if (only && !another) return only;
    const choose = (tokens: TokenStream) => parts.find(({ starts }) => starts(tokens));
    return {
      starts: (tokens) => choose(tokens) !== undefined,
      parse: (tokens) => {
        const chosen = choose(tokens);
        if (chosen) chosen.parse(tokens);
        else tokens.fail();
      },
    };
  }

  #readFallback(): Part {
    const first = this.#readSequence();
    if (this.#symbols[0] !== '/') return first;
    this.#symbols.shift();
    const second = this.#readSequence();
    return {
      starts: (tokens) => first.starts(tokens) || second.starts(tokens),
      parse: (tokens) => {
        const mark = tokens.mark();
        if (tokens.hasFailed || attempt(tokens, first)) return;
        tokens.rewind(mark);
        second.parse(tokens);
      },
    };
  }

  #readSequence(): Part {
    const parts: Part[] = [];
    for (let [symbol] = this.#symbols; symbol && !'|/)]}'.includes(symbol); [symbol] = this.#symbols) {
      parts.push(this.#readItem());
    }
    const [only, another] = parts;
    if (only && !another) return only;
    const first = parts.slice(0, parts.findIndex(({ isOptional }) => !isOptional) + 1);
    return {
      starts: (tokens) => first.some(({ starts }) => starts(tokens)),
      parse: (tokens) => {
        for (const { parse } of parts) parse(tokens);
      },
    };
  }

  #readItem(): Part {
    const item = this.#readAtom();
    if (this.#symbols[0] !== '%') return item;
    this.#symbols.shift();
    const separator = this.#readAtom();
    const parse = (tokens: TokenStream) => {
      for (item.parse(tokens); separator.starts(tokens); item.parse(tokens)) {
        separator.parse(tokens);
        if (!item.starts(tokens)) return;
      }
    };
    return { starts: item.starts, parse };
  }

  #readAtom(): Part {
    const symbol = this.#symbols.shift() ?? '';
    const text = symbol.slice(1, -1);
    switch (symbol.charAt(0)) {
      case "'":
        return tokenThat(({ kind }) => kind === text);
      case '"':
        return tokenThat((tokens) => tokens.isWord(text));
      case '(':
        return this.readChoice();
      case '[':
      case '{': {
        const { starts, parse } = this.readChoice();
        const most = symbol === '[' ? 1 : Number.POSITIVE_INFINITY;
        const parseSome = (tokens: TokenStream) => {
          for (let count = 0; count < most && starts(tokens); count++) parse(tokens);
        };
        return { starts, parse: parseSome, isOptional: true };
      }
      case '&': {
        const { starts } = this.#readAtom();
        return { starts, parse: (tokens) => starts(tokens) || tokens.fail() };
      }
      case '!': {
        const excluded = this.#readAtom();
        const { starts, parse } = this.#readAtom();
        return { starts: (tokens) => !excluded.starts(tokens) && starts(tokens), parse };
      }
      default: {
        const rules = this.#rules;
        const find = () => rules[symbol] as Part;
        return { starts: (tokens) => find().starts(tokens), parse: (tokens) => find().parse(tokens) };
      }
    }
  }
}
