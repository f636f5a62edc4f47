import { hash, randomBytes } from 'node:crypto';

/**
 * How journal lines vouch for themselves. Each ends with the key of its journal, its number, and a checksum over all that
 * stands before it, so a line that was edited, damaged, repeated, or copied from another journal does not fit.
 */
const ending = /,"check":"([0-9a-f]{8})-(\d{1,15})-([0-9a-f]{16})"\}$/;
/** More than the longest ending has. */
const endingBytes = 64;
/** What follows the checksum's digits, and the digits. */
const closing = '"}';
const checkBytes = 16;

/** Where a line stands: in which journal, and how many lines were written before it. */
export type LineSeal = Readonly<{ key: string; number: number }>;

export function createKey(): string {
  return randomBytes(4).toString('hex');
}

/** The line of an event, newline included. */
export function sealLine({ key, number }: LineSeal, event: object): string {
  const sealed = `${JSON.stringify(event).slice(0, -1)},"check":"${key}-${number}-`;
  return `${sealed}${checkOf(sealed)}${closing}\n`;
}

/**
 * What a fold of the log needs of an event stands before a member of this name, which is long. A quote within a text is
 * escaped, so the first match is that member.
 */
const bodyStart = Buffer.from(',"verdict":{');

/** The event of a line, given without its newline and body, and its seal; undefined if it was not written so. */
export function openLine(line: Buffer): (LineSeal & { readonly event: unknown }) | undefined {
  const [, key, digits, check] = ending.exec(line.toString('latin1', Math.max(0, line.length - endingBytes))) ?? [];
  if (key === undefined || check !== checkOf(line.subarray(0, -(checkBytes + closing.length)))) return undefined;
  const bodyAt = line.indexOf(bodyStart);
  const text = bodyAt < 0 ? line.toString() : `${line.toString('utf8', 0, bodyAt)}}`;
  try {
    return { key, number: Number(digits), event: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function checkOf(content: string | Buffer): string {
  return hash('sha256', content).slice(0, checkBytes);
}
