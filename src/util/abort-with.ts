import { addAbortListener, setMaxListeners } from 'node:events';

/** Aborts with a signal, until it is disposed of. Unlike `AbortSignal.any`, it leaves nothing with a signal that lives on. */
export function abortWith(controller: AbortController, signal: AbortSignal | undefined): Disposable | undefined {
  if (signal === undefined) return undefined;
  if (signal.aborted) controller.abort(signal.reason);
  // Many calls at once share one signal: no leak. Not 0: Node 20 then takes the signal for something else in `fetch`.
  setMaxListeners(Number.POSITIVE_INFINITY, signal);
  return addAbortListener(signal, () => controller.abort(signal.reason));
}
