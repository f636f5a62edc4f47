import { useEffect, useRef } from 'react';
import { isTyping } from './use-go-to.ts';

export type KeyHandlers = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/** How the handlers name a key: `j`, `Enter`, `Ctrl-k`. */
function nameOf(event: KeyboardEvent): string {
  return event.ctrlKey || event.metaKey ? `Ctrl-${event.key.toLowerCase()}` : event.key;
}

/** Listens for keys while the component is shown; never while somebody types, and never for the browser's own. */
export function useKeys(handlers: KeyHandlers): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const name = nameOf(event);
      if (event.defaultPrevented || event.altKey) return;
      if (isTyping(event) && !name.startsWith('Ctrl-')) return;
      const handler = latest.current[name];
      if (handler === undefined) return;
      event.preventDefault();
      handler(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
