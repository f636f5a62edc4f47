/** An error of the operating system, such as a full disk or a missing permission. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string';
}

/** `ENOENT` and its kind; undefined for what did not come from the system. */
export function errorCodeOf(error: unknown): string | undefined {
  const isSystemError = error instanceof Error && 'code' in error && typeof error.code === 'string';
  return isSystemError && 'syscall' in error ? (error.code as string) : undefined;
}
