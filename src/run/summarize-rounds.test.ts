import { expect, it } from 'vitest';
import { createMemoryLog } from '../generate/answer-log.ts';
import type { Usage } from '../schema/sample.ts';
import { events } from '../store/testing/example-events.ts';
import { exampleTasks } from '../store/testing/example-run.ts';
import { summarizeRounds } from './run-model.ts';

const tasks = exampleTasks.slice(0, 2);
const settings = { rounds: 1, feedback: 'none' } as const;
const usage: Usage = { inputTokens: 70, outputTokens: 30 };

async function summarize(usages: readonly (Usage | undefined)[]) {
  const log = { ...createMemoryLog(), readVerdict: async () => undefined };
  for (const { id } of tasks) {
    for (const [index, counted] of usages.entries()) {
      const fields = counted ? { usage: counted, costUsd: 0.5 } : {};
      await log.append(events.answer(`${id}#${index}`, 'text', fields));
    }
  }
  return (await summarizeRounds(log, tasks, settings)).byRound[0];
}

it('counts one call for several answers once', async () => {
  expect(await summarize([usage, undefined, undefined])).toMatchObject({ asked: 6, tokens: 200, costUsd: 1 });
  expect(await summarize([usage, usage, usage])).toMatchObject({ asked: 6, tokens: 600, costUsd: 3 });
});

it('knows no tokens where nobody counted them', async () => {
  const { tokens, costUsd } = (await summarize([undefined, undefined])) ?? {};
  expect([tokens, costUsd]).toEqual([undefined, undefined]);
});
