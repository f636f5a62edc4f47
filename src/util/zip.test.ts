import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openZip } from './zip.ts';

interface Member {
  readonly name: string;
  readonly content: string;
  readonly method: number;
  /** What its entry in the list claims. */
  readonly bytes?: number;
}

/** An archive as the format describes it, with extra fields and a comment. */
function buildZip(members: readonly Member[], comment = 'PK is how one begins'): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  for (const { name, content, method, bytes = Buffer.byteLength(content) } of members) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const at = Buffer.concat(parts).length;
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(4, 28);
    parts.push(local, Buffer.from(name), Buffer.alloc(4), packed);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(bytes, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(2, 30);
    entry.writeUInt32LE(at, 42);
    list.push(entry, Buffer.from(name), Buffer.alloc(2));
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(Buffer.concat(list).length, 12);
  end.writeUInt32LE(Buffer.concat(parts).length, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, ...list, end, Buffer.from(comment)]);
}

const members = [
  { name: 'a.json', content: '{"a": 1}', method: 0 },
  { name: 'folder/b.json', content: 'b'.repeat(10_000), method: 8 },
  { name: 'a.json', content: '{"a": 2}', method: 8 },
];

describe('openZip', () => {
  it('reads what is stored and what is deflated; the last of two with one name counts', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'x.zip');
    await writeFile(path, buildZip(members));
    const zip = await openZip(path);
    expect(zip.names).toEqual(['a.json', 'folder/b.json']);
    expect(String(await zip.read('a.json'))).toBe('{"a": 2}');
    expect(String(await zip.read('folder/b.json'))).toBe('b'.repeat(10_000));
    await expect(zip.read('c.json')).rejects.toThrow(
      /x\.zip cannot be read as a ZIP archive: there is no c\.json in it/,
    );
  });

  it('unpacks no more than it was told', async () => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'x.zip');
    const bomb = { name: 'bomb', content: 'b'.repeat(1 << 20), method: 8, bytes: 1000 };
    await writeFile(path, buildZip([bomb, { name: 'large', content: 'b'.repeat(2000), method: 0 }]));
    const zip = await openZip(path, 1500);
    await expect(zip.read('bomb')).rejects.toThrow(/bomb cannot be unpacked/);
    await expect(zip.read('large')).rejects.toThrow(/large has more than 1500 bytes/);
  });

  it.each([
    ['is empty', () => Buffer.alloc(0), /has no list/],
    ['ends too early', (zip: Buffer) => zip.subarray(100), /ends too early|has no list|is larger/],
    ['is compressed in another way', () => buildZip([{ name: 'x', content: '', method: 14 }]), /in another way/],
  ])('refuses one that %s', async (_, spoil, sentence) => {
    await using folder = await createTemporaryFolder();
    const path = join(folder.path, 'x.zip');
    await writeFile(path, spoil(buildZip(members)));
    const reading = openZip(path).then((zip) => Promise.all(zip.names.map((name) => zip.read(name))));
    await expect(reading).rejects.toMatchObject({ code: 'BAD_INPUT', message: expect.stringMatching(sentence) });
  });
});
