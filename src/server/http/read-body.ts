import type { z } from 'zod';
import { RequestFault } from './request-fault.ts';

export interface ReadBodyOptions {
  readonly maxBytes: number;
  /** A body that takes longer to arrive is given up. */
  readonly timeoutMs: number;
}

export const defaultBody: ReadBodyOptions = { maxBytes: 32 * 1024 * 1024, timeoutMs: 60_000 };

/** The pieces of a body as they arrive, no more of them than allowed and none too late. */
export async function* readChunks(request: Request, options: ReadBodyOptions): AsyncGenerator<Uint8Array> {
  const { maxBytes, timeoutMs } = options;
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return;
  const reader = request.body.getReader();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => {});
  }, timeoutMs);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) throw tooSlow(timeoutMs);
      if (done) return;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield value;
    }
  } finally {
    clearTimeout(timer);
    void reader.cancel().catch(() => {});
  }
}

/** A body that says how long it is comes in one piece, which costs less than a stream. */
async function readBytes(request: Request, options: ReadBodyOptions): Promise<Uint8Array> {
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > options.maxBytes) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readChunks(request, options)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  const { timeoutMs } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(timeoutMs)), timeoutMs);
  });
  try {
    return new Uint8Array(await Promise.race([request.arrayBuffer(), late]));
  } finally {
    clearTimeout(timer);
  }
}

export async function readText(request: Request, options: ReadBodyOptions = defaultBody): Promise<string> {
  const bytes = await readBytes(request, options);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new RequestFault(400, 'The body is not valid UTF-8.', { cause });
  }
}

export async function readJson(request: Request, options: ReadBodyOptions = defaultBody): Promise<unknown> {
  return parseJson(await readText(request, options), 'The body');
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof SyntaxError ? ` (${cause.message.slice(0, 200)})` : '';
    throw new RequestFault(400, `${what} is not JSON${why}.`, { cause });
  }
}

/** A value of a known shape; what does not fit is named place by place. */
export function parseShape<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(toPathPart), message }));
  const told = issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`);
  throw new RequestFault(422, `The request does not fit its schema: ${told.join('; ')}.`, { issues });
}

function toPathPart(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

// Neither of the two says `Connection: close`: Node would reset a connection that still has bytes to read, and a client
// in the middle of sending would see a broken pipe instead of the answer. What else arrives is thrown away for a moment,
// then the connection is closed.
function tooLarge(maxBytes: number): RequestFault {
  const megabytes = Math.round(maxBytes / 1024 / 1024);
  return new RequestFault(413, `The body is too large: at most ${megabytes} MB are taken.`);
}

function tooSlow(timeoutMs: number): RequestFault {
  return new RequestFault(408, `The body did not arrive within ${Math.round(timeoutMs / 1000)} s.`);
}
