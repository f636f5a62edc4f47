import { expect, it } from 'vitest';
import { writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openExampleView } from './testing/open-example-view.ts';

const asked = (temperature: number, nSamples = 1) => ({
  model: { name: 'openai:gpt-4o', parameters: { temperature, topP: 1 }, nSamples },
});

it('names the runs of a grid by what differs between them, and nothing else', async () => {
  await using out = await createTemporaryFolder();
  const programs = { 'T/1#0': 'right', 'T/2#0': 'wrong' };
  await writeExampleRun(out.path, programs, { name: 'a', header: asked(0) });
  await writeExampleRun(out.path, programs, { name: 'b', header: asked(0.8) });
  await writeExampleRun(out.path, programs, { name: 'c', header: asked(0.8, 5) });
  await writeExampleRun(out.path, programs, { name: 'd', header: { model: { name: 'openai:other' } } });
  await using view = openExampleView(out.path);
  const { runs } = await view.documents.runs();
  expect(runs.map(({ name }) => name).sort()).toEqual([
    'openai:gpt-4o · T 0 · n 1',
    'openai:gpt-4o · T 0.8 · n 1',
    'openai:gpt-4o · T 0.8 · n 5',
    'openai:other',
  ]);
});

it('tells a run of some tasks from a run of all, also while it has few verdicts', async () => {
  await using out = await createTemporaryFolder();
  await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' }, { name: 'all', header: asked(0) });
  const some = { ...asked(0), taskIds: ['T/1'] };
  await writeExampleRun(out.path, { 'T/1#0': 'right' }, { name: 'some', header: some });
  await using view = openExampleView(out.path);
  const { runs } = await view.documents.runs();
  expect(runs.map(({ name }) => name).sort()).toEqual(['openai:gpt-4o · 1 tasks', 'openai:gpt-4o · 2 tasks']);
});
