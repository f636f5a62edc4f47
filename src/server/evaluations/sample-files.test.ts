import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createSampleFiles, nameOf } from './sample-files.ts';

it('keeps what was sent to the byte, under the hash of what it holds', async () => {
  await using folder = await createTemporaryFolder();
  const settled: number[][] = [];
  const files = createSampleFiles(folder.path, { arrive: () => {}, settle: (...bytes) => settled.push(bytes) });
  const pieces = Array.from({ length: 20 }, (_, at) => new Uint8Array(at % 2 === 0 ? 3_000_001 : at).fill(at + 1));
  const file = await files.save('me', '../../x.jsonl', pieces);
  const content = await readFile(file.path);
  expect(content.equals(Buffer.concat(pieces))).toBe(true);
  expect(file.hash).toBe(createHash('sha256').update(content).digest('hex'));
  expect(settled).toEqual([[content.length, content.length]]);
  expect(await files.find('me', nameOf(file))).toEqual(file);
  await expect(files.find('another', nameOf(file))).rejects.toMatchObject({ status: 404 });
});

it('leaves nothing of a file whose sender breaks off', async () => {
  await using folder = await createTemporaryFolder();
  const settled: number[][] = [];
  const files = createSampleFiles(folder.path, { arrive: () => {}, settle: (...bytes) => settled.push(bytes) });
  async function* broken() {
    yield new Uint8Array(100);
    throw new Error('gone');
  }
  await expect(files.save('me', 'x.jsonl', broken())).rejects.toThrow('gone');
  expect(await readdir(join(folder.path, 'me'))).toEqual([]);
  expect(settled).toEqual([[100, 0]]);
});
