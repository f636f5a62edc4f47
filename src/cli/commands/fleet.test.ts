import { describe, expect, it } from 'vitest';
import { type FleetStatus, readFleetStatus } from '../../executor/queue/fleet-status.ts';
import { queueNameOf, type WorkerFacts } from '../../executor/queue/messages.ts';
import { Registry } from '../../executor/queue/registry.ts';
import { openStore, parseStore } from '../../executor/queue/store.ts';
import { startRedis } from '../../executor/queue/testing/redis-server.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { runCommand } from '../testing/run-command.ts';
import { doctorCommand } from './doctor.ts';
import { fleetCommand, renderFleet, WorkerRates } from './fleet.ts';

const worker: WorkerFacts = {
  ...{ id: 'w1', host: 'node1', pid: 17, version: '1', slots: 4, fingerprint: 'f', engine: 'e' },
  ...{ level: 'namespaces' as const, startedAt: 0, seenAt: 1000, done: 10, failed: 0 },
};

const statusOf = (seenAt: number, done: number): FleetStatus => ({
  address: 'redis://head',
  queues: [
    {
      ...{ name: 'bcb-f-e', slots: 4, waiting: 7, active: 4, failed: 0, suspect: 1, oldestMs: 2600 },
      workers: [{ ...worker, seenAt, done }],
    },
  ],
});

describe('bcb fleet status', () => {
  it('shows workers, what waits, and how fast they are, between two signs of life too', () => {
    const rates = new WorkerRates();
    for (const status of [statusOf(1000, 10), statusOf(6000, 210), statusOf(6000, 210)]) rates.take(status);
    expect(renderFleet(statusOf(6000, 210), rates)).toMatch(
      /^bcb-f-e: 1 worker, 4 slots; 7 waiting, 4 running, 0 failed, oldest waiting 3 s, 1 suspected of crashing workers, 40\.0\/s\n/,
    );
    expect(renderFleet(statusOf(6000, 210), rates)).toMatch(/node1 +17 +4 +namespaces +210 +40\.0\/s/);
    expect(renderFleet(statusOf(6000, 210))).not.toContain('/s');
  });

  it('needs a queue', async () => {
    await expect(runCommand(fleetCommand, { words: ['status'], cwd: '/' })).rejects.toMatchObject({ code: 'USAGE' });
  });
});

describeNeeding(program('redis-server'))('with a Redis', () => {
  it('says that nobody works here', async () => {
    await using redis = await startRedis();
    const { code, out } = await runCommand(fleetCommand, { words: ['status', '--queue', redis.url], cwd: '/' });
    expect({ code, out }).toEqual({ code: 0, out: `No workers at ${redis.url}.\n` });
  });

  it('shows what waits for workers that are gone, for a week', async () => {
    await using redis = await startRedis();
    const status = async () =>
      (await runCommand(fleetCommand, { words: ['status', '--queue', redis.url], cwd: '/' })).out;
    const opener = await openStore(parseStore(redis.url));
    const queue = opener.queue(queueNameOf(worker));
    const registry = new Registry(opener);
    await registry.join(() => ({ ...worker, seenAt: Date.now() }));
    expect(await status()).toMatch(/^bcb-f-e: 1 worker, 4 slots; 0 waiting/);
    await registry.leave(worker.id);
    expect(await status()).toBe(`No workers at ${redis.url}.\n`);
    await queue.add('chunk', {});
    expect(await status()).toMatch(/^bcb-f-e: no workers; 1 waiting, 0 running, 0 failed, oldest waiting \d+ s\n$/);
    const inEightDays = Date.now() + 8 * 24 * 3600 * 1000;
    expect(await readFleetStatus(parseStore(redis.url), inEightDays)).toMatchObject({ queues: [] });
    await Promise.all([registry.close(), queue.close()]);
  });

  it.each([
    [[], 0, /^✓ {2}Nothing is evicted when memory runs short\.$/m],
    [['--maxmemory-policy', 'allkeys-lru'], 4, /^✗ {2}Redis throws keys away .*: set maxmemory-policy noeviction\.$/m],
    [['--appendonly', 'no'], 0, /^! {2}Redis forgets its queue when it restarts/m],
    [['--maxmemory', '1mb'], 4, /^✗ {2}\d+% of its memory is used: raise maxmemory\.$/m],
  ])('doctor --queue judges a Redis with %j', async (settings, expected, sentence) => {
    await using redis = await startRedis(settings);
    const { code, out } = await runCommand(doctorCommand, { words: ['--queue', redis.url], cwd: '/' });
    expect(out).toMatch(sentence);
    expect(code).toBe(expected);
  });
});
