import { useEffect, useRef } from 'react';
import { useKeys } from '../keys/use-keys.ts';

interface RowCursorOptions {
  readonly count: number;
  /** Names the list: coming back to it, the row that was opened has the focus again. */
  readonly name: string;
  readonly onOpen: (row: number) => void;
  readonly onTick?: ((row: number) => void) | undefined;
  /** Brings a row on screen that may not be rendered yet. */
  readonly reveal?: (row: number) => void;
}

const storageKey = (name: string) => `bcb-row:${name}`;

/** `j`/`k` and arrows walk over rows that carry `data-row`, Enter opens, `x` ticks. Focus is the cursor. */
export function useRowCursor({ count, name, onOpen, onTick, reveal }: RowCursorOptions) {
  const list = useRef<HTMLElement | null>(null);
  const focusRow = (row: number) => {
    reveal?.(row);
    const tryFocus = (attempts: number) => {
      const element = list.current?.querySelector(`[data-row="${row}"]`);
      if (element instanceof HTMLElement) element.focus({ preventScroll: reveal !== undefined });
      else if (attempts > 0) requestAnimationFrame(() => tryFocus(attempts - 1));
    };
    tryFocus(5);
  };
  const current = () => {
    const row = document.activeElement?.closest('[data-row]');
    return row instanceof HTMLElement && list.current?.contains(row) ? Number(row.dataset.row) : undefined;
  };
  const step = (by: number) => {
    const from = current();
    if (count === 0) return;
    focusRow(from === undefined ? 0 : Math.min(count - 1, Math.max(0, from + by)));
  };
  const open = (row: number) => {
    remember(name, row);
    onOpen(row);
  };
  const isRestored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the rows are there
  useEffect(() => {
    if (isRestored.current || count === 0) return;
    isRestored.current = true;
    const row = recall(name);
    if (row !== undefined && row < count) focusRow(row);
  }, [count]);
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: (event) => {
      const row = current();
      // A button or link inside a row does its own thing.
      if (row === undefined) (event.target as HTMLElement).click();
      else if (event.target instanceof HTMLElement && event.target.dataset.row !== undefined) open(row);
      else (event.target as HTMLElement).click();
    },
    x: () => {
      const row = current();
      if (row !== undefined) onTick?.(row);
    },
  });
  return { list, open, remember: (row: number) => remember(name, row) };
}

function remember(name: string, row: number): void {
  try {
    sessionStorage.setItem(storageKey(name), String(row));
  } catch {
    // A page from a file may have no storage: the focus starts at the top then.
  }
}

function recall(name: string): number | undefined {
  try {
    const stored = sessionStorage.getItem(storageKey(name));
    sessionStorage.removeItem(storageKey(name));
    return stored === null ? undefined : Number(stored);
  } catch {
    return undefined;
  }
}
