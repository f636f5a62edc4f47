/** Parses a Python list literal of strings such as `['random', "it's"]`; undefined for anything else. */
export function parsePythonStringList(literal: string): string[] | undefined {
  const items: string[] = [];
  let rest = /^\[(.*)\]$/s.exec(literal.trim())?.[1]?.trim();
  while (rest) {
    const [whole, single, double] = /^(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*(?:,\s*|$)/.exec(rest) ?? [];
    const item = unescapeText(single ?? double ?? '');
    if (whole === undefined || item === undefined) return undefined;
    items.push(item);
    rest = rest.slice(whole.length);
  }
  return rest === undefined ? undefined : items;
}

const simpleEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' };

/** What `repr` of a string may contain; undefined for any other escape. */
function unescapeText(text: string): string | undefined {
  let isValid = true;
  const plain = text.replace(
    /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|(.))/gi,
    (_, hex2?: string, hex4?: string, hex8?: string, letter?: string) => {
      const code = Number.parseInt(hex2 ?? hex4 ?? hex8 ?? '', 16);
      if (code <= 0x10ffff) return String.fromCodePoint(code);
      const simple = simpleEscapes[letter ?? ''];
      if (simple === undefined) isValid = false;
      return simple ?? '';
    },
  );
  return isValid ? plain : undefined;
}
