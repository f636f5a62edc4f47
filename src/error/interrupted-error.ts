/** The reason with which Ctrl-C, or whoever else sends a signal, aborts what is under way. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor(by = 'its caller') {
    super(`Interrupted by ${by}`);
  }
}
