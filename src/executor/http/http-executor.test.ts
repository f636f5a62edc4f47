import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../schema/execution.ts';
import { createServer } from '../../server/create-server.ts';
import type { Listener } from '../../server/http/listen.ts';
import { createGatedExecutor } from '../../server/testing/gated-executor.ts';
import { collect, contractJob, describeExecutorContract } from '../../testing/executor-contract.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import type { Executor } from '../executor.ts';
import { createLocalExecutor } from '../local/create-local-executor.ts';
import { bareEnvironment } from '../local/testing/bare-environment.ts';
import { createHttpExecutor } from './create-http-executor.ts';

const taskSet = { name: 'none', version: '0', hash: '' };
const fast = { attempts: 3, baseDelayMs: 1, maxDelayMs: 5000 };

let local: Executor;
let listener: Listener;
beforeAll(async () => {
  local = await createLocalExecutor({ environment: bareEnvironment() });
  listener = await createServer({ executor: local, taskSet, tasks: [] }).listen({ port: 0 });
});
afterAll(async () => {
  await listener.close({ graceMs: 0 });
  await local.close();
});

describeExecutorContract({ name: 'http', create: () => createHttpExecutor({ address: listener.url }) });

async function listen(executor: Executor, options: { tokens?: string[]; port?: number } = {}): Promise<Listener> {
  const { tokens = [], port = 0 } = options;
  return createServer({ executor, taskSet, tasks: [], tokens }).listen({ port });
}

/** A server that answers as it is told. */
async function answer(listener: RequestListener) {
  const server = createHttpServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const info = {
  version: '1',
  executor: { name: 'local', level: 'namespaces', fingerprint: 'f', engine: 'e' },
  slots: 1,
  running: 0,
  waiting: 0,
  limits: defaultLimits,
  tasks: { name: 'none', version: '0', hash: '', count: 0 },
};

describe('createHttpExecutor', () => {
  it('is where its server is, and hides the token', async () => {
    const executor = createScriptedExecutor(() => ({}), {
      info: { level: 'shared', fingerprint: 'abc', engine: 'e1', python: '3.10.13' },
      capacity: 3,
    });
    const there = await listen(executor, { tokens: ['sesame'] });
    const address = there.url.replace('http://', 'http://sesame@');
    await using remote = await createHttpExecutor({ address });
    expect(remote.info).toEqual({
      name: 'http',
      level: 'shared',
      fingerprint: 'abc',
      engine: 'e1',
      python: '3.10.13',
      caveat: undefined,
      address: there.url,
    });
    expect(remote.capacity).toBe(3);
    expect(await collect(remote.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
    await there.close();
  });

  it('says at the first job that the server does not allow its limits, and sends none', async () => {
    let sent = 0;
    const there = await listen(
      createScriptedExecutor(() => {
        sent++;
        return {};
      }),
    );
    await using remote = await createHttpExecutor({ address: there.url });
    const limits = { ...defaultLimits, memoryMb: 1_000_000 };
    const jobs = Array.from({ length: 100 }, (_, at) => ({ ...contractJob('right', at), limits }));
    await expect(collect(remote.execute(jobs))).rejects.toMatchObject({
      code: 'USAGE',
      message: `memoryMb is 1000000; the server at ${there.url} allows ${defaultLimits.memoryMb}: ask for less.`,
    });
    expect(sent).toBe(0);
    await there.close();
  });

  it('runs plain scripts', async () => {
    await using remote = await createHttpExecutor({ address: listener.url });
    const script = { stdin: 'hello', files: { 'a.txt': 'aGk=' }, fetch: ['b.txt'] };
    const code = 'print(input()); open("b.txt", "w").write(open("a.txt").read() * 2)';
    const [execution] = await collect(remote.execute([{ ...contractJob('right'), code, test: '', script }]));
    expect(execution).toMatchObject({ outcome: 'pass', stdout: 'hello\n', files: { 'b.txt': 'aGloaQ==' } });
  });

  it('runs jobs under the separate judge', async () => {
    await using remote = await createHttpExecutor({ address: listener.url });
    const separate = { prompt: '', entryPoint: 'task_func' };
    const [execution] = await collect(remote.execute([{ ...contractJob('right'), separate }]));
    expect(execution).toMatchObject({ outcome: 'pass', separate: { level: 'value' } });
  });

  it('survives a server that is started again, and joins what is under way', async () => {
    const gated = createGatedExecutor();
    const first = await listen(gated.executor);
    await using remote = await createHttpExecutor({ address: first.url, retries: { ...fast, attempts: 100 } });
    const executions = collect(remote.execute([contractJob('right')]));
    await gated.hasStarted(1);
    await first.close({ graceMs: 0 });
    const second = await listen(gated.executor, { port: first.port });
    await gated.hasStarted(2);
    gated.finish(gated.started[0] ?? '');
    gated.finish(gated.started[0] ?? '');
    expect(await executions).toMatchObject([{ id: 'right-0', outcome: 'pass' }]);
    await second.close();
  });

  it('tells a fault of the engine from a wrong program when the server stays away', async () => {
    const gated = createGatedExecutor();
    const there = await listen(gated.executor);
    await using remote = await createHttpExecutor({ address: there.url, retries: fast });
    await there.close();
    const [execution] = await collect(remote.execute([contractJob('right')]));
    expect(execution).toMatchObject({ outcome: 'engine-error', reason: expect.stringMatching(/cannot be reached/) });
  });

  it('waits as the server asks, and asks again while a job is under way', async () => {
    const statuses = [503, 504, 500];
    const asked: string[] = [];
    const there = await answer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/v1/info') return response.end(JSON.stringify(info));
      const status = statuses.shift() ?? 200;
      response.writeHead(status, {
        'Bcb-Fingerprint': 'f',
        'Bcb-Engine': 'e',
        ...(status === 504 && { 'Bcb-State': 'under-way' }),
      });
      const execution = { id: 'x', outcome: 'pass', status: 'pass', tests: [], stdout: '', stderr: '', flags: [] };
      return response.end(JSON.stringify({ ...execution, wallMs: 0, cpuMs: 0, testCpuMs: 0, peakMb: 0 }));
    });
    await using remote = await createHttpExecutor({ address: there.address, retries: fast });
    expect(await collect(remote.execute([contractJob('right')]))).toMatchObject([{ id: 'right-0', outcome: 'pass' }]);
    expect(asked).toHaveLength(5);
    await there.close();
  });

  it('does not mix results of two environments', async () => {
    const there = await answer((request, response) => {
      if (request.url === '/v1/info') return response.end(JSON.stringify(info));
      response.writeHead(200, { 'Bcb-Fingerprint': 'other', 'Bcb-Engine': 'e' });
      return response.end('{}');
    });
    await using remote = await createHttpExecutor({ address: there.address, retries: fast });
    await expect(collect(remote.execute([contractJob('right')]))).rejects.toMatchObject({
      code: 'ENGINE',
      message: expect.stringMatching(/another environment \(other, engine e\)/),
    });
    await there.close();
  });

  it.each([
    ['nonsense', /is no address of a server/],
    ['ftp://host', /is no address of a server/],
    ['http://127.0.0.1:1', /cannot be reached/],
  ])('says what is wrong with %s', async (address, message) => {
    await expect(createHttpExecutor({ address, retries: fast })).rejects.toThrow(message);
  });

  it('says when a token is needed, and when it is somebody else who answers', async () => {
    const guarded = await listen(
      createScriptedExecutor(() => ({})),
      { tokens: ['x'] },
    );
    await expect(createHttpExecutor({ address: guarded.url })).rejects.toThrow(/asks for a token: put the token/);
    await guarded.close();
    const other = await answer((_, response) => response.end('{"hello": "world"}'));
    await expect(createHttpExecutor({ address: other.address })).rejects.toThrow(/is not `bcb serve`/);
    await other.close();
  });
});
