const escapePattern = new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]*m)`, 'g');

/** The width of a text on a terminal: code points, without color codes. */
export function visibleWidth(text: string): number {
  return [...text.replace(escapePattern, '')].length;
}

/** The text as far as it fits, with an ellipsis where it is cut; color codes take no room and are all kept. */
export function cutToWidth(text: string, width: number): string {
  if (visibleWidth(text) <= width) return text;
  let left = width - 1;
  const parts = text.split(escapePattern).map((part, at) => {
    const characters = [...part];
    if (at % 2 === 1 || characters.length <= left) {
      left -= at % 2 === 1 ? 0 : characters.length;
      return part;
    }
    const shown = left < 0 ? '' : `${characters.slice(0, left).join('')}…`;
    left = -1;
    return shown;
  });
  return parts.join('');
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
