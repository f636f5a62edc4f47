/** What can go wrong, and the exit code of a process that ends with it (docs/reference/cli.md#exit-codes). */
export const exitCodeOf = {
  USAGE: 1,
  CONFIG: 1,
  BAD_INPUT: 1,
  DATASET: 1,
  NETWORK: 3,
  PROVIDER: 3,
  ENVIRONMENT: 1,
  ENGINE: 3,
  STORE: 1,
  GATE: 2,
  INCOMPLETE: 3,
  UNTRUSTED_ENVIRONMENT: 4,
  MODEL: 1,
  INVARIANT: 70,
} as const;

/** Stable names for what can go wrong. Programs may rely on them; people see the message. */
export type ErrorCode = keyof typeof exitCodeOf;

export interface ErrorOptions {
  readonly cause?: unknown;
  /** Facts for programs: `taskId`, `file`, `line`, `retryAfterMs` … Never secrets. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly isRetryable?: boolean;
}

/** The base of every error this package throws on purpose. The message is one sentence that says what to do. */
export class BigCodeBenchError extends Error {
  override readonly name: string = 'BigCodeBenchError';
  readonly code: ErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly isRetryable: boolean;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = options.data ?? {};
    this.isRetryable = options.isRetryable ?? false;
  }
}

/** A mistake on the command line. */
export function usageError(sentence: string): BigCodeBenchError {
  return new BigCodeBenchError('USAGE', sentence);
}

/** A model is not there, or cannot be asked. */
export function modelError(sentence: string, options?: ErrorOptions): BigCodeBenchError {
  return new BigCodeBenchError('MODEL', sentence, options);
}

/** Something is wrong with this file; by default, a file that the user gave. */
export function fileError(
  file: string,
  sentence: string,
  { code = 'BAD_INPUT', ...options }: ErrorOptions & { readonly code?: ErrorCode } = {},
): BigCodeBenchError {
  return new BigCodeBenchError(code, sentence, { ...options, data: { file, ...options.data } });
}
