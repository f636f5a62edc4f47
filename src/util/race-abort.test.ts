import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { raceAbort } from './race-abort.ts';

const never = new Promise<string>(() => {});

it('gives the result, or what went wrong', async () => {
  const { signal } = new AbortController();
  expect(await raceAbort(Promise.resolve('done'), signal)).toBe('done');
  expect(await raceAbort('at once', signal)).toBe('at once');
  await expect(raceAbort(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

it('does not wait once the signal aborts, before or meanwhile', async () => {
  const stop = new AbortController();
  const racing = raceAbort(never, stop.signal);
  stop.abort('enough');
  await expect(racing).rejects.toBe('enough');
  await expect(raceAbort('late', stop.signal)).rejects.toBe('enough');
  await expect(raceAbort(Promise.reject(new Error('unheard')), stop.signal)).rejects.toBe('enough');
});
