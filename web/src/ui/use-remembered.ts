import { useState } from 'react';

/** A choice that is kept in this browser; a page from a file may have no storage, then it lasts until it is closed. */
export function useRemembered(name: string): readonly [string, (value: string) => void] {
  const key = `bcb-${name}`;
  const [value, setValue] = useState(() => read(key));
  const set = (next: string) => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {
      // Not kept.
    }
  };
  return [value, set];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
