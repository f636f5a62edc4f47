/** An error of the operating system, such as a full disk or a missing permission. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'errno' in error && 'code' in error && typeof error.code === 'string';
}
