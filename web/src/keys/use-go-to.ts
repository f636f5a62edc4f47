import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

export interface Place {
  readonly to: '/' | '/tasks' | '/compare' | '/matrix' | '/failures' | '/leaderboard' | '/analysis' | '/audit' | '/run';
  readonly label: string;
  /** Pressed after `g`. */
  readonly key: string;
}

/** How long `g` waits for the letter of a place. */
const sequenceMs = 1500;

/** `g` and then a letter goes to a page, before the page's own keys see the letter. */
export function useGoTo(places: readonly Place[]): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const isSecond = performance.now() - pressedAt < sequenceMs;
      pressedAt = event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
      const place = isSecond ? places.find(({ key }) => key === event.key) : undefined;
      if (place === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      void navigate({ to: place.to });
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [navigate, places]);
}

const editable = 'input, textarea, select, [contenteditable="true"], .cm-editor, dialog[open]';

/** Whether a key belongs to what somebody writes. */
export function isTyping(event: KeyboardEvent): boolean {
  // The editor lives in a shadow tree: the event's own target is only its host.
  const target = event.composedPath()[0];
  return target instanceof Element && target.closest(editable) !== null;
}
