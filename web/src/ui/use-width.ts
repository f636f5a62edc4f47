import { useCallback, useState } from 'react';

/** How wide an element is, also after it was taken away and came back: attach the first, draw with the second. */
export function useWidth(
  initial: number,
): [ref: (element: HTMLElement | null) => (() => void) | undefined, width: number] {
  const [width, setWidth] = useState(initial);
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [attach, width];
}
