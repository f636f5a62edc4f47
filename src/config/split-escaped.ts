const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', ',': ',' };

/**
 * Splits texts with control characters at commas: `\n`, `\t`, `\r`, `\\`, `\,`, `\x41` and `\u0041` mean what they do in
 * Python and JavaScript. Nothing is trimmed; any other backslash is kept.
 */
export function splitEscaped(spelled: string): string[] {
  const items = spelled.match(/(?:\\.|[^\\,]|\\$)+/gs) ?? [];
  return items.map(readEscapes);
}

function readEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis, (whole, four, two, letter) =>
    letter === undefined ? String.fromCharCode(Number.parseInt(four ?? two, 16)) : (letters[letter] ?? whole),
  );
}
