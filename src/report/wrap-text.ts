const escapePattern = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** The width of a text on a terminal: code points, without color codes. */
export function visibleWidth(text: string): number {
  return [...text.replace(escapePattern, '')].length;
}

/** Breaks a text between words so that no line is wider; a word that is too wide itself stays whole. */
export function wrapText(text: string, width: number | undefined): string[] {
  if (width === undefined || visibleWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && visibleWidth(line) + 1 + visibleWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
