export interface JsonFault {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

const space = /[ \t\r\n]*/y;
const literal = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Control characters below U+0020 may not stand in JSON text, those above may.
const text = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"/uy;

/** Where a text stops being JSON, which `JSON.parse` does not always tell; undefined where it is JSON. */
export function findJsonFault(source: string): JsonFault | undefined {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at += found[0].length;
    return found !== null;
  };
  const takeSign = (sign: string): boolean => {
    take(space);
    if (source[at] !== sign) return false;
    at++;
    return true;
  };
  const fail = (message: string): JsonFault => ({ line: source.slice(0, at).split('\n').length, message });
  const readItems = (end: string, readItem: () => JsonFault | undefined): JsonFault | undefined => {
    if (takeSign(end)) return undefined;
    for (;;) {
      const fault = readItem();
      if (fault) return fault;
      if (takeSign(end)) return undefined;
      if (!takeSign(',')) return fail(`a comma or ${end} is expected`);
    }
  };
  const readMember = (): JsonFault | undefined => {
    take(space);
    if (!take(text)) return fail('a key in double quotes is expected');
    return takeSign(':') ? readValue() : fail('a colon is expected');
  };
  const readValue = (): JsonFault | undefined => {
    take(space);
    if (takeSign('{')) return readItems('}', readMember);
    if (takeSign('[')) return readItems(']', readValue);
    return take(text) || take(literal) ? undefined : fail('a value is expected');
  };
  const fault = readValue();
  if (fault) return fault;
  take(space);
  return at < source.length ? fail('nothing more is expected') : undefined;
}
