import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { AbortableQueue } from './abortable-queue.ts';

interface Request {
  readonly name: string;
}

const namesOf = (queue: Iterable<Request>) => [...queue].map(({ name }) => name);

/** A queue with these requests, all of one signal; `outcomes` has each as soon as it is settled. */
function createFilled(names: readonly string[], onAbort?: (request: Request) => void) {
  const queue = new AbortableQueue<Request, string>(onAbort);
  const stop = new AbortController();
  const outcomes: string[] = [];
  const add = (name: string, signal = stop.signal) =>
    queue.add({ name }, signal).then(
      (result) => void outcomes.push(`${name}: ${result}`),
      (reason: unknown) => void outcomes.push(`${name}: ${String(reason)}`),
    );
  return { queue, stop, outcomes, add, settled: Promise.all(names.map((name) => add(name))) };
}

describe('AbortableQueue', () => {
  it('keeps requests in order until they are taken, and gives their results', async () => {
    const { queue, outcomes, settled } = createFilled(['a', 'b', 'c']);
    const [, second] = queue;
    if (second) queue.take(second);
    expect(namesOf(queue)).toEqual(['a', 'c']);
    expect(queue.length).toBe(2);
    second?.resolve('done');
    queue.rejectAll('closed');
    await settled;
    expect(outcomes.sort()).toEqual(['a: closed', 'b: done', 'c: closed']);
    expect(queue.length).toBe(0);
  });

  it('rejects those of an aborted signal that wait, and leaves those of others', async () => {
    const { queue, stop, outcomes, add, settled } = createFilled(['a', 'b']);
    void add('other', new AbortController().signal);
    stop.abort('enough');
    await settled;
    expect(outcomes).toEqual(['a: enough', 'b: enough']);
    expect(namesOf(queue)).toEqual(['other']);
  });

  it('leaves one that was taken to its taker, and tells', async () => {
    const told: string[] = [];
    const { queue, stop, outcomes, settled } = createFilled(['a', 'b'], ({ name }) => told.push(name));
    const [first] = queue;
    if (first) queue.take(first);
    stop.abort('enough');
    expect(told).toEqual(['a']);
    first?.resolve('done after all');
    await settled;
    expect(outcomes.sort()).toEqual(['a: done after all', 'b: enough']);
  });

  it('puts back to the front, but not what aborted meanwhile', async () => {
    const { queue, stop, outcomes, add } = createFilled(['a', 'b']);
    void add('other', new AbortController().signal);
    const taken = [...queue];
    for (const each of taken) queue.take(each);
    void add('new', new AbortController().signal);
    queue.putBack(taken);
    expect(namesOf(queue)).toEqual(['a', 'b', 'other', 'new']);
    for (const each of taken) queue.take(each);
    stop.abort('enough');
    queue.putBack(taken);
    expect(namesOf(queue)).toEqual(['other', 'new']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(outcomes).toEqual(['a: enough', 'b: enough']);
  });

  it('refuses a request whose signal is aborted', async () => {
    const { queue, stop, add, outcomes } = createFilled([]);
    stop.abort('before');
    await add('a');
    expect(outcomes).toEqual(['a: before']);
    expect(queue.length).toBe(0);
  });

  it('listens once per signal, and no longer than needed', async () => {
    const { queue, stop, settled } = createFilled(['a', 'b', 'c']);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    queue.rejectAll('closed');
    await settled;
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });
});
