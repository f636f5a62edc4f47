import { EventEmitter } from 'node:events';
import type { Queue, QueueEvents } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { contractJob } from '../../testing/executor-contract.ts';
import { ChunkClient } from './chunk-client.ts';
import { type Chunk, type ChunkResult, chunkIdOf } from './messages.ts';

const chunk: Chunk = { protocol: 1, jobs: [contractJob('right')], deaths: 0 };
const id = chunkIdOf(chunk);
const never = new AbortController().signal;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A client of a queue that writes down what it is told; `store` says when a bulk of chunks is stored. */
function open(store: () => Promise<void> = async () => {}) {
  const told: string[] = [];
  const backend = new EventEmitter();
  const events = Object.assign(new EventEmitter(), { close: async () => {} });
  const queue = {
    getBackend: () => backend,
    addBulk: async () => {
      told.push('add');
      await store();
      told.push('added');
    },
    remove: async () => {
      told.push('remove');
      await nextTurn();
      told.push('removed');
      return 1;
    },
    close: async () => void told.push('close'),
  };
  const client = new ChunkClient({
    queue: queue as unknown as Queue<Chunk, ChunkResult>,
    events: events as unknown as QueueEvents,
    cancelled: queue as unknown as Queue<object, never>,
  });
  return { client, events, told };
}

describe('ChunkClient', () => {
  it.each(['no JSON', '{}', 'null'])('takes %j for the answer of another version', async (returnvalue) => {
    const { client, events } = open();
    const result = client.run(chunk, 1, never);
    await nextTurn();
    events.emit('completed', { jobId: id, returnvalue });
    expect(await result).toEqual({ kind: 'failed', reason: 'a worker of another version answered' });
    await client.close();
  });

  it('removes a cancelled chunk from the store after it has arrived there', async () => {
    let arrive = () => {};
    const { client, told } = open(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const stop = new AbortController();
    const result = client.run(chunk, 1, stop.signal);
    await nextTurn();
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    await nextTurn();
    expect(told).toEqual(['add']);
    arrive();
    await client.close();
    expect(told.slice(0, 3)).toEqual(['add', 'added', 'remove']);
  });

  it('removes what was cancelled right before it is closed', async () => {
    const { client, told } = open();
    const stop = new AbortController();
    const rejected = expect(client.run(chunk, 1, stop.signal)).rejects.toThrow('enough');
    await nextTurn();
    stop.abort(new Error('enough'));
    await client.close();
    expect(told.slice(0, 5)).toEqual(['add', 'added', 'remove', 'removed', 'close']);
    await rejected;
  });

  it('leaves a cancelled chunk in the store when it is asked for again meanwhile', async () => {
    const arrivals: (() => void)[] = [];
    const { client, events, told } = open(() => new Promise((resolve) => arrivals.push(resolve)));
    const stop = new AbortController();
    const first = client.run(chunk, 1, stop.signal);
    await nextTurn();
    stop.abort(new Error('enough'));
    await expect(first).rejects.toThrow('enough');
    const second = client.run(chunk, 1, never);
    await nextTurn();
    for (const arrive of arrivals) arrive();
    await nextTurn();
    expect(told).toEqual(['add', 'add', 'added', 'added']);
    events.emit('completed', { jobId: id, returnvalue: { kind: 'died', deaths: 1 } });
    expect(await second).toEqual({ kind: 'died', deaths: 1 });
    await client.close();
  });
});
