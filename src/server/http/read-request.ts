import type { Context } from 'hono';
import type { z } from 'zod';
import { ByteBuffer } from '../../util/byte-buffer.ts';
import type { ServerEnv } from '../services.ts';
import type { TextDesk } from '../text/text-desk.ts';
import { RequestFault } from './request-fault.ts';
import { createDeadline, within } from './within.ts';

export interface ReadBodyOptions {
  readonly maxBytes: number;
  /** A body that takes longer to arrive is given up. */
  readonly timeoutMs: number;
}

/** Before any client gives up. */
const parsedWithinMs = 100_000;

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
export async function readBytes(request: Request, options: ReadBodyOptions): Promise<Uint8Array<ArrayBuffer>> {
  const length = request.headers.get('content-length');
  if (length === null || Number(length) > options.maxBytes) {
    const body = new ByteBuffer();
    for await (const chunk of readChunks(request, options)) body.add(chunk);
    return body.take();
  }
  const { timeoutMs } = options;
  const body = await within(timeoutMs, request.arrayBuffer(), () => {
    throw tooSlow(timeoutMs);
  });
  return new Uint8Array(body);
}

export async function readJson(c: Context<ServerEnv>, texts: TextDesk, options = defaultBody): Promise<unknown> {
  const body = await readBytes(c.req.raw, options);
  c.set('receivedAt', performance.now());
  const waiting = { signal: c.req.raw.signal, deadlineMs: readWait(c) ?? parsedWithinMs };
  return texts.parseJson(c.get('caller').owner, body, 'The body', waiting);
}

/** How much is left of a time that begins when a request has arrived. */
export function deadlineOf<Ms extends number | undefined>(c: Context<ServerEnv>, ms: Ms): () => Ms {
  return createDeadline(ms, c.get('receivedAt'));
}

/** A bad request may have as many faults as it has values. */
const toldIssues = 100;

/** A value of a known shape; every field that does not fit is named. */
export function parseShape<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, toldIssues).map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    message,
  }));
  const told = issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'the body'}: ${message}`);
  throw new RequestFault(422, `The request does not fit its schema: ${told.join('; ')}.`, { issues });
}

/** Each name and content is looked at: that of many files takes long. */
export function requireFewFiles(files: unknown): void {
  if (typeof files !== 'object' || files === null || Object.keys(files).length <= 1000) return;
  throw new RequestFault(422, 'A program gets at most 1000 files.');
}

export const ndjsonType = 'application/x-ndjson';

const newline = 0x0a;
const blank = 0x20;

/** The lines of a body as they arrive, numbered from 1; blank ones are left out. Only `\n` ends a line. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, maxLineBytes: number) {
  const pending = new ByteBuffer();
  let number = 1;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; ) {
      // White space before a line means nothing, and no line is made of it, however much there is.
      while (pending.length === 0 && (chunk[from] ?? blank + 1) <= blank) if (chunk[from++] === newline) number++;
      const end = chunk.indexOf(newline, from);
      pending.add(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (pending.length > maxLineBytes) throw new RequestFault(413, `Line ${number} is too long.`);
      if (end < 0) break;
      from = end + 1;
      yield { number: number++, bytes: pending.take() };
    }
  }
  if (pending.length > 0) yield { number, bytes: pending.take() };
}

const longestWaitS = 300;

/** Milliseconds of `Prefer: wait=SECONDS`, where the caller gives it. */
export function readWait(c: Context): number | undefined {
  const seconds = /(?:^|[,;\s])wait=(\d+)/.exec(c.req.header('prefer') ?? '')?.[1];
  return seconds === undefined ? undefined : Math.min(Number(seconds), longestWaitS) * 1000;
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
