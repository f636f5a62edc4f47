/** The syntax of JavaScript's regular expressions, as far as this project uses it. */

/** A set of characters, as a test of one code unit. */
export type CharSet = (code: number) => boolean;

export type Part =
  | { readonly kind: 'set'; readonly has: CharSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Part[] }
  | { readonly kind: 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' }
  /** `\b` is taken to hold anywhere; a back reference, which is a set without characters, nowhere. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'look'; readonly part: Part };

export function parsePattern(source: string, flags: string): Part {
  return new PatternParser(source, flags).parse();
}

const isNewline: CharSet = (code) => code === 10 || code === 13 || code === 0x2028 || code === 0x2029;

class PatternParser {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  parse(): Part {
    const part = this.#choice();
    if (this.#at < this.#source.length) throw new Error(`unread: ${this.#source.slice(this.#at)}`);
    return part;
  }

  #choice(): Part {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Part) : { kind: 'choice', parts };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      parts.push(this.#quantified(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #quantified(part: Part): Part {
    const [text, min, max] = this.#match(/^(?:[*+?]|\{(\d+)(,?)(\d*)\})/y) ?? [];
    if (text === undefined) return part;
    this.#take('?');
    if (text === '*') return { kind: 'repeat', part, min: 0, max: Number.POSITIVE_INFINITY };
    if (text === '+') return { kind: 'repeat', part, min: 1, max: Number.POSITIVE_INFINITY };
    if (text === '?') return { kind: 'repeat', part, min: 0, max: 1 };
    const [, , comma, most] = /\{(\d+)(,?)(\d*)\}/.exec(text) ?? [];
    const least = Number(min ?? max ?? 0);
    return {
      kind: 'repeat',
      part,
      min: least,
      max: comma === '' ? least : most ? Number(most) : Number.POSITIVE_INFINITY,
    };
  }

  #atom(): Part {
    if (this.#take('(')) return this.#group();
    if (this.#take('^')) return { kind: 'begin' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('.')) {
      const any: CharSet = this.#flags.includes('s') ? () => true : (code) => !isNewline(code);
      return { kind: 'set', has: any };
    }
    if (this.#take('[')) return { kind: 'set', has: this.#class() };
    if (this.#source[this.#at] === '\\') {
      if (this.#match(/^\\[bB]/y)) return { kind: 'nothing' };
      if (this.#match(/^\\(?:[1-9]|k<\w+>)/y)) return { kind: 'set', has: () => false };
      return { kind: 'set', has: this.#folded(this.#escape()) };
    }
    const code = this.#source.charCodeAt(this.#at++);
    return { kind: 'set', has: this.#folded((other) => other === code) };
  }

  #group(): Part {
    const [intro = ''] = this.#match(/^\?(?:[:=!]|<[=!]|<\w+>)/y) ?? [];
    const part = this.#choice();
    if (!this.#take(')')) throw new Error('an open group');
    return /[=!]$/.test(intro) ? { kind: 'look', part } : part;
  }

  #class(): CharSet {
    const isNegated = this.#take('^');
    const sets: CharSet[] = [];
    while (!this.#take(']')) {
      const from = this.#classUnit();
      if (typeof from !== 'number' || this.#source[this.#at] !== '-' || this.#source[this.#at + 1] === ']') {
        sets.push(typeof from === 'number' ? (code) => code === from : from);
        continue;
      }
      this.#at++;
      const to = this.#classUnit();
      if (typeof to !== 'number') throw new Error('a range that ends in a set');
      sets.push((code) => code >= from && code <= to);
    }
    const has = this.#folded((code) => sets.some((set) => set(code)));
    return isNegated ? (code) => !has(code) : has;
  }

  #classUnit(): number | CharSet {
    if (this.#source[this.#at] !== '\\') return this.#source.charCodeAt(this.#at++);
    if (this.#match(/^\\b/y)) return 8;
    const set = this.#escape();
    return this.#single ?? set;
  }

  /** The code of the last escape, if it stood for one character. */
  #single: number | undefined;

  #escape(): CharSet {
    this.#single = undefined;
    const known = this.#match(/^\\[dDwWsS]/y)?.[0];
    if (known !== undefined) {
      const pattern = new RegExp(known);
      return (code) => pattern.test(String.fromCharCode(code));
    }
    // Properties of Unicode: whatever is not ASCII may have it.
    const property = this.#match(/^\\[pP]\{[^}]*\}/y)?.[0];
    if (property !== undefined) {
      const pattern = new RegExp(property, 'u');
      return (code) => pattern.test(String.fromCharCode(code));
    }
    const hex = this.#match(/^\\(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]+)\})/iy);
    const controls: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };
    const letter = hex ? '' : (this.#source[this.#at + 1] ?? '');
    if (!hex) this.#at += 2;
    const code = hex
      ? Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)
      : (controls[letter] ?? letter.charCodeAt(0));
    this.#single = code;
    return (other) => other === code;
  }

  #folded(has: CharSet): CharSet {
    if (!this.#flags.includes('i')) return has;
    return (code) => {
      const text = String.fromCharCode(code);
      return has(code) || has(text.toLowerCase().charCodeAt(0)) || has(text.toUpperCase().charCodeAt(0));
    };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#source.slice(this.#at));
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }
}
