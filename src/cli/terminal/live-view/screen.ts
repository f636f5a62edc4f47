import { visibleWidth } from '../../../report/text-table.ts';
import type { Output } from '../../../util/terminal.ts';

/** A terminal on which some lines stay below whatever else is written. */
export interface Screen extends Output {
  show(lines: readonly string[]): void;
  clear(): void;
  /** Hides the lines while the user is asked something; the result shows them again. */
  suspend(): () => void;
}

/** The writer: it moves the cursor and nothing else; what is shown is decided elsewhere. */
export function createScreen(output: Output): Screen {
  let shown: readonly string[] = [];
  let isDrawn = false;
  /** Something was written without a newline: lines below it would be in its way. */
  let isMidLine = false;
  let suspended = 0;

  /** On a terminal that was made narrower, the old lines take more rows than there are lines. */
  const moveToTop = () => {
    const columns = Math.max(1, output.columns ?? 80);
    const height = shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(visibleWidth(line) / columns)), 0);
    return `\x1b[${height}A\r`;
  };
  const erase = () => {
    if (!isDrawn) return '';
    isDrawn = false;
    return `${moveToTop()}\x1b[J`;
  };
  const draw = () => {
    if (shown.length === 0 || isMidLine || suspended > 0) return '';
    isDrawn = true;
    return shown.map((line) => `${line}\n`).join('');
  };
  return {
    isTTY: true,
    get columns() {
      return output.columns;
    },
    get rows() {
      return output.rows;
    },
    write(text) {
      const before = erase();
      if (text !== '') isMidLine = !text.endsWith('\n');
      return output.write(`${before}${text}${draw()}`);
    },
    show(lines) {
      // Lines are overwritten, not erased first: nothing flickers, and no terminal takes a frame for its history.
      const top = isDrawn ? moveToTop() : '';
      shown = lines;
      isDrawn = false;
      const frame = draw().replaceAll('\n', '\x1b[K\n');
      if (top + frame !== '') output.write(`${top}${frame}${top && '\x1b[J'}`);
    },
    clear() {
      const before = erase();
      shown = [];
      if (before !== '') output.write(before);
    },
    suspend() {
      const before = erase();
      suspended++;
      if (before !== '') output.write(before);
      return () => {
        suspended--;
        isMidLine = false;
        const after = draw();
        if (after !== '') output.write(after);
      };
    },
    on: (event, listener) => output.on?.(event, listener),
    off: (event, listener) => output.off?.(event, listener),
  };
}
