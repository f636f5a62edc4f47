import { type BinaryToTextEncoding, createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Hex SHA-256. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

const streamedBytes = 16 << 20;

export async function hashFile(path: string, encoding: BinaryToTextEncoding = 'hex'): Promise<string> {
  const hash = createHash('sha256');
  // A stream for each of thirty thousand small files would cost more than the hashing.
  if ((await stat(path)).size < streamedBytes) hash.update(await readFile(path));
  else await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest(encoding);
}

/** Hex SHA-256 of a plain value, independent of the order of its keys. */
export function hashValue(value: unknown): string {
  return sha256(stableStringify(value));
}

/** JSON with sorted keys; like `JSON.stringify`, it omits undefined members. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

const fingerprintBytes = 1 << 20;

/** Hashes a file's size and pieces from its start, middle and end: the whole file may be many gigabytes. */
export function fingerprintFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const piece = Buffer.alloc(Math.min(fingerprintBytes, size));
    const pieces = [0, Math.floor((size - piece.length) / 2), size - piece.length].map((at) =>
      sha256(piece.subarray(0, readSync(file, piece, 0, piece.length, at))),
    );
    return sha256([size, ...pieces].join(' '));
  } finally {
    closeSync(file);
  }
}
