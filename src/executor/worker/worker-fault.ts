/** A worker failed its jobs or cannot be reached; another one, or a new one, may do better. */
export class WorkerFault extends Error {
  override readonly name = 'WorkerFault';
}
