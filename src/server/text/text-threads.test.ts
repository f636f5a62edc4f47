import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTextThreads, type TextThreads, UnreadableText } from './text-threads.ts';

let threads: TextThreads;
beforeEach(() => {
  threads = createTextThreads();
});
afterEach(() => threads.close());

const mb = 1024 * 1024;

/** A text of that owner; `bytes` is what it says of itself. */
function read(owner: string, { bytes = 1, signal }: { bytes?: number; signal?: AbortSignal } = {}): Promise<unknown> {
  const body = new TextEncoder().encode(`"${owner}"`);
  return threads.run({ owner, bytes, signal }, { task: 'parseJson', input: { body, what: 'It' } });
}

describe('TextThreads', () => {
  it('reads one text of an owner at a time, and meanwhile those of others', async () => {
    const texts = [read('alice'), read('alice'), read('alice'), read('bob')];
    // The two of Alice that wait for her first one.
    expect(threads.waiting).toBe(2);
    expect(await Promise.all(texts)).toEqual(['alice', 'alice', 'alice', 'bob']);
    expect(threads.waiting).toBe(0);
  });

  it('forgets texts of senders who left', async () => {
    const left = new AbortController();
    const first = read('alice');
    const second = read('alice', { signal: left.signal });
    expect(threads.waiting).toBe(1);
    left.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(threads.waiting).toBe(0);
    expect(await first).toBe('alice');
  });

  it('goes on after a text whose sender left while it was read', async () => {
    const left = new AbortController();
    const first = read('alice', { signal: left.signal });
    left.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await read('alice')).toBe('alice');
  });

  it('holds a bounded number of bytes for an owner, and for all', async () => {
    const tooMany = { cause: { status: 503 } };
    const texts = [read('alice', { bytes: 200 * mb }), read('bob', { bytes: 100 * mb })];
    await expect(read('alice')).rejects.toThrow(UnreadableText);
    await expect(read('bob', { bytes: 100 * mb })).rejects.toMatchObject(tooMany);
    texts.push(read('carol', { bytes: 200 * mb }));
    await expect(read('dave', { bytes: 100 * mb })).rejects.toMatchObject(tooMany);
    await Promise.all(texts);
    expect(await read('alice', { bytes: 600 * mb })).toBe('alice');
  });
});
