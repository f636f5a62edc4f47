import { describe, expect, it } from 'vitest';
import { collect, contractJob, contractPrograms, describeExecutorContract } from '../../testing/executor-contract.ts';
import type { Script } from '../../testing/scripted-executor.ts';
import { type CrewExecutorOptions, createCrewExecutor } from './create-crew-executor.ts';
import type { WorkerPlace } from './job-channel.ts';
import { protocolVersion } from './messages.ts';
import { createMemoryPlace } from './testing/memory-place.ts';

/** Plays the programs of the contract. */
const play: Script = ({ code }, signal) => {
  if (code === contractPrograms.wrong) return { outcome: 'fail' };
  if (code === contractPrograms.broken) return { outcome: 'error' };
  if (code !== contractPrograms.sleeper) return {};
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
};

const noWait = { now: () => 0, sleep: async () => {}, setTimer: () => () => {} };

const open = (places: readonly WorkerPlace[], options: Partial<CrewExecutorOptions> = {}) =>
  createCrewExecutor({ name: 'exec', address: 'memory', places, clock: noWait, ...options });

const rightJobs = (count: number) => Array.from({ length: count }, (_, index) => contractJob('right', index));

/** A worker that says the same lines to everybody. */
function sayingPlace(lines: readonly string[]): WorkerPlace {
  return {
    name: 'parrot',
    open: async ({ onText }) => {
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
  name: 'crew of two workers in memory',
  create: () => open([createMemoryPlace({ script: play }), createMemoryPlace({ script: play })]),
});

describe('a crew', () => {
  it('uses every place, by its size', async () => {
    const seen = { small: 0, large: 0 };
    const slow = async (place: 'small' | 'large') => {
      seen[place]++;
      await new Promise((resolve) => setImmediate(resolve));
      return {};
    };
    const small = createMemoryPlace({ script: () => slow('small'), capacity: 1 });
    const large = createMemoryPlace({ script: () => slow('large'), capacity: 4 });
    await using executor = await open([small, large]);
    expect(executor.capacity).toBe(5);
    expect(await collect(executor.execute(rightJobs(200)))).toHaveLength(200);
    expect(seen.small).toBeGreaterThan(0);
    expect(seen.large).toBeGreaterThan(seen.small);
  });

  it('gives the jobs of a worker that dies to the others, and starts it again', async () => {
    const killed: string[] = [];
    const fragile = createMemoryPlace({
      name: 'fragile',
      script: async ({ id }) => {
        if (killed.length < 3) {
          killed.push(id);
          fragile.kill();
        }
        return {};
      },
    });
    const solid = createMemoryPlace({ name: 'solid', script: () => new Promise((go) => setImmediate(() => go({}))) });
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

  it('calls a job an engine error when every worker that gets it dies, and continues with the rest', async () => {
    const place = createMemoryPlace({
      script: async ({ id }) => {
        if (id === 'wrong-0') place.kill();
        return {};
      },
      capacity: 1,
    });
    await using executor = await open([place]);
    const poison = await collect(executor.execute([contractJob('wrong')]));
    expect(poison).toMatchObject([{ id: 'wrong-0', outcome: 'engine-error', reason: 'memory: was killed' }]);
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
    expect(place.started).toBe(5);
  });

  it('gives up a place that never comes back, and says so for every job when none is left', async () => {
    let isBroken = false;
    const place = createMemoryPlace({ name: 'gone', capacity: 1, script: () => place.kill() as never });
    const flaky: WorkerPlace = {
      name: 'gone',
      open: (handlers, signal) => {
        if (isBroken) throw new Error('no route to host');
        isBroken = true;
        return place.open(handlers, signal);
      },
    };
    const log: string[] = [];
    await using executor = await open([flaky], { onNotice: (line) => log.push(line) });
    const executions = await collect(executor.execute(rightJobs(20)));
    expect(executions).toHaveLength(20);
    expect(new Set(executions.map(({ outcome }) => outcome))).toEqual(new Set(['engine-error']));
    expect(executions[5]?.reason).toContain('no route to host');
    expect(log.filter((line) => line.includes('does not come back'))).toHaveLength(5);
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'engine-error' }]);
  });

  it('refuses workers with different environments, and says which', async () => {
    const places = ['one', 'two'].map((name) => createMemoryPlace({ name, info: { fingerprint: `env-${name}` } }));
    await expect(open(places)).rejects.toMatchObject({
      code: 'ENVIRONMENT',
      message:
        'two cannot work beside one: its Python environment is env-two, the others have env-one. Install the same environment on both, or pass --allow-mixed.',
    });
  });

  it('mixes environments on purpose, and marks the results', async () => {
    const places = ['one', 'two'].map((name) => createMemoryPlace({ name, info: { fingerprint: `env-${name}` } }));
    await using executor = await open(places, { allowMixed: true });
    expect(executor.info.fingerprint).toMatch(/^mixed-[0-9a-f]{12}$/);
    expect(executor.info.caveat).toBe('the workers have different environments');
    await using other = await open([...places].reverse(), { allowMixed: true });
    expect(other.info.fingerprint).toBe(executor.info.fingerprint);
  });

  it('does not take back a worker whose environment changed meanwhile', async () => {
    const { createScriptedExecutor } = await import('../../testing/scripted-executor.ts');
    const changing = createMemoryPlace({
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
    expect(log).toContain('changing is not used any more: its Python environment is env-2, the others have env-1.');
  });

  it('describes itself by its workers: the weakest level, what they have in common', async () => {
    const places = [
      createMemoryPlace({ info: { level: 'namespaces', engine: 'e1', fingerprint: 'f', python: '3.10.13' } }),
      createMemoryPlace({ info: { level: 'landlock', engine: 'e1', fingerprint: 'f', python: '3.10.13' } }),
    ];
    await using executor = await open(places);
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
    await using executor = await open([sayingPlace(['Welcome to Debian', '', hello()])], {
      onLog: (line) => log.push(line),
    });
    expect(executor.capacity).toBe(1);
    expect(log).toContain('parrot: Welcome to Debian');
  });

  it('that speaks another protocol is refused with what to do', async () => {
    await expect(open([sayingPlace([hello({ protocol: 2, version: '9.0.0' })])])).rejects.toThrow(
      'parrot is version 9.0.0 and speaks protocol 2, this side 1: install the same version on both sides.',
    );
  });

  it('that says what is wrong with it is quoted', async () => {
    const fault = JSON.stringify({ type: 'fault', message: 'No environment is installed: run `bcb env install`.' });
    await expect(open([sayingPlace([fault])])).rejects.toMatchObject({
      code: 'ENGINE',
      message: 'parrot: No environment is installed: run `bcb env install`.',
    });
  });

  it('that never says hello is given up', async () => {
    await expect(open([sayingPlace([])], { timing: { startMs: 20 } })).rejects.toThrow(
      'parrot: no answer within 0.02 s',
    );
  });

  it('that talks nonsense for ever is given up', async () => {
    await expect(open([sayingPlace(Array.from({ length: 200 }, () => 'la'))])).rejects.toThrow(
      'parrot: said something else than the job protocol: "la"',
    );
  });

  it('that falls silent is replaced', async () => {
    let isFirst = true;
    const good = createMemoryPlace({ heartbeatMs: 5 });
    const mute = sayingPlace([hello({ fingerprint: 'scripted', level: 'none' })]);
    const place: WorkerPlace = {
      name: 'mute',
      open: (handlers, signal) => {
        const chosen = isFirst ? mute : good;
        isFirst = false;
        return chosen.open(handlers, signal);
      },
    };
    await using executor = await open([place], { timing: { heartbeatMs: 5, silenceMs: 500 } });
    expect(await collect(executor.execute([contractJob('right')]))).toMatchObject([{ outcome: 'pass' }]);
    expect(good.started).toBeGreaterThan(0);
  });
});
