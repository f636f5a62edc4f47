import { RequestFault } from '../http/request-fault.ts';

const maxDepth = 64;
const maxValues = 200_000;
/** An object of many fields costs far more than a list of as many values. */
const maxFields = 2000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A JSON text as a value. What is too deep, or has too many parts, is refused before any of it is built. */
export function parseBoundedJson(bytes: Uint8Array, what: string): unknown {
  requireBounded(bytes, what);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new RequestFault(400, `${what} is not valid UTF-8.`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof SyntaxError ? ` (${cause.message.slice(0, 200)})` : '';
    throw new RequestFault(400, `${what} is not JSON${why}.`, { cause });
  }
}

function requireBounded(bytes: Uint8Array, what: string): void {
  let values = 0;
  /** How many fields each object that is open has; lists may have any number of values. */
  const open: number[] = [];
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isText) {
      if (byte === backslash) at++;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openBracket || byte === openBrace) {
      values++;
      open.push(byte === openBrace ? 1 : Number.NEGATIVE_INFINITY);
      if (open.length > maxDepth) throw new RequestFault(422, `${what} is nested deeper than ${maxDepth} levels.`);
    } else if (byte === closeBracket || byte === closeBrace) open.pop();
    else if (byte === comma) {
      const fields = (open.pop() ?? 0) + 1;
      open.push(fields);
      if (fields > maxFields) throw new RequestFault(413, `${what} has an object of more than ${maxFields} fields.`);
      if (++values > maxValues) {
        throw new RequestFault(413, `${what} has more than ${maxValues} values: send fewer at once, or JSON Lines.`);
      }
    }
  }
}
