import { addAbortListener } from 'node:events';

/**
 * Aborts a controller when a signal aborts, until it is disposed of. Unlike `AbortSignal.any`, it leaves nothing with a
 * signal that lives on.
 */
export function abortWith(controller: AbortController, signal: AbortSignal | undefined): Disposable | undefined {
  if (signal?.aborted) controller.abort(signal.reason);
  return signal && addAbortListener(signal, () => controller.abort(signal.reason));
}
