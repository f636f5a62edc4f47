import type { Job as TakenJob } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { contractJob } from '../../testing/executor-contract.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { ChunkRunner } from './chunk-runner.ts';
import type { Chunk, ChunkResult } from './messages.ts';

const never = new AbortController().signal;

/** A chunk of as many jobs, as BullMQ hands it to a worker. */
function taken(count: number): TakenJob<Chunk, ChunkResult> {
  const jobs = Array.from({ length: count }, (_, n) => contractJob('right', n));
  const facts = { id: 'c1', timestamp: 0, attemptsStarted: 1, stalledCounter: 0 };
  return { ...facts, data: { protocol: 1, jobs, deaths: 0 } } as unknown as TakenJob<Chunk, ChunkResult>;
}

async function runChunk(count: number, capacity: number, patienceMs: number) {
  const executor = createScriptedExecutor(() => ({}), { capacity });
  const runner = new ChunkRunner(executor, never, patienceMs);
  const result = await runner.run(taken(count), { isAlone: false });
  return { ids: result.kind === 'done' ? result.executions.map(({ id }) => id) : [], counts: runner.counts };
}

describe('ChunkRunner', () => {
  it('runs all jobs of a chunk, in their order', async () => {
    const { ids, counts } = await runChunk(20, 3, 60_000);
    expect(ids).toEqual(taken(20).data.jobs.map(({ id }) => id));
    expect(counts.done).toBe(20);
  });

  it('begins nothing more when the first ones took too long, but always begins one', async () => {
    const { ids, counts } = await runChunk(20, 3, -1);
    expect(ids).toEqual([taken(1).data.jobs[0]?.id]);
    expect(counts.done).toBe(1);
  });
});
