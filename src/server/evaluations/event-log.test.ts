import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../schema/evaluation-rules.ts';
import { createScriptedExecutor } from '../../testing/scripted-executor.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createExecutionQueue } from '../executions/execution-queue.ts';
import { createTaskCatalog } from '../task-catalog.ts';
import { testTasks } from '../testing/open-server.ts';
import { createTextDesk } from '../text/text-desk.ts';
import { argumentsSchema, planEvaluation, toArguments } from './evaluation-plan.ts';
import { createEvaluations } from './evaluations.ts';
import { EventLog } from './event-log.ts';

async function read<Event>(log: EventLog<Event>, from = 0): Promise<[number, Event][]> {
  const events: [number, Event][] = [];
  for await (const { index, event } of log.read(from, new AbortController().signal)) events.push([index, event]);
  return events;
}

describe('EventLog', () => {
  it('gives readers what was before and what comes', async () => {
    const log = new EventLog<string>();
    log.push('a');
    const reading = read(log);
    log.push('b');
    log.end();
    expect(await reading).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(await read(log, 1)).toEqual([[1, 'b']]);
  });

  it('forgets the beginning of a long log, and numbers the rest as before', async () => {
    const log = new EventLog<number>();
    for (let event = 0; event <= 40_000; event++) log.push(event);
    log.end();
    const events = await read(log);
    expect(events).toHaveLength(20_000);
    expect(events.at(0)).toEqual([20_001, 20_001]);
    expect(events.at(-1)).toEqual([40_000, 40_000]);
  });

  it('forgets all but its last events when told to', async () => {
    const log = new EventLog<string>();
    for (const event of ['a', 'b', 'c']) log.push(event);
    log.end();
    log.keepLast(5);
    expect(log.size).toBe(3);
    log.keepLast(1);
    expect(log.size).toBe(1);
    expect(await read(log)).toEqual([[2, 'c']]);
  });
});

/** Evaluations of files in a folder, one after the other; without `samples` the file is missing, and nothing happens. */
function openMany(folder: string, options: { readonly maxEvents?: number } = {}) {
  const executor = createScriptedExecutor(() => ({}));
  const services = {
    executor,
    queue: createExecutionQueue({ executor }),
    catalog: createTaskCatalog({ name: 'test', version: 'v1', hash: 'hash', tasks: testTasks }),
    texts: createTextDesk({ strategy: 'upstream', rules: { safety: 'report' } }),
    rules: { ...defaultRules, timeLimit: { kind: 'fixed' as const, seconds: 10 } },
  };
  const evaluations = createEvaluations({ services, caches: {}, ...options });
  const start = async (number: number, samples?: readonly object[]) => {
    const path = join(folder, `samples-${number}.jsonl`);
    if (samples !== undefined) await writeFile(path, samples.map((sample) => JSON.stringify(sample)).join('\n'));
    const given = toArguments(argumentsSchema.parse({ no_gt: true }));
    const sent = { samples: { path, hash: String(number) }, owner: caller.owner };
    return evaluations.start(planEvaluation(given, sent, { ...services, outDir: folder }));
  };
  return { evaluations, start };
}

const caller = { owner: 'me', isReader: false };

describe('events of many evaluations', () => {
  it('are bounded: those of the evaluations that ended first are forgotten, but for the last ones', async () => {
    await using folder = await createTemporaryFolder();
    const maxEvents = 25;
    const { evaluations, start } = openMany(folder.path, { maxEvents });
    const sizes: number[] = [];
    for (let number = 0; number < 6; number++) {
      const samples = testTasks.map(({ id }) => ({ task_id: id, solution: `answer = ${number}` }));
      const evaluation = await start(number, samples);
      await evaluation.over;
      const events = await read(evaluation.events);
      expect(events.at(0)).toMatchObject([0, { type: 'run-started' }]);
      expect(events.at(-1)).toMatchObject([events.length - 1, { type: 'run-finished' }]);
      sizes.push(events.length);
    }
    const kept = evaluations.list(caller).map(({ events }) => events.size);
    // Were it not for the bound, this test would show nothing.
    expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(maxEvents);
    expect(kept.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(maxEvents + kept.length);
    expect(kept.at(-1)).toBe(sizes.at(-1));
    const oldest = evaluations.list(caller)[0];
    expect(oldest && (await read(oldest.events))).toMatchObject([[(sizes[0] ?? 0) - 1, { type: 'run-finished' }]]);
  });

  it('go with the evaluations that are forgotten, also where there were none', async () => {
    await using folder = await createTemporaryFolder();
    const { start } = openMany(folder.path);
    const failOne = async (number: number) => {
      const evaluation = await start(number);
      await evaluation.over.catch(() => {});
      expect([evaluation.state, evaluation.events.size]).toEqual(['failed', 0]);
      return new WeakRef(evaluation.events);
    };
    const logs: WeakRef<object>[] = [];
    for (let number = 0; number < 120; number++) logs.push(await failOne(number));
    // What was made or looked at in a turn is held until its end.
    await new Promise((resolve) => setImmediate(resolve));
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
    // The latest hundred are remembered.
    expect(logs.slice(0, 10).filter((log) => log.deref() !== undefined)).toEqual([]);
  });
});
