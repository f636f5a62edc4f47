import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { abortWith } from './abort-with.ts';

test('aborts what waits, until it is disposed of', () => {
  const source = new AbortController();
  const [kept, left] = [new AbortController(), new AbortController()];
  abortWith(kept, source.signal);
  abortWith(left, source.signal)?.[Symbol.dispose]();
  source.abort('over');
  expect(kept.signal.reason).toBe('over');
  expect(left.signal.aborted).toBe(false);
});

test('takes the reason of a signal that has aborted, and nothing from none', () => {
  const controller = new AbortController();
  expect(abortWith(controller, undefined)).toBeUndefined();
  abortWith(controller, AbortSignal.abort('before'));
  expect(controller.signal.reason).toBe('before');
});

test('many that share one signal are no reason to warn', async () => {
  const warnings: Error[] = [];
  const keep = (warning: Error) => warnings.push(warning);
  process.on('warning', keep);
  const { signal } = new AbortController();
  for (let count = 0; count < 50; count++) abortWith(new AbortController(), signal);
  await wait(1);
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});
