import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface LoopbackProxy extends AsyncDisposable {
  readonly address: string;
  /** `host:port` of each tunnel asked for. */
  readonly tunnels: string[];
}

/** A proxy that tunnels to loopback ports, whatever the host is called. */
export async function startLoopbackProxy(): Promise<LoopbackProxy> {
  const tunnels: string[] = [];
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on('connect', (request, client) => {
    tunnels.push(request.url ?? '');
    const upstream = connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('error', () => upstream.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
