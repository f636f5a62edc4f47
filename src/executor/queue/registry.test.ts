import { expect, it } from 'vitest';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import type { WorkerFacts } from './messages.ts';
import { Registry } from './registry.ts';
import { openStore, parseStore } from './store.ts';
import { startRedis } from './testing/redis-server.ts';

const factsOf = (id: string, seenAt: number): WorkerFacts => ({
  ...{ id, host: id, pid: 17, version: '1', slots: 1, fingerprint: 'f', engine: 'e' },
  ...{ level: 'namespaces' as const, startedAt: 0, seenAt, done: 0, failed: 0 },
});
const hourMs = 3_600_000;

describeNeeding(program('redis-server'))('the registry of workers', () => {
  it.each([
    ['slow', -hourMs],
    ['fast', hourMs],
  ])('knows a worker whose clock is %s by its signs of life, and forgets it when they end', async (_, wrongMs) => {
    await using redis = await startRedis();
    const opener = await openStore(parseStore(redis.url));
    const open: Registry[] = [];
    const openRegistry = () => {
      const registry = new Registry(opener);
      open.push(registry);
      return registry;
    };
    let now = 1_000_000_000;
    const giveSigns = async () => {
      await openRegistry().join(() => factsOf('near', now));
      await openRegistry().join(() => factsOf('odd', now + wrongMs));
    };
    const reader = openRegistry();
    const namesAt = async (at: number, registry = reader) => (await registry.list(at)).map(({ id }) => id);
    await giveSigns();
    // It may as well have died an hour ago.
    expect(await namesAt(now)).toEqual(['near']);
    now += 5000;
    await giveSigns();
    expect(await namesAt(now)).toEqual(['near', 'odd']);
    expect(await namesAt(now + 20_000)).toEqual(['near', 'odd']);
    // Another reader has not heard of it before, and must not take it away.
    expect(await namesAt(now, openRegistry())).toEqual(['near']);
    expect(await namesAt(now + 20_000)).toEqual(['near', 'odd']);
    expect(await namesAt(now + 31_000)).toEqual([]);
    for (const registry of open) {
      await registry.leave('near');
      await registry.close();
    }
  });
});
