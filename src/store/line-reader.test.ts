import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { readPlaces } from './line-reader.ts';

it('reads lines near and far, in the order they are asked for, and none where there is no place', async () => {
  await using folder = await createTemporaryFolder();
  const path = join(folder.path, 'lines');
  const lines = Array.from({ length: 60 }, (_, at) => `${String(at).repeat(at % 7 === 0 ? 20_000 : 5)}\n`);
  await writeFile(path, lines.join(''));
  const places = lines.map((line, at) => ({ offset: lines.slice(0, at).join('').length, bytes: line.length }));
  const file = await open(path);
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(60)), async (wanted) => {
        const read = await readPlaces(
          file,
          wanted.map((at) => places[at]),
        );
        expect(read.map((line) => line?.toString())).toEqual(wanted.map((at) => lines[at]));
      }),
    );
    await expect(readPlaces(file, [{ offset: 0, bytes: 10_000_000 }])).rejects.toThrow(/ends before/);
  } finally {
    await file.close();
  }
});
