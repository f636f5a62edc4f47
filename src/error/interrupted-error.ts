/** The abort reason after Ctrl-C or another signal. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor(by = 'its caller') {
    super(`Interrupted by ${by}`);
  }
}
