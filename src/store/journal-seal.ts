import { randomBytes } from 'node:crypto';
import { sha256 } from '../util/hash.ts';

/**
 * How journal lines vouch for themselves. Each ends with the key of its journal and a checksum over key and content, so
 * a line that was edited, damaged, or copied from another journal does not fit.
 */
const ending = /,"check":"([0-9a-f]{8})-([0-9a-f]{16})"\}$/;

/** A key for a new journal. */
export function createKey(): string {
  return randomBytes(4).toString('hex');
}

/** The line of an event, newline included. */
export function sealLine(key: string, event: object): string {
  const body = JSON.stringify(event);
  return `${body.slice(0, -1)},"check":"${key}-${checkOf(key, body)}"}\n`;
}

/** The event of a line, given without its newline, and the key of its journal; undefined if it was not written so. */
export function openLine(text: string): { readonly key: string; readonly event: object } | undefined {
  const [matched, key = '', check] = ending.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const body = `${text.slice(0, -matched.length)}}`;
  if (check !== checkOf(key, body)) return undefined;
  try {
    const event: unknown = JSON.parse(body);
    return typeof event === 'object' && event !== null ? { key, event } : undefined;
  } catch {
    return undefined;
  }
}

function checkOf(key: string, body: string): string {
  return sha256(`${key}\n${body}`).slice(0, 16);
}
