import { describe, expect, it } from 'vitest';
import { collect, contractJob, contractPrograms, describeExecutorContract } from '../../testing/executor-contract.ts';
import type { Script } from '../../testing/scripted-executor.ts';
import { createWorkersExecutor, type WorkersExecutorOptions } from './create-workers-executor.ts';
import { protocolVersion } from './messages.ts';
import type { WorkerLauncher } from './remote-worker.ts';
import { createMemoryLauncher } from './testing/memory-launcher.ts';

/** Plays the programs of the contract. */
const play: Script = ({ code }, signal) => {
  if (code === contractPrograms.wrong) return { outcome: 'fail' };
  if (code === contractPrograms.broken) return { outcome: 'error' };
  if (code !== contractPrograms.sleeper) return {};
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

const noWait = { now: () => 0, sleep: async () => {}, setTimer: () => () => {} };

const open = (launchers: readonly WorkerLauncher[], options: Partial<WorkersExecutorOptions> = {}) =>
  createWorkersExecutor({ name: 'exec', address: 'memory', launchers, clock: noWait, ...options });

const rightJobs = (count: number) => Array.from({ length: count }, (_, index) => contractJob('right', index));

/** A worker that says the same lines to everybody. */
function sayingLauncher(lines: readonly string[]): WorkerLauncher {
  return {
    name: 'parrot',
    launch: async (onText) => {
      let end: (how: string) => void = () => {};
      const ended = new Promise<string>((resolve) => {
        end = resolve;
      });
      const kill = () => end('was killed');
      setImmediate(() => onText(lines.map((line) => `${line}\n`).join('')));
      return { send: () => {}, ended, kill, close: async () => kill() };
    },
  };
}

const hello = (changes = {}) =>
  JSON.stringify({
    type: 'hello',
    protocol: protocolVersion,
    version: '1.2.3',
    slots: 1,
    level: 'none',
    fingerprint: 'x',
    ...changes,
  });

describeExecutorContract({
  name: 'two workers in memory',
  create: () => open([createMemoryLauncher({ script: play }), createMemoryLauncher({ script: play })]),
});

describe('several workers', () => {
  it('are used by their sizes', async () => {
    const seen = { small: 0, large: 0 };
    const slow = async (size: 'small' | 'large') => {
      seen[size]++;
      await new Promise((resolve) => setImmediate(resolve));
      return {};
    };
    const small = createMemoryLauncher({ script: () => slow('small'), capacity: 1 });
    const large = createMemoryLauncher({ script: () => slow('large'), capacity: 4 });
    await using executor = await open([small, large]);
    expect(executor.capacity).toBe(5);
    expect(await collect(executor.execute(rightJobs(200)))).toHaveLength(200);
    expect(seen.small).toBeGreaterThan(0);
    expect(seen.large).toBeGreaterThan(seen.small);
  });

  it('give the jobs of one that dies to the others, and restart it', async () => {
    const killed: string[] = [];
    const fragile = createMemoryLauncher({
      name: 'fragile',
      script: async ({ id }) => {
        if (killed.length < 3) {
          killed.push(id);
          fragile.kill();
        }
        return {};
      },
    });
    const solid = createMemoryLauncher({
      name: 'solid',
      script: () => new Promise((go) => setImmediate(() => go({}))),
    });
    const log: string[] = [];
    await using executor = await open([fragile, solid], { onNotice: (line) => log.push(line) });
    const executions = await collect(executor.execute(rightJobs(60)));
    expect(executions.map(({ id }) => id).sort()).toEqual(
      rightJobs(60)
        .map(({ id }) => id)
        .sort(),
    );
    expect(executions.every(({ outcome }) => outcome === 'pass')).toBe(true);
    expect(fragile.started).toBeGreaterThan(1);
    expect(solid.started).toBe(1);
    expect(log).toContain('fragile is back.');
  });

  it('call a job an engine error when each that gets it dies, and continue with the rest', async () => {
    const launcher = createMemoryLauncher({
      script: async ({ id }) => {
        if (id === 'wrong-0') launcher.kill();
        return {};
      },
      capacity: 1,
    });
    await using executor = await open([launcher]);
    const poison = await collect(executor.execute([contractJob('wrong')]));
    expect(poison).toMatchObject([{ id: 'wrong-0', outcome: 'engine-error', reason: 'memory: was killed' }]);
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
    expect(launcher.started).toBe(5);
  });

  it('give up one that does not restart, and say so for every job when none is left', async () => {
    let isBroken = false;
    const launcher = createMemoryLauncher({ name: 'gone', capacity: 1, script: () => launcher.kill() as never });
    const flaky: WorkerLauncher = {
      name: 'gone',
      launch: (onText, signal) => {
        if (isBroken) throw new Error('no route to host');
        isBroken = true;
        return launcher.launch(onText, signal);
      },
    };
    const log: string[] = [];
    await using executor = await open([flaky], { onNotice: (line) => log.push(line) });
    const executions = await collect(executor.execute(rightJobs(20)));
    expect(executions).toHaveLength(20);
    expect(new Set(executions.map(({ outcome }) => outcome))).toEqual(new Set(['engine-error']));
    expect(executions[5]?.reason).toContain('no route to host');
    expect(log.filter((line) => line.includes('did not restart'))).toHaveLength(5);
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'engine-error' }]);
  });

  it('are refused when their environments differ, with a sentence that says which', async () => {
    const launchers = ['one', 'two'].map((name) =>
      createMemoryLauncher({ name, info: { fingerprint: `env-${name}` } }),
    );
    await expect(open(launchers)).rejects.toMatchObject({
      code: 'ENVIRONMENT',
      message:
        'two and one have different Python environments (env-two and env-one): install the same on both, or pass --allow-mixed.',
    });
  });

  it('mix environments on purpose, and mark the results', async () => {
    const launchers = ['one', 'two'].map((name) =>
      createMemoryLauncher({ name, info: { fingerprint: `env-${name}` } }),
    );
    await using executor = await open(launchers, { allowMixed: true });
    expect(executor.info.fingerprint).toMatch(/^mixed-[0-9a-f]{12}$/);
    expect(executor.info.caveat).toBe('the workers have different environments');
    await using other = await open([...launchers].reverse(), { allowMixed: true });
    expect(other.info.fingerprint).toBe(executor.info.fingerprint);
  });

  it('leave out one whose environment changed meanwhile', async () => {
    const { createScriptedExecutor } = await import('../../testing/scripted-executor.ts');
    const changing = createMemoryLauncher({
      name: 'changing',
      createExecutor: (count) =>
        createScriptedExecutor(() => (count === 1 ? (changing.kill() as never) : {}), {
          info: { fingerprint: `env-${count}` },
        }),
    });
    const log: string[] = [];
    await using executor = await open([changing], { onNotice: (line) => log.push(line) });
    const [execution] = await collect(executor.execute([contractJob('right')]));
    expect(execution?.outcome).toBe('engine-error');
    expect(log).toContain(
      'changing is no longer used: it and the others have different Python environments (env-2 and env-1).',
    );
  });

  it('are described together: by the weakest level, and what they have in common', async () => {
    const launchers = [
      createMemoryLauncher({ info: { level: 'namespaces', engine: 'e1', fingerprint: 'f', python: '3.10.13' } }),
      createMemoryLauncher({ info: { level: 'landlock', engine: 'e1', fingerprint: 'f', python: '3.10.13' } }),
    ];
    await using executor = await open(launchers);
    expect(executor.info).toEqual({
      name: 'exec',
      level: 'landlock',
      fingerprint: 'f',
      engine: 'e1',
      python: '3.10.13',
      address: 'memory',
    });
  });
});

describe('a worker that is not one', () => {
  it('may be greeted by a login shell before it answers', async () => {
    const log: string[] = [];
    await using executor = await open([sayingLauncher(['Welcome to Debian', '', hello()])], {
      onLog: (line) => log.push(line),
    });
    expect(executor.capacity).toBe(1);
    expect(log).toContain('parrot: Welcome to Debian');
  });

  it('that speaks another protocol is refused with what to do', async () => {
    await expect(open([sayingLauncher([hello({ protocol: 2, version: '9.0.0' })])])).rejects.toThrow(
      'parrot is version 9.0.0 and speaks protocol 2, this side 1: install the same version on both sides.',
    );
  });

  it('that says what is wrong with it is quoted', async () => {
    const fault = JSON.stringify({ type: 'fault', message: 'No environment is installed: run `bcb env install`.' });
    await expect(open([sayingLauncher([fault])])).rejects.toMatchObject({
      code: 'ENGINE',
      message: 'parrot: No environment is installed: run `bcb env install`.',
    });
  });

  it('that never says hello is given up', async () => {
    await expect(open([sayingLauncher([])], { timing: { startMs: 20 } })).rejects.toThrow(
      'parrot: no answer within 0.02 s',
    );
  });

  it('that talks nonsense for ever is given up', async () => {
    await expect(open([sayingLauncher(Array.from({ length: 200 }, () => 'la'))])).rejects.toThrow(
      'parrot: said something else than the job protocol: "la"',
    );
  });

  it('that falls silent is replaced', async () => {
    let isFirst = true;
    const good = createMemoryLauncher({ heartbeatMs: 5 });
    const mute = sayingLauncher([hello({ fingerprint: 'scripted', level: 'none' })]);
    const launcher: WorkerLauncher = {
      name: 'mute',
      launch: (onText, signal) => {
        const chosen = isFirst ? mute : good;
        isFirst = false;
        return chosen.launch(onText, signal);
      },
    };
    await using executor = await open([launcher], { timing: { heartbeatMs: 5, silenceMs: 500 } });
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
    expect(good.started).toBeGreaterThan(0);
  });
});
