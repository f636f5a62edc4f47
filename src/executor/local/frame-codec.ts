import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';

const headerBytes = 4;
const maxFrameBytes = 64 * 1024 * 1024;

/** One message to the runner: a little-endian u32 length, then JSON. */
export function encodeFrame(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  const frame = Buffer.allocUnsafe(headerBytes + body.length);
  frame.writeUInt32LE(body.length, 0);
  body.copy(frame, headerBytes);
  return frame;
}

/** Collects bytes from the runner and calls back with each complete message, still unchecked. */
export function createFrameDecoder(onMessage: (message: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let available = 0;
  let needed = headerBytes;

  const take = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, available);
    chunks = [];
    available = 0;
    return all;
  };
  return (chunk) => {
    chunks.push(chunk);
    available += chunk.length;
    while (available >= needed) {
      const data = take();
      const length = data.readUInt32LE(0);
      if (length > maxFrameBytes) {
        throw new BigCodeBenchError('ENGINE', `The runner sent a frame of ${length} bytes; report this as a bug.`);
      }
      const end = headerBytes + length;
      const isComplete = data.length >= end;
      const rest = isComplete ? data.subarray(end) : data;
      if (rest.length > 0) chunks.push(rest);
      available = rest.length;
      needed = isComplete ? headerBytes : end;
      if (isComplete) onMessage(JSON.parse(data.toString('utf8', headerBytes, end)));
    }
  };
}
