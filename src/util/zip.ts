import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { type BigCodeBenchError, fileError } from '../error/bigcodebench-error.ts';

type Entry = Readonly<{ method: number; packedBytes: number; bytes: number; at: number }>;

/** Signatures and lengths of the parts that the format consists of. */
const end = { signature: 0x06054b50, bytes: 22, mostComment: 0xffff };
const listed = { signature: 0x02014b50, bytes: 46 };
const localBytes = 30;
const methods = { stored: 0, deflated: 8, zstandard: 93 };

/** Opens a ZIP archive whose files are stored, deflated or compressed by Zstandard; each may have so many bytes at most. */
export async function openZip(path: string, maxBytes = 512 << 20) {
  const entries = await readEntries(path, maxBytes);
  return {
    names: [...entries.keys()],
    async read(name: string): Promise<Buffer> {
      const entry = entries.get(name);
      if (!entry) throw damaged(path, `there is no ${name} in it`);
      const { at, packedBytes, bytes, method } = entry;
      if (bytes > maxBytes) throw damaged(path, `${name} has more than ${maxBytes} bytes`);
      const head = await readPart(path, at, localBytes);
      const packed = await readPart(path, at + localBytes + head.readUInt16LE(26) + head.readUInt16LE(28), packedBytes);
      if (method === methods.stored) return packed;
      try {
        if (method === methods.deflated) return await promisify(inflateRaw)(packed, { maxOutputLength: bytes });
        const { decompressZstd } = await import('hyparquet-compressors');
        return Buffer.from(decompressZstd(packed, new Uint8Array(bytes)));
      } catch (cause) {
        throw damaged(path, `${name} cannot be unpacked`, cause);
      }
    },
  };
}

async function readEntries(path: string, maxBytes: number): Promise<ReadonlyMap<string, Entry>> {
  const tail = await readPart(path, -(end.bytes + end.mostComment), end.bytes + end.mostComment);
  const at = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (at < 0 || at + end.bytes > tail.length) throw damaged(path, 'it has no list of files');
  const [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (bytes > maxBytes || offset === 0xffffffff) throw damaged(path, 'it is larger than what is read');
  const list = await readPart(path, offset, bytes);
  const entries = new Map<string, Entry>();
  for (let from = 0; from + listed.bytes <= list.length && list.readUInt32LE(from) === listed.signature; ) {
    const [nameBytes = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => list.readUInt16LE(from + field));
    const name = list.toString('utf8', from + listed.bytes, from + listed.bytes + nameBytes);
    const method = list.readUInt16LE(from + 10);
    if (!Object.values(methods).includes(method)) throw damaged(path, `${name} is compressed in another way`);
    entries.set(name, {
      method,
      packedBytes: list.readUInt32LE(from + 20),
      bytes: list.readUInt32LE(from + 24),
      at: list.readUInt32LE(from + 42),
    });
    from += listed.bytes + nameBytes + extra + comment;
  }
  return entries;
}

/** Bytes of a file; from its end if `at` is negative, and fewer where there are no more. */
async function readPart(path: string, at: number, bytes: number): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  const from = Math.max(0, at < 0 ? size + at : at);
  const buffer = Buffer.alloc(Math.max(0, Math.min(bytes, size - from)));
  await file.read(buffer, 0, buffer.length, from);
  if (at >= 0 && buffer.length < bytes) throw damaged(path, 'it ends too early');
  return buffer;
}

function damaged(path: string, what: string, cause?: unknown): BigCodeBenchError {
  return fileError(path, `${path} cannot be read as a ZIP archive: ${what}.`, { cause });
}
