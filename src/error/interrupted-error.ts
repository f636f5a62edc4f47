/** The reason with which Ctrl-C aborts what is under way. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';

  constructor() {
    super('interrupted');
  }
}
