import type { Job as TakenJob } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { contractJob } from '../../testing/executor-contract.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { ChunkRunner } from './chunk-runner.ts';
import type { Chunk, ChunkResult } from './messages.ts';

const never = new AbortController().signal;

/** A chunk of as many jobs, as BullMQ hands it to a worker. */
function taken(count: number, { id = 'c1', attemptsStarted = 1 } = {}): TakenJob<Chunk, ChunkResult> {
  const jobs = Array.from({ length: count }, (_, n) => contractJob('right', n));
  const facts = { id, timestamp: 0, attemptsStarted, stalledCounter: 0 };
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

  it('answers again what it has run lately, as far as some megabytes go', async () => {
    const output = 'x'.repeat(4096);
    const executor = createScriptedExecutor(() => ({ stdout: output, stderr: output }), { capacity: 64 });
    const runner = new ChunkRunner(executor, never);
    const ids = Array.from({ length: 140 }, (_, n) => `c${n}`);
    for (const id of ids) await runner.run(taken(64, { id }), { isAlone: false });
    const runsAgain = async (id = '') => {
      const before = runner.counts.done;
      const result = await runner.run(taken(64, { id, attemptsStarted: 2 }), { isAlone: false });
      const executions = result.kind === 'done' ? result.executions : [];
      expect(executions.map(({ id, stdout }) => [id, stdout])).toEqual(
        taken(64).data.jobs.map(({ id }) => [id, output]),
      );
      return runner.counts.done > before;
    };
    expect(await runsAgain(ids.at(-1))).toBe(false);
    expect(await runsAgain(ids[0])).toBe(true);
  });
});
