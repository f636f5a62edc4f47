import { useEffect, useSyncExternalStore } from 'react';

let message: string | undefined;
const watchers = new Set<() => void>();
const shownMs = 2500;

/** Says something for a moment, also to screen readers. */
export function say(sentence: string | undefined): void {
  message = sentence;
  for (const watcher of watchers) watcher();
}

export function Toast() {
  const text = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => message,
  );
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => say(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div aria-live="polite" className="pointer-events-none fixed inset-x-0 bottom-5 z-40 flex justify-center">
      {text !== undefined && (
        <span className="rounded-full bg-ink px-4 py-1.5 text-card text-small shadow-card">{text}</span>
      )}
    </div>
  );
}

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} copied`);
  } catch {
    say(`The browser does not allow copying: ${text}`);
  }
}
