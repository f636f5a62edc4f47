/**
 * A Gradio server in miniature: it describes itself as a recorded version does, keeps a queue and streams events, and
 * evaluates samples in the executor it is given. Faults can be put in its way.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Execution, Job } from '../../../schema/execution.ts';
import { buildDetails } from '../../../upstream/eval-results.ts';
import type { Executor } from '../../executor.ts';
import { loadTranscript } from './transcript.ts';

export interface LoopbackGradioOptions {
  readonly version: string;
  readonly executor: Executor;
  /** The job that a sample is evaluated by. */
  readonly toJob: (taskId: string, solution: string) => Job;
  /** Called before each route is served; `true` when it dealt with the request itself. */
  readonly meddle?:
    | ((route: string, response: ServerResponse, count: number) => boolean | Promise<boolean>)
    | undefined;
  /** Added to what `config` says. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

export interface LoopbackGradio extends AsyncDisposable {
  readonly url: string;
  /** Requests by route, without prefix. */
  readonly counts: ReadonlyMap<string, number>;
}

interface Event {
  readonly id: string;
  readonly stop: AbortController;
  readonly result: Promise<unknown>;
}

export async function startLoopbackGradio(options: LoopbackGradioOptions): Promise<LoopbackGradio> {
  const { version, executor, toJob, meddle } = options;
  const { exchanges } = await loadTranscript(version, 'results');
  const prefix = version.startsWith('4.') ? '' : '/gradio_api';
  const recorded = (end: string) => exchanges.find(({ path }) => path.endsWith(end))?.body ?? '';
  const config = JSON.stringify({ ...JSON.parse(recorded('config')), ...options.config });
  const info = recorded('info?serialize=False');
  const files = new Map<string, string>();
  const events = new Map<string, Event>();
  const counts = new Map<string, number>();

  const evaluate = async (data: readonly unknown[], signal: AbortSignal) => {
    const lines = (files.get((data[2] as { path: string }).path) ?? '').trim().split('\n');
    const samples = lines.map((line) => JSON.parse(line) as { task_id: string; solution: string });
    const wanted = new Set(String(data[12]).split(','));
    if (samples.some(({ task_id }) => !wanted.has(task_id.replace('BigCodeBench/', '')))) {
      throw new Error('Missing problems in samples');
    }
    const jobs = samples.map((each, index) => ({ ...toJob(each.task_id, each.solution), id: String(index) }));
    const executions: Execution[] = [];
    for await (const execution of executor.execute(jobs, { signal })) executions[Number(execution.id)] = execution;
    const evaluated: Record<string, unknown[]> = {};
    samples.forEach(({ task_id, solution }, index) => {
      const execution = executions[index];
      if (execution === undefined) return;
      evaluated[task_id] ??= [];
      evaluated[task_id]?.push({ task_id, solution, status: execution.status, details: buildDetails(execution) });
    });
    return [{ date: '2026-01-01 00:00', eval: evaluated }, { 'pass@1': 0 }];
  };

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>> = {
    config: async (_, response) => void response.end(config),
    info: async (_, response) => void response.end(info),
    upload: async (request, response) => {
      const text = await readBody(request);
      const path = `/tmp/gradio/${randomUUID()}/samples.jsonl`;
      files.set(path, text.slice(text.indexOf('\r\n\r\n') + 4, text.lastIndexOf('\r\n--')));
      response.end(JSON.stringify([path]));
    },
    'queue/join': async (request, response) => {
      const { data, session_hash } = JSON.parse(await readBody(request)) as { data: unknown[]; session_hash: string };
      const stop = new AbortController();
      const result = evaluate(data, stop.signal);
      result.catch(() => {});
      const id = randomUUID();
      events.set(session_hash, { id, stop, result });
      response.end(JSON.stringify({ event_id: id }));
    },
    'queue/data': async (_, response, url) => {
      const event = events.get(url.searchParams.get('session_hash') ?? '');
      if (event === undefined) return void response.destroy();
      response.setHeader('content-type', 'text/event-stream');
      const say = (message: object) => response.write(`data: ${JSON.stringify(message)}\n\n`);
      const event_id = event.id;
      say({ msg: 'estimation', event_id, rank: 0, queue_size: 1, rank_eta: null });
      say({ msg: 'process_starts', event_id, eta: null });
      const beat = setInterval(() => say({ msg: 'heartbeat' }), 1_000);
      await event.result
        .then(
          (data) => say({ msg: 'process_completed', event_id, success: true, output: { data, is_generating: false } }),
          (error) => say({ msg: 'process_completed', event_id, success: false, output: { error: error.message } }),
        )
        .finally(() => clearInterval(beat));
      say({ msg: 'close_stream', event_id: null });
      response.end();
    },
    cancel: async (request, response) => {
      const { session_hash } = JSON.parse(await readBody(request)) as { session_hash: string };
      events.get(session_hash)?.stop.abort(new Error('cancelled'));
      response.end('{"success":true}');
    },
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isConfig = url.pathname === '/config';
    const isBelow = url.pathname.startsWith(`${prefix}/`);
    const route = isConfig ? 'config' : isBelow ? url.pathname.slice(prefix.length + 1) : '';
    const count = (counts.get(route) ?? 0) + 1;
    counts.set(route, count);
    const serve = async () => {
      if (await meddle?.(route, response, count)) return;
      const handler = routes[route];
      if (handler) return handler(request, response, url);
      response.statusCode = 404;
      response.end('{"detail":"Not Found"}');
    };
    void serve().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    counts,
    [Symbol.asyncDispose]: async () => {
      for (const { stop } of events.values()) stop.abort(new Error('stopped'));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await executor.close();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
