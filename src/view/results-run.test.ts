import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import { calibrationOf } from '../schema/task.ts';
import { keyOf } from '../store/testing/example-events.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openResultsRun } from './results-run.ts';
import { exampleContext, openExampleView } from './testing/open-example-view.ts';

const stem = 'm--main--bigcodebench-hard-instruct--openai-0-2-sanitized_calibrated';
const test = [
  'class TestCases(unittest.TestCase):',
  '    def test_a(self):',
  '        pass',
  '    def test_b(self):',
  '        pass',
].join('\n');
const task = buildTask('T/1', { test, hard: true });

const entry = (status: string, details: Record<string, string> = {}, solution = 'x = 1') => ({
  task_id: 'T/1',
  solution,
  status,
  details,
});

async function open(folder: string, entries: readonly object[]) {
  const path = join(folder, `${stem}_eval_results.json`);
  await writeFile(path, JSON.stringify({ date: '2026-01-01 10:00', eval: { 'T/1': entries } }));
  return openResultsRun(path, exampleContext([task]));
}

describe('openResultsRun', () => {
  it('knows what the name and the content of the file say', async () => {
    await using out = await createTemporaryFolder();
    const run = await open(out.path, [entry('pass'), entry('timeout', { ALL: 'timed out' })]);
    expect(run.id).toMatch(/^x-[0-9a-f]{12}$/);
    expect(await run.summarize()).toMatchObject({
      ...{ state: 'finished', model: 'm', split: 'instruct', subset: 'hard' },
      ...{ tasks: 1, nSamples: 2, verdicts: 2, total: 2, passed: 1, startedAt: '2026-01-01 10:00' },
      passAt1: { value: 0.5 },
      hard: { tasks: 1 },
    });
    expect((await run.result()).tasks.get('T/1')).toMatchObject({ samples: 2, passed: 1, status: 'pass' });
    expect((await run.detail()).provenance).toContainEqual({ name: 'date', value: '2026-01-01 10:00' });
    expect([await run.refresh(), run.promptOf(task)]).toEqual([false, undefined]);
  });

  it('takes tests that are not named for passed, unless none was', async () => {
    await using out = await createTemporaryFolder();
    const run = await open(out.path, [
      entry('fail', { test_b: 'Traceback\nAssertionError: 1 != 2\n' }),
      entry('fail', { ALL: 'SyntaxError: bad' }),
    ]);
    const [one, two] = [await run.readVerdict(keyOf('T/1#0')), await run.readVerdict(keyOf('T/1#1'))];
    expect(one?.verdict.tests.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['test_b', 'fail'],
      ['test_a', 'pass'],
    ]);
    expect(two?.verdict).toMatchObject({ tests: [], reason: 'SyntaxError: bad', outcome: 'fail' });
    expect((await run.loadIndex()).columns()).toMatchObject({ tests: [2, 0], testsFailed: [1, 0] });
    expect(await run.readVerdict(keyOf('T/1#9'))).toBeUndefined();
    expect(await run.readVerdict(keyOf('T/9#0'))).toBeUndefined();
  });

  it('shows the solution without the calibration in front of it', async () => {
    await using out = await createTemporaryFolder();
    const run = await open(out.path, [entry('pass', {}, `${calibrationOf(task)}def task_func(): pass`), entry('pass')]);
    const [one, two] = [await run.readVerdict(keyOf('T/1#0')), await run.readVerdict(keyOf('T/1#1'))];
    expect([one?.isCalibrated, one?.verdict.solution]).toEqual([true, 'def task_func(): pass']);
    expect([two?.isCalibrated, two?.verdict.solution]).toEqual([false, 'x = 1']);
  });

  it.each([
    ['beside it', (folder: string) => folder],
    ['in a folder of a bundle', (folder: string) => join(folder, '..', 'samples')],
  ])('finds raw answers %s', async (_, folderOf) => {
    await using out = await createTemporaryFolder();
    const results = join(out.path, 'results');
    const samples = folderOf(results);
    for (const folder of [results, samples]) await mkdir(folder, { recursive: true });
    const run = await open(results, [entry('pass'), entry('pass')]);
    const line = { task_id: 'T/1', solution: 'x = 1', raw_solution: 'the raw answer' };
    await writeFile(
      join(samples, `${stem}.jsonl`),
      `${JSON.stringify(line)}\n${JSON.stringify({ ...line, raw_solution: undefined })}\n`,
    );
    expect(await run.readAnswer(keyOf('T/1#0'))).toEqual({ rawText: 'the raw answer' });
    expect(await run.readAnswer(keyOf('T/1#1'))).toEqual({ missing: expect.stringContaining('has no raw answer') });
  });

  it('says where raw answers would be', async () => {
    await using out = await createTemporaryFolder();
    const run = await open(out.path, [entry('pass')]);
    expect(await run.readAnswer(keyOf('T/1#0'))).toEqual({
      missing: expect.stringContaining(`there is no ${stem}.jsonl`),
    });
  });
});

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
