import type { ChildProcess } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { z } from 'zod';
import { decodeEnvelope, encodeEnd, encodeEnvelope } from './connect-frames.ts';
import { killGroup, type LoopbackSandbox } from './loopback-sandbox.ts';
import { readBody, sendJson } from './messages.ts';

const startSchema = z.object({
  process: z.object({
    cmd: z.string(),
    args: z.array(z.string()).default([]),
    envs: z.record(z.string(), z.string()).optional(),
    cwd: z.string().optional(),
  }),
  stdin: z.boolean().default(true),
});
const selectorSchema = z.object({ process: z.object({ pid: z.number() }) });
const inputSchema = selectorSchema.extend({ input: z.object({ stdin: z.base64() }) });

type Route = (sandbox: LoopbackSandbox, request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;

/** What runs inside each sandbox and carries out what the packages ask for, in Connect's JSON. */
export const envdRoutes: Readonly<Record<string, Route>> = {
  'GET /health': async (_, __, response) => void response.writeHead(204).end(),
  'POST /process.Process/Start': async (sandbox, request, response) => {
    const started = startSchema.parse(decodeEnvelope(await readBody(request)));
    const child = sandbox.start(started.process);
    if (!started.stdin) child.stdin?.end();
    response.writeHead(200, { 'content-type': 'application/connect+json' });
    const say = (event: object) => response.write(encodeEnvelope({ event }));
    say({ start: { pid: child.pid ?? 0 } });
    child.stdout?.on('data', (chunk: Buffer) => say({ data: { stdout: chunk.toString('base64') } }));
    child.stderr?.on('data', (chunk: Buffer) => say({ data: { stderr: chunk.toString('base64') } }));
    const limitMs = Number(request.headers['connect-timeout-ms'] ?? 0);
    const timer = limitMs > 0 ? setTimeout(() => killGroup(child), limitMs) : undefined;
    // Zero values are left out in proto3's JSON.
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      const status = signal ? `signal: ${signal}` : `exit status ${code ?? 0}`;
      say({ end: { ...(code ? { exitCode: code } : {}), exited: signal === null, status } });
      response.end(encodeEnd());
    });
  },
  'POST /process.Process/SendInput': async (sandbox, request, response) => {
    const { process, input } = inputSchema.parse(JSON.parse((await readBody(request)).toString()));
    const child = findProcess(sandbox, process.pid, response);
    if (child === undefined) return;
    child.stdin?.write(Buffer.from(input.stdin, 'base64'));
    sendJson(response, 200, {});
  },
  'POST /process.Process/CloseStdin': async (sandbox, request, response) => {
    const child = findProcess(sandbox, await readPid(request), response);
    if (child === undefined) return;
    child.stdin?.end();
    sendJson(response, 200, {});
  },
  'POST /process.Process/SendSignal': async (sandbox, request, response) => {
    const child = findProcess(sandbox, await readPid(request), response);
    if (child === undefined) return;
    killGroup(child);
    sendJson(response, 200, {});
  },
  'POST /process.Process/List': async (sandbox, _, response) => {
    sendJson(response, 200, { processes: [...sandbox.processes.keys()].map((pid) => ({ pid })) });
  },
  'POST /files': async (sandbox, request, response, url) => {
    const path = url.searchParams.get('path') ?? '';
    const place = sandbox.resolve(path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, contentOf(await readBody(request), request.headers['content-type'] ?? ''));
    sendJson(response, 200, [{ path: `/home/user/${path}`, name: path.split('/').at(-1), type: 'file' }]);
  },
  'GET /files': async (sandbox, _, response, url) => {
    const path = url.searchParams.get('path') ?? '';
    const content = await readFile(sandbox.resolve(path)).catch(() => undefined);
    if (content === undefined) sendJson(response, 404, { code: 404, message: `path '${path}' does not exist` });
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(content);
  },
};

async function readPid(request: IncomingMessage): Promise<number> {
  return selectorSchema.parse(JSON.parse((await readBody(request)).toString())).process.pid;
}

function findProcess(sandbox: LoopbackSandbox, pid: number, response: ServerResponse): ChildProcess | undefined {
  const child = sandbox.processes.get(pid);
  if (child === undefined) sendJson(response, 404, { code: 'not_found', message: `process ${pid} not found` });
  return child;
}

/** The file of a multipart body, or the body itself. */
function contentOf(body: Buffer, contentType: string): Buffer {
  if (!contentType.startsWith('multipart/')) return body;
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1] ?? '';
  return body.subarray(body.indexOf('\r\n\r\n') + 4, body.lastIndexOf(`\r\n--${boundary}`));
}
