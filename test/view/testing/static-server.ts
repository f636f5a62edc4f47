import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

export interface StaticServer extends AsyncDisposable {
  readonly url: string;
}

/** What any web host does: files of a folder, here below a path, and nothing else. */
export async function serveFolder(folder: string, below: string): Promise<StaticServer> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = normalize(decodeURIComponent(pathname.slice(below.length)));
    const file = join(folder, name === '/' || name === '.' ? 'index.html' : name);
    const content = pathname.startsWith(below) ? await readFile(file).catch(() => undefined) : undefined;
    response.writeHead(content ? 200 : 404, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    response.end(content ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${below}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
