import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGatedExecutor, type GatedExecutor } from '../testing/gated-executor.ts';
import { openServer } from '../testing/open-server.ts';
import type { Listener } from './listen.ts';
import { readBytes } from './read-request.ts';

let gated: GatedExecutor;
let listener: Listener;
beforeEach(async () => {
  gated = createGatedExecutor();
  listener = await openServer({ executor: gated.executor, tokens: ['t'] }).listen({ port: 0 });
});
afterEach(() => listener.close({ graceMs: 0 }));

const authorization = 'Authorization: Bearer t\r\n';

/** Sends bytes as they are and gives back everything until the server closes. */
function talk(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listener.port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

function post(path: string, body: string): Promise<{ socket: Socket }> {
  return new Promise((resolve) => {
    const socket = connect(listener.port, '127.0.0.1', () => {
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${authorization}Content-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      resolve({ socket });
    });
    socket.on('error', () => {});
  });
}

describe('over a socket', () => {
  it.each([
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: x\r\nbroken header\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    [`GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`, 404],
    [`GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`, 404],
    [`GET http://elsewhere/etc HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n\r\n`, 404],
    ['GET /v1/info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 401],
    [`POST /v1/executions HTTP/1.1\r\nHost: x\r\n${authorization}Content-Length: -5\r\n\r\n`, 400],
  ])('answers %j', async (bytes, status) => {
    expect(await talk(bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('answers 413 to 100 MB, announced or not, before it has read them', async () => {
    const answers = await Promise.all(
      [true, false].map(
        (isAnnounced) =>
          new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
            const size = 100 * 1024 * 1024;
            let sent = 0;
            const request = httpRequest({
              port: listener.port,
              method: 'POST',
              path: '/run_code',
              headers: { authorization: 'Bearer t', ...(isAnnounced ? { 'content-length': size } : {}) },
            });
            const chunk = Buffer.alloc(1024 * 1024, 'x');
            let isOver = false;
            const pump = () => {
              if (isOver || sent >= size) return void request.end();
              sent += chunk.length;
              if (request.write(chunk)) setImmediate(pump);
              else request.once('drain', pump);
            };
            request.on('response', (response) => {
              isOver = true;
              response.resume();
              resolve({ status: response.statusCode, sent });
            });
            request.on('error', (error) => (isOver ? undefined : reject(error)));
            pump();
          }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([413, 413]);
    for (const { sent } of answers) expect(sent).toBeLessThan(100 * 1024 * 1024);
  });

  it('cancels the jobs of a client that is gone, in whatever dialect it spoke', async () => {
    const code = (name: string) => JSON.stringify({ code: name, test: 't', language: 'python' });
    const first = await post('/v1/executions', JSON.stringify({ code: 'a', test: 't' }));
    const second = await post('/run_code', code('b'));
    const third = await post(
      '/v1/executions',
      JSON.stringify({
        jobs: [
          { code: 'c', test: 't' },
          { code: 'd', test: 't' },
        ],
      }),
    );
    await gated.hasStarted(4);
    for (const { socket } of [first, second, third]) socket.destroy();
    await expect.poll(() => [...gated.cancelled].sort(), { timeout: 10_000 }).toEqual(['a', 'b', 'c', 'd']);
  });

  it('loses none of 500 calls that come at once on a connection each', async () => {
    const answers = Array.from({ length: 500 }, (_, number) => {
      const head = `POST /run_code HTTP/1.1\r\nHost: x\r\n${authorization}Connection: close\r\n`;
      const body = JSON.stringify({ code: `print(${number})`, language: 'python' });
      return talk(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    });
    for (let number = 0; number < 500; number++) {
      await gated.hasStarted(number + 1);
      gated.finish(gated.started[number] ?? '', { stdout: gated.started[number] ?? '' });
    }
    const texts = await Promise.all(answers);
    expect(texts.filter((text) => text.startsWith('HTTP/1.1 200'))).toHaveLength(500);
    expect(texts.every((text, number) => text.includes(`print(${number})`))).toBe(true);
  });

  it('closes a connection whose headers never end', async () => {
    const impatient = await openServer().listen({ port: 0, headersMs: 50 });
    const socket = connect(impatient.port, '127.0.0.1');
    const answer = new Promise<string>((resolve) => socket.once('data', (chunk) => resolve(chunk.toString())));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
    await impatient.close();
  });
});

describe('readBytes', () => {
  it('gives up on a body that dribbles in', async () => {
    let timer: NodeJS.Timeout | undefined;
    const body = new ReadableStream({
      start(controller) {
        timer = setInterval(() => controller.enqueue(new Uint8Array(1)), 5);
      },
    });
    const request = new Request('http://x', { method: 'POST', body, duplex: 'half' } as RequestInit);
    await expect(readBytes(request, { maxBytes: 1e9, timeoutMs: 50 })).rejects.toMatchObject({ status: 408 });
    clearInterval(timer);
  });
});
