import { RequestFault } from '../http/request-fault.ts';

/** One part of a form: its headers as text, and its bytes as they arrive. Read it before asking for the next. */
export interface FormPart {
  readonly name: string;
  /** Undefined for a field that is no file. */
  readonly fileName: string | undefined;
  readonly content: AsyncIterable<Uint8Array>;
}

const maxHeaderBytes = 16 * 1024;
/** Each may become a file on disk, which takes longer than all that is done here. Clients send one. */
export const maxParts = 10;

/** The boundary that a `multipart/form-data` type names. */
export function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type.slice(0, 1000)) ?? [];
  const boundary = quoted ?? plain;
  if (boundary !== undefined) return boundary;
  throw malformed();
}

/** The parts of a form, of which no more than a piece is in memory. */
export async function* readForm(chunks: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPart> {
  // The first boundary has no line before it.
  const pieces = takePieces(chunks, '\r\n');
  const mark = Buffer.from(`\r\n--${boundary}`);
  for await (const _ of pieces.until(mark)) {
    // What comes before the first part means nothing.
  }
  for (let parts = 0; ; parts++) {
    const after = (await pieces.take(2))?.toString('latin1');
    if (after === '--') return;
    if (after !== '\r\n') throw malformed();
    if (parts >= maxParts) throw new RequestFault(413, `A form has at most ${maxParts} parts.`);
    const { name, fileName } = parseHeader(await pieces.line(Buffer.from('\r\n\r\n')));
    const content = pieces.until(mark);
    yield { name, fileName, content };
    for await (const _ of content) {
      // What the reader left.
    }
  }
}

function parseHeader(header: string): Pick<FormPart, 'name' | 'fileName'> {
  const disposition = header.split('\r\n').find((line) => /^content-disposition:/i.test(line)) ?? '';
  const name = /;\s?name="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  const fileName = /;\s?filename="([^"]*)"/i.exec(disposition)?.[1];
  return { name: decode(name), fileName: fileName === undefined ? undefined : decode(fileName) };
}

/** Headers are read byte by byte; names in them are UTF-8, with quotes and line breaks escaped. */
function decode(text: string): string {
  const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };
  const plain = Buffer.from(text, 'latin1').toString('utf8');
  return plain.replace(/%(?:22|0D|0A)/g, (word) => escapes[word] ?? word);
}

/** Bytes as they arrive, taken from the front. */
function takePieces(chunks: AsyncIterable<Uint8Array>, first: string) {
  const source = chunks[Symbol.asyncIterator]();
  let held = Buffer.from(first);
  const more = async (): Promise<boolean> => {
    const { done, value } = await source.next();
    if (!done) held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value]);
    return !done;
  };
  const take = (length: number): Buffer => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  /** What comes before a mark, which is taken away; ends again at once when read a second time. */
  async function* until(mark: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = held.indexOf(mark);
      // Its beginning may be at the end of what is here.
      const before = take(at >= 0 ? at : Math.max(0, held.length - mark.length + 1));
      if (at >= 0) take(mark.length);
      if (before.length > 0) yield before;
      if (at >= 0) return;
      if (!(await more())) throw malformed();
    }
  }
  return {
    until,
    async line(end: Buffer): Promise<string> {
      let text = '';
      for await (const piece of until(end)) {
        if (text.length + piece.length > maxHeaderBytes) throw malformed();
        text += piece.toString('latin1');
      }
      return text;
    },
    async take(length: number): Promise<Buffer | undefined> {
      while (held.length < length) if (!(await more())) return undefined;
      return take(length);
    },
  };
}

const malformed = (): RequestFault => new RequestFault(400, 'The upload is not multipart/form-data.');
