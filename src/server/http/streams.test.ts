import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { respondList } from './streams.ts';

async function readPieces(items: Iterable<unknown>, facts = {}): Promise<string[]> {
  const app = new Hono().get('/', (c) => respondList(c, 'items', items, facts));
  const response = await app.request('/');
  expect(response.headers.get('content-type')).toBe('application/json');
  const pieces: string[] = [];
  for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString());
  return pieces;
}

describe('respondList', () => {
  it.each([0, 1, 3, 2000])('writes the JSON of %i items', async (count) => {
    const items = Array.from({ length: count }, (_, id) => ({ id, text: 'é"\n'.repeat(30) }));
    const pieces = await readPieces(items, { name: 'x' });
    expect(JSON.parse(pieces.join(''))).toEqual({ name: 'x', items });
  });

  it('asks for items when their turn comes', async () => {
    let made = 0;
    function* items() {
      while (made < 1000) yield `${made++}`.padEnd(10_000);
    }
    const app = new Hono().get('/', (c) => respondList(c, 'items', items()));
    const reader = (await app.request('/')).body?.getReader();
    await reader?.read();
    expect(made).toBeLessThan(30);
    await reader?.cancel();
  });

  it('makes a little at a time, and lets other work go on in between', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const item = 'x'.repeat(10_000);
    const pieces = await readPieces(Array.from({ length: 1000 }, () => item));
    isOver = true;
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(64 * 1024 + 2 * item.length);
    expect(turns).toBeGreaterThan(100);
  });
});
