import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect } from './collect.ts';
import { readLines } from './json-lines.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'json-lines-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe('readLines', () => {
  test('gives the same lines as splitting at newlines, plain and gzipped', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), async (parts) => {
        const lines = parts.map((part) => part.replaceAll('\n', ' '));
        const content = lines.join('\n');
        const expected = content
          .split('\n')
          .map((text, at) => ({ number: at + 1, text }))
          .filter(({ text }) => text.trim() !== '');
        expect(await collect(readLines(await write('plain.jsonl', content)))).toEqual(expected);
        expect(await collect(readLines(await write('packed.jsonl.gz', gzipSync(content))))).toEqual(expected);
      }),
      { numRuns: 30 },
    );
  });

  test('keeps lines whole across chunk borders', async () => {
    const long = 'é'.repeat(200_000);
    const path = await write('long.jsonl', `${long}\n\n${long}x`);
    expect(await collect(readLines(path))).toEqual([
      { number: 1, text: long },
      { number: 3, text: `${long}x` },
    ]);
  });

  test('names file and line of bytes that are no text', async () => {
    const path = await write('bad.jsonl', Buffer.concat([Buffer.from('fine\n'), Buffer.from([0xff, 0xfe, 0x0a])]));
    await expect(collect(readLines(path))).rejects.toThrow(/bad\.jsonl:2 is not valid UTF-8/);
  });

  test('refuses a line past the bound instead of holding it', async () => {
    const path = await write('huge.jsonl', 'x'.repeat(300_000));
    await expect(collect(readLines(path, { maxLineBytes: 100_000 }))).rejects.toThrow(/longer than 100000/);
  });

  test('reports a file that is not there', async () => {
    await expect(collect(readLines(join(folder, 'absent.jsonl')))).rejects.toThrow(/ENOENT/);
  });
});
