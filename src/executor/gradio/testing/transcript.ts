import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { contractJob } from '../../../testing/executor-contract.ts';
import type { Fetch } from '../../../util/http-fetch.ts';

/** One request to a Gradio server and its answer, as they were. */
const exchangeSchema = z.object({
  method: z.string(),
  /** Below the address of the server; the session is `SESSION`. */
  path: z.string(),
  status: z.number().int(),
  contentType: z.string(),
  body: z.string(),
});

export type Exchange = z.infer<typeof exchangeSchema>;

const transcriptSchema = z.object({ gradio: z.string(), exchanges: z.array(exchangeSchema) });

export type Transcript = z.infer<typeof transcriptSchema>;

/** The versions of Gradio that were recorded, by test/peers/gradio. */
export const recordedVersions = ['4.44.1', '5.50.0', '6.31.0'] as const;

const folder = join(import.meta.dirname, 'recorded');

export function transcriptPath(version: string, name: string): string {
  return join(folder, `gradio-${version}-${name}.json`);
}

export async function loadTranscript(version: string, name: string): Promise<Transcript> {
  return transcriptSchema.parse(JSON.parse(await readFile(transcriptPath(version, name), 'utf8')));
}

/** What was evaluated in the recorded conversations: three programs of two tasks. */
export const recordedTasks = [
  { id: 'BigCodeBench/1', test: 'first' },
  { id: 'BigCodeBench/7', test: 'second' },
] as const;

export const recordedJobs = [
  { ...contractJob('right'), test: 'first' },
  { ...contractJob('wrong'), test: 'first' },
  { ...contractJob('broken'), test: 'second' },
];

/** The fields of `config` that a client may look at; the rest describes a web page. */
const keptOfConfig = ['version', 'api_prefix', 'protocol', 'dependencies', 'space_id', 'connect_heartbeat'];

/** A fetch that keeps what is said. */
export function createRecordingFetch(root: string, exchanges: Exchange[]): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const body = await response.clone().text();
    const path = String(input)
      .slice(root.length)
      .replace(/session_hash=[\w-]+/, 'session_hash=SESSION');
    exchanges.push({
      method: init?.method ?? 'GET',
      path,
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      body: path === 'config' ? trimConfig(body) : body,
    });
    return response;
  };
}

function trimConfig(body: string): string {
  const config = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(Object.entries(config).filter(([key]) => keptOfConfig.includes(key))));
}

/** A fetch that answers as the recorded server did, its streams in pieces of this many bytes. */
export function createReplayingFetch({ exchanges }: Transcript, pieceBytes: number): Fetch {
  const left = [...exchanges];
  return async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const path = `${pathname.slice(1)}${search}`.replace(/session_hash=[\w-]+/, 'session_hash=SESSION');
    const method = init?.method ?? 'GET';
    const index = left.findIndex((exchange) => exchange.method === method && exchange.path === path);
    const [exchange] = index < 0 ? [] : left.splice(index, 1);
    if (exchange === undefined) return new Response(`never asked: ${method} ${path}`, { status: 404 });
    const { status, contentType } = exchange;
    return new Response(inPieces(Buffer.from(exchange.body), pieceBytes), {
      status,
      headers: { 'content-type': contentType },
    });
  };
}

function inPieces(bytes: Buffer, pieceBytes: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}
