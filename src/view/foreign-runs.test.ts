import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openExampleView } from './testing/open-example-view.ts';

const logs = fileURLToPath(new URL('../compare/testing/logs', import.meta.url));

it('shows the logs of other tools beside each other, with answers and without tests', async () => {
  await using view = openExampleView(`${logs}/inspect-logs`, `${logs}/harbor`, `${logs}/nemo-gym`);
  const { runs, unreadable } = await view.documents.runs();
  expect(unreadable).toEqual([]);
  expect(runs.map(({ model, tasks, passed, total }) => [model, tasks, passed, total]).sort()).toEqual([
    ['acme/lab/coder-a', 6, 3, 6],
    ['acme/lab/coder-b', 6, 4, 6],
    ['acme/lab/coder-c', 2, 2, 4],
    ['lab/coder-n', 6, 3, 6],
    ['nop', 2, 0, 2],
    ['oracle', 2, 2, 2],
  ]);
  const run = (await view.catalog.runs()).find(({ id }) => id === runs.find(({ model }) => model.endsWith('-a'))?.id);
  expect(await run?.readAnswer({ taskId: 'BigCodeBench/2', index: 0 })).toEqual({ rawText: 'I cannot do that.' });
  expect(await run?.readVerdict({ taskId: 'BigCodeBench/2', index: 0 })).toMatchObject({
    verdict: { status: 'fail', reason: "NameError: name 'task_func' is not defined", tests: [] },
  });
  expect(await run?.readVerdict({ taskId: 'BigCodeBench/0', index: 0 })).toMatchObject({
    verdict: { status: 'pass', tests: [], solution: expect.stringContaining('return 1') },
  });
  expect((await run?.detail())?.notes).toEqual([expect.stringMatching(/^Read from what inspect wrote/)]);
});
