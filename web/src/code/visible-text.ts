/** Characters that change how their neighbors are shown, or show nothing. */
const bidirectional = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be made visible
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const invisible = /[\u200b-\u200d\u2060\ufeff]/g;

const nameOf = (character: string) =>
  `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`;

/**
 * A text with nothing hidden in it: control characters as their pictures (␀, ␛), characters that turn the reading
 * direction or take no room by their number. Tabs and line ends stay.
 */
export function showAll(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '␍\n')
    .replace(control, (character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code === 0x7f) return '␡';
      return code < 0x20 ? String.fromCodePoint(0x2400 + code) : nameOf(character);
    })
    .replace(bidirectional, nameOf)
    .replace(invisible, nameOf);
}
