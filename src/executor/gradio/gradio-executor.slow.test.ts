import { describe, expect, it } from 'vitest';
import type { Execution, Job } from '../../schema/execution.ts';
import { collect, contractJob, contractPrograms, describeExecutorContract } from '../../testing/executor-contract.ts';
import { createScriptedExecutor, type Script } from '../../testing/scripted-executor.ts';
import { createLocalExecutor } from '../local/create-local-executor.ts';
import { bareEnvironment } from '../local/testing/bare-environment.ts';
import { createGradioExecutor, type GradioExecutorOptions } from './create-gradio-executor.ts';
import { type LoopbackGradioOptions, startLoopbackGradio } from './testing/loopback-gradio.ts';
import {
  createReplayingFetch,
  loadTranscript,
  recordedJobs,
  recordedTasks,
  recordedVersions,
} from './testing/transcript.ts';

const noWait = { sleep: async () => {} };

describe.each(recordedVersions)('a conversation recorded with Gradio %s', (version) => {
  it.each([1, 7, 1_000_000])('gives the executions, in pieces of %d bytes', async (pieceBytes) => {
    const fetch = createReplayingFetch(await loadTranscript(version, 'results'), pieceBytes);
    await using executor = await createGradioExecutor({ url: 'http://recorded', tasks: recordedTasks, fetch });
    const executions = await collect(executor.execute(recordedJobs));
    expect(executions).toMatchObject([
      { id: 'right-0', outcome: 'pass', status: 'pass', tests: [] },
      {
        id: 'wrong-0',
        outcome: 'fail',
        status: 'fail',
        tests: [{ name: 'test_answer', outcome: 'fail', message: expect.stringContaining('AssertionError: 41 != 42') }],
      },
      { id: 'broken-0', outcome: 'error', status: 'fail', reason: 'invalid syntax (__test__.py, line 1)' },
    ]);
    expect(executor.info).toEqual({
      name: 'gradio',
      level: 'remote',
      fingerprint: 'unknown:http://recorded/',
      address: 'http://recorded/',
      caveat: 'the Gradio server does not say in which environment and by which tests it judges',
    });
  });

  it('makes an engine error of an evaluation that failed on the server', async () => {
    const fetch = createReplayingFetch(await loadTranscript(version, 'failure'), 1000);
    await using executor = await createGradioExecutor({ url: 'http://recorded', tasks: recordedTasks, fetch });
    const jobs = recordedJobs.slice(0, 1).map((job) => ({ ...job, code: '# raise_in_app\n' }));
    expect(await collect(executor.execute(jobs))).toMatchObject([
      { outcome: 'engine-error', reason: "the server's evaluation failed: the app broke" },
    ]);
  });
});

const { test } = contractJob('right');
const tasks = [{ id: 'BigCodeBench/1', test }];
const toJob = (_: string, code: string): Job => ({ ...contractJob('right'), code });

describeExecutorContract({
  name: 'gradio',
  create: async () => {
    const server = await startLoopbackGradio({
      version: '5.50.0',
      executor: await createLocalExecutor({ environment: bareEnvironment() }),
      toJob,
    });
    const executor = await createGradioExecutor({ url: server.url, tasks, fetch, chunkSize: 1, requests: 8 });
    const close = async () => {
      await executor.close();
      await server[Symbol.asyncDispose]();
    };
    return { ...executor, close, [Symbol.asyncDispose]: close };
  },
});

const failing = { name: 'test_answer', outcome: 'fail', ms: 1, message: 'AssertionError: 41 != 42\n' } as const;
const judge: Script = ({ code }) => (code.includes('41') ? { outcome: 'fail', tests: [failing] } : {});

async function open(
  server: Partial<LoopbackGradioOptions> & { readonly script?: Script } = {},
  options: Partial<GradioExecutorOptions> = {},
) {
  const peer = await startLoopbackGradio({
    version: '6.31.0',
    executor: createScriptedExecutor(server.script ?? judge, { capacity: 8 }),
    toJob,
    ...server,
  });
  const notices: string[] = [];
  const executor = await createGradioExecutor({
    url: peer.url,
    tasks,
    fetch,
    retries: noWait,
    onNotice: (sentence) => notices.push(sentence),
    ...options,
  });
  const dispose = async () => {
    await executor.close();
    await peer[Symbol.asyncDispose]();
  };
  return { peer, executor, notices, [Symbol.asyncDispose]: dispose };
}

const manyJobs = Array.from({ length: 100 }, (_, index) => contractJob(index % 4 === 0 ? 'wrong' : 'right', index));

function expectAll(executions: readonly Execution[]) {
  expect(executions).toHaveLength(100);
  for (const { id, outcome } of executions) expect(outcome).toBe(id.startsWith('wrong') ? 'fail' : 'pass');
}

describe('the gradio executor', () => {
  it('sends samples in chunks', async () => {
    await using world = await open();
    expectAll(await collect(world.executor.execute(manyJobs)));
    expect(world.peer.counts.get('queue/join')).toBeLessThan(12);
  });

  it.each<[string, NonNullable<LoopbackGradioOptions['meddle']>]>([
    ['a stream that is cut', (route, response, count) => route === 'queue/data' && count <= 3 && cut(response)],
    ['a stream that ends early', (route, response, count) => route === 'queue/data' && count <= 3 && !!response.end()],
    ['503 at the queue', (route, response, count) => route === 'queue/join' && count <= 3 && refuse(response, 503)],
    ['429 with a wait', (route, response, count) => route === 'upload' && count <= 2 && refuse(response, 429)],
    [
      'a connection that is dropped',
      (route, response, count) => route === 'upload' && count % 3 === 1 && cut(response),
    ],
    ['an answer that is no JSON', (route, response, count) => route === 'info' && count === 2 && refuse(response, 502)],
    ['a slow queue', async (route) => route === 'queue/join' && (await pause(50))],
  ])('loses nothing to %s', async (_, meddle) => {
    await using world = await open({ meddle });
    expectAll(await collect(world.executor.execute(manyJobs)));
  });

  it('gives up a server that is silent, with engine errors and one notice', async () => {
    let isSilent = false;
    const meddle = (route: string) => isSilent && route === 'queue/data' && new Promise<boolean>(() => {});
    await using world = await open({ meddle }, { timing: { answerMs: 1_500 }, retries: { ...noWait, attempts: 2 } });
    isSilent = true;
    const executions = await collect(world.executor.execute(manyJobs.slice(0, 20)));
    expect(executions.every(({ outcome }) => outcome === 'engine-error')).toBe(true);
    expect(executions[0]?.reason).toMatch(/cannot be reached \(no answer within 1.5 s\)/);
    expect(world.notices).toHaveLength(1);
    isSilent = false;
    expectAll(await collect(world.executor.execute(manyJobs)));
  });

  it('gives up a stream without even a heartbeat', async () => {
    const meddle = (route: string, response: import('node:http').ServerResponse) => {
      if (route !== 'queue/data') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      return true;
    };
    await using world = await open({ meddle }, { timing: { silenceMs: 20 }, retries: { ...noWait, attempts: 2 } });
    const [execution] = await collect(world.executor.execute([contractJob('right')]));
    expect(execution).toMatchObject({ outcome: 'engine-error', reason: 'the event stream was silent for 0.02 s' });
  });

  it('finds the one program that breaks the evaluation of a chunk', async () => {
    const script: Script = (job, signal) => {
      if (job.code.includes('poison')) throw new Error('the app broke');
      return judge(job, signal);
    };
    const world = await open({
      script,
      toJob: (id, code) => {
        if (code.includes('poison')) throw new Error('the app broke');
        return toJob(id, code);
      },
    });
    await using _ = world;
    const poison = { ...contractJob('broken'), code: '# poison\n' };
    const executions = await collect(world.executor.execute([...manyJobs.slice(0, 9), poison]));
    const faulty = executions.filter(({ outcome }) => outcome === 'engine-error');
    expect(faulty.map(({ id }) => id)).toEqual(['broken-0']);
    expect(executions).toHaveLength(10);
  });

  it('does not believe a server that returns other programs', async () => {
    const meddle: LoopbackGradioOptions['meddle'] = (route, response) => {
      if (route !== 'queue/data') return false;
      const entry = { task_id: 'BigCodeBench/1', solution: 'x = 1', status: 'pass', details: {} };
      const data = [{ date: '', eval: { 'BigCodeBench/1': [entry] } }, {}];
      const message = { msg: 'process_completed', event_id: 'x', success: true, output: { data } };
      response.end(`data: ${JSON.stringify(message)}\n\n`);
      return true;
    };
    await using world = await open({ meddle });
    expect(await collect(world.executor.execute([contractJob('right')]))).toMatchObject([
      { outcome: 'engine-error', reason: 'the server returned another program than it was sent' },
    ]);
  });

  it('cancels on the server what nobody waits for any more', async () => {
    const started = new AbortController();
    let isCancelled = false;
    const script: Script = (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isCancelled = true;
          reject(signal.reason);
        });
        started.abort();
      });
    await using world = await open({ script });
    const stop = new AbortController();
    const reason = new Error('enough');
    started.signal.addEventListener('abort', () => stop.abort(reason));
    const consumption = collect(world.executor.execute([contractJob('sleeper')], { signal: stop.signal }));
    await expect(consumption).rejects.toBe(reason);
    expect(world.peer.counts.get('cancel')).toBe(1);
    expect(isCancelled).toBe(true);
  });

  it('refuses what the server has no tests for', async () => {
    await using world = await open();
    const foreign = { ...contractJob('right'), test: 'other tests' };
    const script = { ...contractJob('right', 1), script: { stdin: '', files: {}, fetch: [] } };
    const executions = await collect(world.executor.execute([foreign, script]));
    expect(executions.map(({ outcome }) => outcome)).toEqual(['engine-error', 'engine-error']);
    expect(world.peer.counts.get('queue/join')).toBeUndefined();
  });

  it('takes over the facts of a server of ours, and notices when they change', async () => {
    const facts = { version: '1.2.3', fingerprint: 'f1', level: 'namespaces', engine: 'e1', python: '3.10.13' };
    const config = { bigcodebench: { ...facts } };
    const meddle: LoopbackGradioOptions['meddle'] = (route, response, count) =>
      (route === 'queue/data' && count === 1 && cut(response)) ||
      (route === 'config' &&
        count > 1 &&
        !!response.end(JSON.stringify({ version: '6.0', dependencies: [], api_prefix: '/gradio_api' })));
    await using world = await open({ config, meddle });
    expect(world.executor.info).toMatchObject({ level: 'remote', fingerprint: 'f1', engine: 'e1', python: '3.10.13' });
    expect(world.executor.info.caveat).toBeUndefined();
    expect(await collect(world.executor.execute([contractJob('right')]))).toMatchObject([
      { outcome: 'engine-error', reason: expect.stringContaining('another environment now') },
    ]);
  });
});

describe('opening the gradio executor', () => {
  const openAt = (url: string, options: Partial<GradioExecutorOptions> = {}) =>
    createGradioExecutor({ url, tasks, fetch, retries: noWait, ...options });

  it('names the address, the reason and the way out when nobody answers', async () => {
    await expect(openAt('http://user:secret@127.0.0.1:47999/')).rejects.toMatchObject({
      code: 'NETWORK',
      message:
        'http://127.0.0.1:47999/config cannot be reached (ECONNREFUSED): check the address (--execution gradio:URL), or run here with --execution local.',
    });
    await expect(openAt('somewhere')).rejects.toMatchObject({ code: 'USAGE' });
  });

  it.each([
    [503, 'A Space that sleeps', /answered 503 \(A Space that sleeps\)/],
    [404, '<html>Not here</html>', /answered 404: check/],
    [401, '', /answered 401: it wants a token/],
    [200, '<html>Hello</html>', /is not what a Gradio server answers/],
    [200, '{"version":"5.0","dependencies":[],"named_endpoints":{}}', /has no endpoint that takes samples/],
  ])('explains %d %s', async (status, body, sentence) => {
    const answer = async () => new Response(body, { status });
    await expect(openAt('http://somewhere', { fetch: answer })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(sentence),
    });
  });

  it('sends a token, and only to the server', async () => {
    const seen: unknown[] = [];
    const answer: typeof fetch = async (_, init) => {
      seen.push(new Headers(init?.headers).get('authorization'));
      return new Response('', { status: 403 });
    };
    await expect(openAt('http://hf_x@somewhere', { fetch: answer })).rejects.not.toThrow('hf_x');
    await expect(openAt('http://me:pass@somewhere', { fetch: answer })).rejects.not.toThrow('pass');
    expect(seen).toEqual(['Bearer hf_x', `Basic ${Buffer.from('me:pass').toString('base64')}`]);
  });
});

function cut(response: import('node:http').ServerResponse): boolean {
  response.destroy();
  return true;
}

function refuse(response: import('node:http').ServerResponse, status: number): boolean {
  response.writeHead(status, { 'retry-after': '1' }).end('busy');
  return true;
}

async function pause(ms: number): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return false;
}

// The programs of the contract must be told apart by `judge`.
expect(contractPrograms.wrong).toContain('41');
