import { describe, expect, test } from 'vitest';
import { createScreen } from './screen.ts';

/** Just enough of a terminal: rows of text, a cursor, and the movements that the screen uses. */
function createTerminal(columns: number) {
  let lines: string[] = [''];
  let row = 0;
  let column = 0;
  const put = (character: string) => {
    if (column === columns) {
      row++;
      column = 0;
    }
    while (lines.length <= row) lines.push('');
    const line = (lines[row] ?? '').padEnd(column);
    lines[row] = line.slice(0, column) + character + line.slice(column + 1);
    column++;
  };
  const terminal = {
    isTTY: true,
    columns,
    rows: 20,
    write(text: string) {
      // Shown as ^, because a pattern with the character itself is hard to read.
      for (const [token] of text.replaceAll('\x1b', '^').matchAll(/\^\[\d*[AJK]|[\s\S]/g)) {
        if (/^\^\[\d+A$/.test(token)) row = Math.max(0, row - Number(token.slice(2, -1)));
        else if (token === '^[J') {
          lines = lines.slice(0, row + 1);
          lines[row] = (lines[row] ?? '').slice(0, column);
        } else if (token === '^[K') lines[row] = (lines[row] ?? '').slice(0, column);
        else if (token === '\n') {
          row++;
          column = 0;
          while (lines.length <= row) lines.push('');
        } else if (token === '\r') column = 0;
        else put(token);
      }
    },
  };
  return { terminal, text: () => lines.join('\n').trimEnd() };
}

describe('createScreen', () => {
  test('redraws its lines in place, fewer ones too', () => {
    const { terminal, text } = createTerminal(40);
    const screen = createScreen(terminal);
    screen.show(['one', 'two', 'three']);
    screen.show(['eins', 'zwei']);
    expect(text()).toBe('eins\nzwei');
    screen.clear();
    expect(text()).toBe('');
  });

  test('what is written meanwhile goes above', () => {
    const { terminal, text } = createTerminal(40);
    const screen = createScreen(terminal);
    screen.write('before\n');
    screen.show(['view']);
    screen.write('warning: careful\n');
    screen.show(['view 2']);
    expect(text()).toBe('before\nwarning: careful\nview 2');
  });

  test('a line without its end is finished before the view comes back', () => {
    const { terminal, text } = createTerminal(40);
    const screen = createScreen(terminal);
    screen.show(['view']);
    screen.write('half');
    screen.show(['view']);
    expect(text()).toBe('half');
    screen.write(' whole\n');
    expect(text()).toBe('half whole\nview');
  });

  test('makes room for a question and comes back', () => {
    const { terminal, text } = createTerminal(40);
    const screen = createScreen(terminal);
    screen.show(['view']);
    const resume = screen.suspend();
    screen.write('Go on? [y/N] ');
    screen.show(['view, later']);
    expect(text()).toBe('Go on? [y/N]');
    terminal.write('y\n');
    resume();
    expect(text()).toBe('Go on? [y/N] y\nview, later');
  });

  test('erases lines that a narrower terminal has wrapped', () => {
    const written: string[] = [];
    const terminal = { isTTY: true, columns: 40, write: (text: string) => void written.push(text) };
    const screen = createScreen(terminal);
    screen.show(['x'.repeat(30), 'short']);
    terminal.columns = 20;
    screen.clear();
    expect(written.at(-1)).toBe('\x1b[3A\r\x1b[J');
  });
});
