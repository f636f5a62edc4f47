export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
  readonly reject: (reason: unknown) => void;
}

/** A promise that is settled from outside; Node 20 has no `Promise.withResolvers`. */
export function createDeferred<Value>(): Deferred<Value> {
  let settle: Pick<Deferred<Value>, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
