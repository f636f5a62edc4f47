import { useEffectEvent, useLayoutEffect } from 'react';
import { isTyping } from './use-go-to.ts';

export type KeyHandlers = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/** How the handlers name a key: `j`, `Enter`, `Ctrl-k`. */
function nameOf(event: KeyboardEvent): string {
  return event.ctrlKey || event.metaKey ? `Ctrl-${event.key.toLowerCase()}` : event.key;
}

/** Listens for keys while the component is shown; never while somebody types, and never for the browser's own. */
export function useKeys(handlers: KeyHandlers): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const name = nameOf(event);
    if (event.defaultPrevented || event.altKey) return;
    if (isTyping(event) && !name.startsWith('Ctrl-')) return;
    const handler = handlers[name];
    if (handler === undefined) return;
    event.preventDefault();
    handler(event);
  });
  // Not once it is painted: whoever sees a page may press its keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
