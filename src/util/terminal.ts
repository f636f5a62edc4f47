/** The part of a stream that output needs; `process.stdout` is one, and so is an array in a test. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}
