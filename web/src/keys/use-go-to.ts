import { useNavigate } from '@tanstack/react-router';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';

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
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const isSecond = performance.now() - pressedAt.current < sequenceMs;
    pressedAt.current = event.key === 'g' ? performance.now() : Number.NEGATIVE_INFINITY;
    const place = isSecond ? places.find(({ key }) => key === event.key) : undefined;
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void navigate({ to: place.to });
  });
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event);
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}

const editable = 'input, textarea, select, [contenteditable="true"], .cm-editor, dialog[open]';

/** Whether a key belongs to what somebody writes. */
export function isTyping(event: KeyboardEvent): boolean {
  // The editor lives in a shadow tree: the event's own target is only its host.
  const target = event.composedPath()[0];
  return target instanceof Element && target.closest(editable) !== null;
}
