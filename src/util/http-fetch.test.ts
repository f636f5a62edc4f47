import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startWireServer, text } from '../model/testing/wire-server.ts';
import { createHttpFetch } from './http-fetch.ts';

/** A proxy that answers instead of passing on, and remembers what it was asked for. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('from the proxy');
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.end('HTTP/1.1 502 No\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, asked, [Symbol.asyncDispose]: async () => void (await close()) };
}

describe('createHttpFetch', () => {
  test('goes through the proxy of the environment, except to this machine and to what no_proxy names', async () => {
    await using proxy = await startProxy();
    await using server = await startWireServer(text('direct'));
    const fetch = await createHttpFetch({ HTTPS_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: 'skipped.invalid' });
    await expect(fetch('https://models.invalid/v1')).rejects.toThrow();
    expect(proxy.asked).toEqual(['models.invalid:443']);
    expect(await (await fetch(server.url)).text()).toBe('direct');
    await expect(fetch('https://skipped.invalid/v1')).rejects.toThrow();
    expect(proxy.asked).toHaveLength(1);
  });
});
