import type { createColors } from 'picocolors';

export type Colors = ReturnType<typeof createColors>;

export interface Span {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export type Line = readonly Span[];

export function widthOf(line: Line): number {
  return line.reduce((sum, { text }) => sum + [...text].length, 0);
}

/** The line as it goes to the terminal, cut where it would be too wide; colors take no room. */
export function paintLine(line: Line, width: number): string {
  let left = Math.max(0, width);
  let painted = '';
  for (const { text, paint = (plain: string) => plain } of line) {
    if (left === 0) break;
    const characters = [...text];
    const isCut = characters.length > left;
    const shown = isCut ? `${characters.slice(0, left - 1).join('')}…` : text;
    painted += shown === '' ? '' : paint(shown);
    left -= Math.min(left, characters.length);
  }
  return painted;
}

/** Pieces side by side with two blanks between them; empty ones are left out. */
export function joinSpans(groups: readonly Line[]): Line {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, position) => (position === 0 ? group : [{ text: '  ' }, ...group]));
}
