import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Submission } from '../schema/submission.ts';
import { exampleConditions, exampleResult } from '../store/testing/example-events.ts';
import { exampleManifest } from '../store/testing/example-manifest.ts';
import { writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openRuns } from './open-runs.ts';
import { exampleContext } from './testing/open-example-view.ts';

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
  const models = async (kind: 'run' | 'file' | 'bundle' | 'matrix', path: string) =>
    Promise.all((await openRuns({ kind, path }, exampleContext())).map(async (each) => (await each.summarize()).model));
  expect(await models('run', run)).toEqual(['test:model']);
  expect(await models('file', file)).toEqual(['m']);
  expect(await models('bundle', bundle)).toEqual(['m']);
  expect(await models('matrix', table)).toEqual(['a', 'b']);
});

it('reads nothing that lies outside a bundle, whatever the bundle says', async () => {
  await using out = await createTemporaryFolder();
  await writeFile(join(out.path, 'private_eval_results.json'), results('T/1'));
  const bundle = join(out.path, 'bundle');
  await writeBundle(bundle, '../private_eval_results.json');
  await expect(openRuns({ kind: 'bundle', path: bundle }, exampleContext())).rejects.toThrow(
    /has no \.\.\/private_eval_results\.json, which its submission\.json names/,
  );
});
