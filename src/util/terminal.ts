/** The part of a stream that output needs; `process.stdout` has it, and tests pass their own. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}
