/** `ENOENT` and the like; undefined for an error that did not come from the operating system. */
export function errorCodeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return hasCode && 'syscall' in error ? String(error.code) : undefined;
}

/** What was thrown need not be an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `ECONNREFUSED` and the like, which says enough; without such a code, the message. */
export function shortReasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error && error.code;
  return typeof code === 'string' ? code : messageOf(error);
}

/** The path, or a folder on the way to it, does not exist. */
export function isAbsent(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
