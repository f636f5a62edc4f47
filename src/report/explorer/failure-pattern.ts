const replacements: readonly [RegExp, string][] = [
  [/(["'`])(?:\\.|(?!\1).)*\1/g, '…'],
  [/\b0x[0-9a-f…]+/gi, '…'],
  [/(?:[A-Za-z]:)?(?:[\\/][\w.~+-]+){2,}[\\/]?/g, '…'],
  [/[-+]?\d[\d_.,:]*(?:e[-+]?\d+)?/gi, '#'],
  [/[[({](?:[^\][(){}]*)[\])}]/g, '…'],
  [/(?:…[\s,]*)+…/g, '…'],
  [/\s+/g, ' '],
];

const longest = 160;

/** What a failure says, without what differs from sample to sample: quoted values, paths, addresses and numbers. */
export function patternOf(message: string): string {
  const cut = message.slice(0, 4 * longest);
  const plain = replacements.reduce((text, [pattern, replacement]) => text.replaceAll(pattern, replacement), cut);
  return plain.trim().slice(0, longest);
}
