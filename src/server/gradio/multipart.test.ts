import { describe, expect, it } from 'vitest';
import { boundaryOf, maxParts, readForm } from './multipart.ts';

async function* piecewise(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size: number, boundary: string) {
  const parts: { name: string; fileName: string | undefined; text: string }[] = [];
  for await (const { name, fileName, content } of readForm(piecewise(bytes, size), boundary)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(Buffer.from(piece));
    parts.push({ name, fileName, text: Buffer.concat(pieces).toString() });
  }
  return parts;
}

describe('readForm', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('reads what a client sends in pieces of %i bytes', async (size) => {
    const form = new FormData();
    const lines = `${'{"a":"é"}\r\n--\r\n'.repeat(20)}\r\n-`;
    form.append('files', new Blob([lines]), 'mödel--"main".jsonl');
    form.append('other', 'a field');
    form.append('files', new Blob(['']), 'empty.jsonl');
    const sent = new Request('http://x', { method: 'POST', body: form });
    const boundary = boundaryOf(sent.headers.get('content-type') ?? '');
    expect(await read(new Uint8Array(await sent.arrayBuffer()), size, boundary)).toEqual([
      { name: 'files', fileName: 'mödel--"main".jsonl', text: lines },
      { name: 'other', fileName: undefined, text: 'a field' },
      { name: 'files', fileName: 'empty.jsonl', text: '' },
    ]);
  });

  it('takes away what a reader leaves', async () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nlong\r\n--b\r\ncontent-disposition: form-data; name="y"\r\n\r\n1\r\n--b--\r\n';
    const names: string[] = [];
    for await (const { name } of readForm(piecewise(Buffer.from(body), 5), 'b')) names.push(name);
    expect(names).toEqual(['x', 'y']);
  });

  it.each([
    '',
    '--b',
    '--b\r\n',
    '--bX\r\n\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nno end',
    `--b\r\n${'x'.repeat(100_000)}`,
  ])('refuses %j', async (body) => {
    await expect(read(Buffer.from(body), 1000, 'b')).rejects.toMatchObject({ status: 400 });
  });

  it('refuses a form of very many parts after the first few, and reads no more of it', async () => {
    const part = Buffer.from('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n');
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        sent++;
        yield part;
      }
    }
    const names: string[] = [];
    const reading = async () => {
      for await (const { name } of readForm(endless(), 'b')) names.push(name);
    };
    await expect(reading()).rejects.toMatchObject({ status: 413 });
    expect(names).toHaveLength(maxParts);
    expect(sent).toBeLessThanOrEqual(maxParts + 2);
  });

  it.each([
    '',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(201)}x`,
  ])('finds no boundary in %j', (type) => {
    if (type.length > 200) expect(boundaryOf(type)).toHaveLength(200);
    else expect(() => boundaryOf(type)).toThrow(/not multipart/);
  });
});
