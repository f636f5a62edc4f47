/** Parses a Python list literal of strings such as `['random', "it's"]`; undefined for anything else. */
export function parsePythonStringList(literal: string): string[] | undefined {
  const items: string[] = [];
  let rest = literal.trim();
  if (!rest.startsWith('[') || !rest.endsWith(']')) return undefined;
  rest = rest.slice(1, -1).trim();
  while (rest !== '') {
    const quoted = /^(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*(,\s*|$)/.exec(rest);
    if (quoted === null) return undefined;
    const item = unescapeText(quoted[1] ?? quoted[2] ?? '');
    if (item === undefined) return undefined;
    items.push(item);
    rest = rest.slice(quoted[0].length);
  }
  return items;
}

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** What `repr` of a string may contain; undefined for any other escape. */
function unescapeText(text: string): string | undefined {
  let isValid = true;
  const plain = text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gi,
    (_, hex2?: string, hex4?: string, hex8?: string, letter?: string) => {
      const hex = hex2 ?? hex4 ?? hex8;
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16);
        if (code <= 0x10ffff) return String.fromCodePoint(code);
      }
      const simple = simpleEscapes[letter ?? ''];
      if (simple === undefined) isValid = false;
      return simple ?? '';
    },
  );
  return isValid ? plain : undefined;
}
