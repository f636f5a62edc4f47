import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Sandbox } from 'e2b';
import { expect, it } from 'vitest';
import { collect, contractJob, describeExecutorContract } from '../../testing/executor-contract.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { workerCommand } from '../command/testing/worker-command.ts';
import { createE2bExecutor, type E2bExecutorOptions } from './create-e2b-executor.ts';
import {
  type LoopbackE2b,
  type LoopbackE2bOptions,
  loopbackE2b,
  startLoopbackE2b,
} from './testing/loopback-e2b/loopback-e2b.ts';
import { pidOwner } from './testing/pid-owner.ts';

const apiKey = 'e2b_loopback';

/** Says hello and never answers: all that a test of the sandboxes themselves needs. */
const hello = { type: 'hello', protocol: 1, version: '1.2.3', slots: 2, level: 'none', fingerprint: 'x' };
const mute = { programs: { bigcodebench: `sh -c 'echo '"'"'${JSON.stringify(hello)}'"'"'; exec cat > /dev/null'` } };

const startPeer = (options: Partial<LoopbackE2bOptions> = {}) =>
  startLoopbackE2b({ programs: { bigcodebench: workerCommand() }, apiKey, ...options });

const openAt = (peer: LoopbackE2b, options: Partial<E2bExecutorOptions> = {}) =>
  createE2bExecutor({
    connection: { apiKey, apiUrl: peer.url, sandboxUrl: peer.url },
    owner: pidOwner,
    sandboxes: 2,
    createIntervalMs: 10,
    ...options,
  });

const expectAllKilled = ({ created, killed, running }: LoopbackE2b) => {
  expect([...killed].sort()).toEqual([...created].sort());
  expect(running.size).toBe(0);
};

describeNeeding(loopbackE2b())('E2B', () => {
  describeExecutorContract({
    name: 'e2b',
    create: async () => {
      const peer = await startPeer();
      const executor = await openAt(peer, { sandboxes: 1 });
      const close = async () => {
        await executor.close();
        await peer[Symbol.asyncDispose]();
      };
      return { ...executor, close, [Symbol.asyncDispose]: close };
    },
  });

  it('starts its sandboxes without network, says what they cost, and ends every one', async () => {
    await using peer = await startPeer();
    const notices: string[] = [];
    const executor = await openAt(peer, { onNotice: (sentence) => notices.push(sentence) });
    expect([...peer.running.values()].map(({ facts }) => facts.hasNetwork)).toEqual([false, false]);
    expect(executor.capacity).toBe(4);
    expect(executor.info).toMatchObject({ name: 'e2b', address: `bigcodebench_evaluator at ${peer.url}` });
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
    await executor.close();
    expectAllKilled(peer);
    expect(notices[0]).toBe('2 E2B sandboxes (4 vCPU, 8 GiB each) cost about $0.66 an hour at list price.');
    expect(notices[1]).toMatch(
      /^2 E2B sandboxes were started, 2 ended; they ran [\d.]+ minutes in all: about \$0\.0\d/,
    );
  });

  it('creates no more sandboxes a second than an account may', async () => {
    await using peer = await startPeer(mute);
    const executor = await openAt(peer, { sandboxes: 3, createIntervalMs: 300 });
    await executor.close();
    const [first = 0, second = 0, third = 0] = peer.createdAt;
    expect(second - first).toBeGreaterThan(200);
    expect(third - first).toBeGreaterThan(500);
  });

  it('keeps a sandbox alive as long as it is used', async () => {
    await using peer = await startPeer();
    await using executor = await openAt(peer, { sandboxes: 1, lifetimeMs: 6_000 });
    const code = 'import time\n\ndef task_func():\n    time.sleep(9)\n    return 42\n';
    expect(await collect(executor.execute([{ ...contractJob('right'), code }]))).toMatchObject([{ outcome: 'pass' }]);
    expect(peer.created).toHaveLength(1);
  });

  it('takes a new sandbox for one that ends in the middle', async () => {
    await using peer = await startPeer();
    await using executor = await openAt(peer, { sandboxes: 1 });
    const [sandbox] = peer.running.values();
    const code = 'import time\n\ndef task_func():\n    time.sleep(1)\n    return 42\n';
    const consumption = collect(executor.execute([{ ...contractJob('right'), code }]));
    await sandbox?.end();
    expect(await consumption).toMatchObject([{ outcome: 'pass' }]);
    expect(peer.created).toHaveLength(2);
  });

  it('continues with as many as the account allows', async () => {
    await using peer = await startPeer({ ...mute, maxSandboxes: 1 });
    const notices: string[] = [];
    await using executor = await openAt(peer, { onNotice: (sentence) => notices.push(sentence) });
    expect(executor.capacity).toBe(2);
    expect(notices[0]).toContain('maximum number of concurrent sandboxes');
  });

  it('ends what an earlier process left behind when that was killed, and nothing else', async () => {
    await using peer = await startPeer(mute);
    const foreign = await Sandbox.create('bigcodebench_evaluator', {
      apiKey,
      apiUrl: peer.url,
      sandboxUrl: peer.url,
      timeoutMs: 600_000,
      metadata: { app: 'bigcodebench', owner: pidOwner.name },
    });
    const script = join(import.meta.dirname, 'testing', 'e2b-script.ts');
    const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
    const child = spawn(process.execPath, ['--import', jiti, script, peer.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(peer.running.size).toBe(3);
    const notices: string[] = [];
    const executor = await openAt(peer, { onNotice: (sentence) => notices.push(sentence) });
    expect(notices).toContain('2 E2B sandboxes that an earlier run left behind were ended.');
    await executor.close();
    expect([...peer.running.keys()]).toEqual([foreign.sandboxId]);
    await foreign.kill();
    expectAllKilled(peer);
  });

  it('leaves nothing behind when it is stopped while it starts', async () => {
    await using peer = await startPeer(mute);
    const stop = new AbortController();
    const opening = openAt(peer, { signal: stop.signal });
    const refused = expect(opening).rejects.toThrow('enough');
    while (peer.created.length === 0) await sleep(10);
    stop.abort(new Error('enough'));
    await refused;
    expectAllKilled(peer);
  });

  it('says what is wrong with the key, the template and the address', async () => {
    await using peer = await startPeer();
    const connection = { apiKey: 'e2b_wrong', apiUrl: peer.url, sandboxUrl: peer.url };
    await expect(openAt(peer, { connection })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(/^E2B refused the key in E2B_API_KEY \(.*Invalid API key.*\)\.$/),
    });
    await expect(openAt(peer, { template: 'nothing' })).rejects.toMatchObject({
      message: expect.stringMatching(/^E2B has no template nothing: run `bcb e2b build`/),
    });
    const nowhere = { apiKey, apiUrl: 'http://127.0.0.1:47998', sandboxUrl: peer.url };
    await expect(openAt(peer, { connection: nowhere })).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(/^E2B cannot be used .*use --execution local\.$/),
    });
    expect(peer.created).toEqual([]);
  });

  it('says what a template lacks that has no worker', async () => {
    await using peer = await startPeer({ programs: {} });
    await expect(openAt(peer)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(/bigcodebench: command not found/),
    });
    expectAllKilled(peer);
  });
});
