import { buildTask } from '../../evaluate/testing/tasks.ts';
import type { Executor } from '../../executor/executor.ts';
import { completeRules } from '../../schema/evaluation-rules.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createServer, type Server, type ServerOptions } from '../create-server.ts';

export interface TestServer extends Server {
  /** Sends a request without a socket. */
  request(path: string, init?: RequestInit & { readonly json?: unknown }): Promise<Response>;
}

export const testTasks = [buildTask('T/1'), buildTask('BigCodeBench/2')];

/** A server over an executor that passes everything, unless another one is given; limits do not depend on measuring. */
export function openServer(options: Partial<ServerOptions> & { readonly executor?: Executor } = {}): TestServer {
  const server = createServer({
    executor: createScriptedExecutor(() => ({})),
    taskSet: { name: 'test', version: 'v1', hash: 'hash' },
    tasks: testTasks,
    // Without an audit: gated executors wait for what a test lets through.
    rules: completeRules({ integrity: 'flags', timeLimit: { kind: 'fixed', seconds: 10 } }),
    version: '1.2.3',
    ...options,
  });
  const request: TestServer['request'] = (path, { json, ...init } = {}) =>
    server.fetch(
      new Request(`http://127.0.0.1${path}`, {
        ...init,
        ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
        headers: { ...(json === undefined ? {} : { 'Content-Type': 'application/json' }), ...init.headers },
      }),
    );
  return { ...server, request };
}
