import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Submission } from '../schema/submission.ts';
import type { ViewEvent } from '../schema/view/run-document.ts';
import { writeEarlierRun } from '../store/testing/earlier-layout.ts';
import { events, exampleConditions, exampleResult } from '../store/testing/example-events.ts';
import { exampleManifest } from '../store/testing/example-manifest.ts';
import { openExampleRun, writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { createCatalog, sortRuns } from './catalog.ts';
import { exampleContext, openExampleView } from './testing/open-example-view.ts';

const half = { 'T/1#0': 'right', 'T/2#0': 'wrong' };

describe('createCatalog', () => {
  it('finds runs, those that come later, and forgets those that are gone', async () => {
    await using out = await createTemporaryFolder();
    const folder = join(out.path, 'bcb_results');
    await using view = openExampleView(folder);
    // A run may still create the folder.
    expect([await view.catalog.runs(), view.catalog.unreadable()]).toEqual([[], []]);
    const one = await writeExampleRun(folder, half, { name: 'one' });
    const two = await writeExampleRun(folder, half, { name: 'two' });
    expect(await view.catalog.runs()).toHaveLength(2);
    await rm(one, { recursive: true });
    expect((await view.catalog.runs()).map(({ id }) => two.endsWith(id))).toEqual([true]);
  });

  it('shows the verdicts of a run once, though their files lie beside it', async () => {
    await using out = await createTemporaryFolder();
    const file = 'm_eval_results.json';
    await writeExampleRun(out.path, half, { exports: [file] });
    await writeFile(join(out.path, file), '{}');
    await using view = openExampleView(out.path);
    expect(await view.catalog.runs()).toHaveLength(1);
    expect(view.catalog.unreadable()).toEqual([]);
  });

  it('says what it cannot read, until it can', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, half);
    const earlier = await writeEarlierRun(out.path, 'e');
    await writeFile(join(out.path, 'broken_eval_results.json'), '{');
    await using view = openExampleView(out.path);
    expect(await view.catalog.runs()).toHaveLength(1);
    expect(view.catalog.unreadable()).toEqual([
      { name: earlier, reason: expect.stringMatching(/was made by version 0\.1, which kept runs differently/) },
      { name: join(out.path, 'broken_eval_results.json'), reason: expect.any(String) },
    ]);
    await rm(join(out.path, 'broken_eval_results.json'));
    await rm(earlier, { recursive: true });
    await view.catalog.runs();
    expect(view.catalog.unreadable()).toEqual([]);
  });

  it('tells runs apart that two folders have under one id', async () => {
    await using out = await createTemporaryFolder();
    const one = await writeExampleRun(join(out.path, 'a'), half);
    await writeExampleRun(join(out.path, 'b'), { 'T/1#0': 'wrong', 'T/2#0': 'wrong' });
    await using view = openExampleView(join(out.path, 'a'), join(out.path, 'b'));
    const runs = await view.catalog.runs();
    const ids = runs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(one.endsWith(ids[0] ?? '')).toBe(true);
    const summaries = await Promise.all(runs.map((run) => run.summarize()));
    expect(summaries.map(({ id, passed }) => [id, passed])).toEqual([
      [ids[0], 1],
      [ids[1], 0],
    ]);
    const found = await view.catalog.find(ids[1] ?? '');
    expect((await found?.summarize())?.passed).toBe(0);
  });

  it('looks again at most once a second', async () => {
    await using out = await createTemporaryFolder();
    let time = 0;
    await using catalog = createCatalog({
      paths: [out.path],
      context: exampleContext(),
      now: () => time,
    });
    expect(await catalog.runs()).toEqual([]);
    await writeExampleRun(out.path, half);
    time = 999;
    expect(await catalog.runs()).toEqual([]);
    time = 1000;
    expect(await catalog.runs()).toHaveLength(1);
  });

  it('tells listeners what comes, changes and goes', async () => {
    await using out = await createTemporaryFolder();
    await using view = openExampleView(out.path);
    const told: string[] = [];
    const listener = (event: ViewEvent) =>
      told.push(event.type === 'run' ? `${event.run.state} ${event.run.verdicts}` : event.type);
    const stop = view.catalog.listen(listener);
    const writer = await openExampleRun(out.path);
    await view.catalog.runs();
    await writer.append(events.verdict('T/1#0', 'right'));
    await view.catalog.runs();
    await appendFile(writer.journalPath, '{"half a line');
    await view.catalog.runs();
    await writer.close();
    await view.catalog.runs();
    await rm(writer.path, { recursive: true });
    await view.catalog.runs();
    stop();
    expect(told).toEqual(['running 0', 'running 1', 'stopped 1', 'gone']);
    await writeExampleRun(out.path, half);
    await view.catalog.runs();
    expect(told).toHaveLength(4);
  });
});

describe('sortRuns', () => {
  it('lists the newest first, and runs without a date last', () => {
    const run = (model: string, startedAt?: string) => ({
      ...{ id: model, state: 'finished' as const, model, subset: '', dataset: '', tasksHash: '' },
      ...{ tasks: 0, nSamples: 1, verdicts: 0, total: 0, passed: 0, caveats: [], startedAt },
    });
    const sorted = sortRuns([run('a'), run('c', '2025'), run('b', '2026'), run('d', '2025')]);
    expect(sorted.map(({ model }) => model)).toEqual(['b', 'c', 'd', 'a']);
  });
});

const results = (taskId: string) =>
  JSON.stringify({
    date: '2026-01-01 00:00',
    eval: { [taskId]: [{ task_id: taskId, solution: '', status: 'pass', details: {} }] },
  });

/** A bundle of one run whose results are in this file. */
async function writeBundle(folder: string, evalResults: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const submission: Submission = {
    schema_version: 1,
    model: {},
    runs: [
      {
        run_id: '0123456789ab',
        run: { ...exampleManifest().run, samples: 1, conditions: exampleConditions },
        result: exampleResult(),
        extraction: { strategy: 'upstream', without_thinking: false },
        score: 100,
        interval: [0, 100],
        files: { samples: 's', raw: 'r', eval_results: evalResults, pass_at_k: 'p', verdicts: 'v' },
      },
    ],
    cost_usd: null,
    output_tokens: null,
  };
  await writeFile(join(folder, 'submission.json'), JSON.stringify(submission));
}

it('opens a run, a file, a bundle and every line of a table', async () => {
  await using out = await createTemporaryFolder();
  const run = await writeExampleRun(out.path, { 'T/1#0': 'right' });
  const file = join(out.path, 'm_eval_results.json');
  await writeFile(file, results('T/1'));
  const table = join(out.path, 'table.csv');
  await writeFile(table, 'Model,T/1,T/2\na,1,0\nb,1,1\n');
  const bundle = join(out.path, 'bundle');
  await writeBundle(bundle, 'm_eval_results.json');
  await writeFile(join(bundle, 'm_eval_results.json'), results('T/1'));
  const models = async (path: string) => {
    await using view = openExampleView(path);
    return Promise.all((await view.catalog.runs()).map(async (each) => (await each.summarize()).model));
  };
  expect(await models(run)).toEqual(['test:model']);
  expect(await models(file)).toEqual(['m']);
  expect(await models(bundle)).toEqual(['m']);
  expect(await models(table)).toEqual(['a', 'b']);
});

it('reads nothing that lies outside a bundle, whatever the bundle says', async () => {
  await using out = await createTemporaryFolder();
  await writeFile(join(out.path, 'private_eval_results.json'), results('T/1'));
  const bundle = join(out.path, 'bundle');
  await writeBundle(bundle, '../private_eval_results.json');
  await using view = openExampleView(bundle);
  expect(await view.catalog.runs()).toEqual([]);
  expect(view.catalog.unreadable()).toMatchObject([
    { reason: expect.stringMatching(/has no \.\.\/private_eval_results\.json, which its submission\.json names/) },
  ]);
});
