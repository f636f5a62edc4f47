import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** What becomes of the n-th request for a route, from 1; without a decision it is passed on. */
export type Meddle = (route: string, count: number) => 'refuse' | 'cut' | { readonly delayMs: number } | undefined;

export interface MeddlingProxy extends AsyncDisposable {
  readonly url: string;
  /** How often something was put in the way. */
  readonly meddled: number;
}

/** Stands before a real server and refuses, cuts or delays what passes through. */
export async function startMeddlingProxy(target: string, meddle: Meddle): Promise<MeddlingProxy> {
  const counts = new Map<string, number>();
  let meddled = 0;
  const pass = (from: IncomingMessage, to: ServerResponse, isCut: boolean) => {
    const { method, headers, url = '/' } = from;
    const onward = request(new URL(url, target), { method, headers: { ...headers, host: new URL(target).host } });
    onward.on('response', (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isCut) return answer.pipe(to);
      answer.once('data', (chunk: Buffer) => {
        to.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => to.destroy());
        answer.destroy();
      });
    });
    onward.on('error', () => to.destroy());
    to.on('close', () => onward.destroy());
    from.pipe(onward);
  };
  const server = createServer((from, to) => {
    const route = (from.url ?? '').split('?')[0]?.replace(/^\/(gradio_api\/)?/, '') ?? '';
    const count = (counts.get(route) ?? 0) + 1;
    counts.set(route, count);
    const decision = meddle(route, count);
    if (decision !== undefined) meddled++;
    if (decision === 'refuse') return to.writeHead(503, { 'retry-after': '1' }).end('busy');
    if (typeof decision === 'object') return setTimeout(() => pass(from, to, false), decision.delayMs);
    pass(from, to, decision === 'cut');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    get meddled() {
      return meddled;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
