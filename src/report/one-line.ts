/** One printable line: line breaks become spaces, control and reordering characters become U+FFFD. */
export function toOneLine(text: string): string {
  return text.replace(/[\n\v\f\r\x85\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}

/** At most this many characters. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
