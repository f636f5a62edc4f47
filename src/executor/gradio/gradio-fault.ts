import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';

/** How a request to a Gradio server failed. */
export type GradioFaultKind = 'unreachable' | 'busy' | 'cut-off' | 'refused' | 'not-gradio' | 'app-error';

export interface GradioFaultOptions {
  readonly cause?: unknown;
  readonly retryAfterMs?: number | undefined;
}

const retryableKinds: ReadonlySet<GradioFaultKind> = new Set(['unreachable', 'busy', 'cut-off']);

/** What went wrong between us and a Gradio server; the message names the address, never credentials. */
export class GradioFault extends BigCodeBenchError {
  override readonly name = 'GradioFault';
  readonly kind: GradioFaultKind;

  constructor(kind: GradioFaultKind, message: string, { cause, retryAfterMs }: GradioFaultOptions = {}) {
    super('NETWORK', message, {
      cause,
      isRetryable: retryableKinds.has(kind),
      ...(retryAfterMs === undefined ? {} : { data: { retryAfterMs } }),
    });
    this.kind = kind;
  }
}
