/** Our Gradio client against real Gradio servers, where `BCB_PEER_GRADIO` names Pythons that have one installed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createGradioExecutor,
  type GradioExecutorOptions,
} from '../../../src/executor/gradio/create-gradio-executor.ts';
import { defaultLimits, type Execution, type Job } from '../../../src/schema/execution.ts';
import { contractPrograms } from '../../../src/testing/executor-contract.ts';
import { needing } from '../../../src/util/testing/needs.ts';
import { startMeddlingProxy } from './meddling-proxy.ts';
import { type RealGradio, startRealGradio } from './real-gradio.ts';

const pythons = (process.env.BCB_PEER_GRADIO ?? '').split(',').filter((path) => path !== '');
const peers = { name: 'peers (test/peers/README.md)', isMet: pythons.length > 0 };

const tasks = Array.from({ length: 10 }, (_, index) => ({ id: `BigCodeBench/${index}`, test: `tests of ${index}` }));

/** 100 samples of ten tasks: right, wrong, broken and endless ones, each with a text of its own. */
const jobs = Array.from({ length: 100 }, (_, index): Job => {
  const kinds = [contractPrograms.right, contractPrograms.wrong, contractPrograms.broken, '# for ever\n'];
  const code = `# sleep_ms=5 sample ${index}\n${kinds[index % 4]}`;
  return { id: `${index}`, code, test: `tests of ${index % 10}`, limits: defaultLimits, libs: [] };
});

const expected = jobs.map(({ id }) => `${id} ${['pass', 'fail', 'error', 'timeout'][Number(id) % 4]}`).sort();
const found = (executions: readonly Execution[]) => executions.map(({ id, outcome }) => `${id} ${outcome}`).sort();

async function execute(url: string, options: Partial<GradioExecutorOptions> = {}, onExecution?: () => void) {
  await using executor = await createGradioExecutor({ url, tasks, fetch, chunkSize: 10, ...options });
  const executions: Execution[] = [];
  for await (const execution of executor.execute(jobs)) {
    executions.push(execution);
    onExecution?.();
  }
  return { executions, info: executor.info };
}

describe.each(peers.isMet ? pythons : ['none'])('Gradio of %s', needing(peers), (python) => {
  let server: RealGradio;
  beforeAll(async () => {
    server = await startRealGradio(python, 47_700 + pythons.indexOf(python));
    console.log(`${python}: Gradio ${server.version}`);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  it('evaluates 100 samples', async () => {
    const { executions, info } = await execute(server.url);
    expect(found(executions)).toEqual(expected);
    expect(info).toMatchObject({ level: 'remote', fingerprint: `unknown:${server.url}` });
  });

  it('loses nothing to cut streams', async () => {
    await using proxy = await startMeddlingProxy(server.url, (route, count) =>
      route === 'queue/data' && count % 3 === 0 ? 'cut' : undefined,
    );
    expect(found((await execute(proxy.url)).executions)).toEqual(expected);
    expect(proxy.meddled).toBeGreaterThan(2);
  });

  it('loses nothing to a queue that answers 503', async () => {
    await using proxy = await startMeddlingProxy(server.url, (route, count) =>
      route === 'queue/join' && count % 4 === 1 ? 'refuse' : undefined,
    );
    expect(found((await execute(proxy.url)).executions)).toEqual(expected);
    expect(proxy.meddled).toBeGreaterThan(2);
  });

  it('waits for a slow join', async () => {
    await using proxy = await startMeddlingProxy(server.url, (route, count) =>
      route === 'queue/join' && count === 2 ? { delayMs: 7_000 } : undefined,
    );
    expect(found((await execute(proxy.url)).executions)).toEqual(expected);
    expect(proxy.meddled).toBe(1);
  });

  it('loses nothing to a restart in the middle', async () => {
    let restarting: Promise<void> | undefined;
    const { executions } = await execute(server.url, {}, () => {
      restarting ??= server.restart();
    });
    await restarting;
    expect(restarting).toBeDefined();
    expect(found(executions)).toEqual(expected);
  });
});
