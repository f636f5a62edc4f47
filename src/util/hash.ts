import { createHash } from 'node:crypto';

/** Hex SHA-256. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Hex SHA-256 of a plain value, independent of the order of its keys. */
export function hashValue(value: unknown): string {
  return sha256(stableStringify(value));
}

/** JSON with sorted keys; undefined members are left out, as `JSON.stringify` does. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}
