import type { Variables } from './http-fetch.ts';

/** The part of a stream that output needs; `process.stdout` has it, and tests pass their own. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  on?(event: 'resize', listener: () => void): unknown;
  off?(event: 'resize', listener: () => void): unknown;
}

/** Whether colors are wanted: `NO_COLOR` and `FORCE_COLOR` decide, then whether it is a terminal. */
export function wantsColor({ NO_COLOR, FORCE_COLOR, TERM }: Variables, output: Output): boolean {
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0';
  return output.isTTY === true && TERM !== 'dumb';
}

/** Whether lines may be redrawn: it is a terminal, and not a CI log. */
export function canRedraw({ CI, TERM }: Variables, output: Output): boolean {
  return output.isTTY === true && TERM !== 'dumb' && (CI === undefined || CI === '' || CI === 'false' || CI === '0');
}
