import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy extends AsyncDisposable {
  readonly url: string;
  /** From now on nothing gets through, in either direction, and nobody is told. */
  cut(): void;
  /** New connections work again; the old ones stay as dead as a router that forgot them leaves them. */
  heal(): void;
}

/** A way to a Redis that can be cut like a network: without a word. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isDead = isCut;
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from);
      from.on('data', (piece) => {
        isDead ||= isCut;
        if (!isDead) to.write(piece);
      });
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(near, far);
    pass(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `redis://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut: () => {
      isCut = true;
    },
    heal: () => {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
