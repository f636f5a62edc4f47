import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { createRunPlace } from '../testing/run-place.ts';
import { inspectCommand } from './inspect.ts';

async function createPlace(...models: string[]) {
  const place = await createRunPlace();
  await place.run(models.flatMap((model) => ['--model', model]));
  const inspect = (...words: string[]) => runCommand(inspectCommand, { words, cwd: place.path });
  return { ...place, inspect };
}

it('takes the folder of a run or its id, which know their tasks and their split', async () => {
  await using place = await createPlace('replay:answers.jsonl');
  const [id = ''] = await place.runs();
  const { out } = await place.inspect(id);
  expect(out).toMatch(/1 of 3/);
  const file = (name: string) => readFile(join(place.path, 'inspect', id, 'Small/1', name), 'utf8');
  expect(await readdir(join(place.path, 'inspect', id))).toEqual(['Small']);
  expect(await file('completion_0.py')).toContain('raise');
  expect(await file('ground_truth.py')).toContain('"""1"""');
  expect((await place.inspect(`bcb_results/runs/${id}`)).out).toBe(out);
  const [results = ''] = (await readdir(join(place.path, 'bcb_results'))).filter((name) => /eval_results/.test(name));
  const named = await place.inspect('--eval_results', `bcb_results/${results}`, '--subset', 'tasks.jsonl');
  expect(named.out).toBe(out);
});

it('wants one run', async () => {
  await using place = await createPlace('canonical', 'empty');
  await expect(place.inspect()).rejects.toThrow(/inspect needs one run/);
  await expect(place.inspect('bcb_results')).rejects.toThrow(
    /contains 2 runs: use one of [0-9a-f]{12}, [0-9a-f]{12}\./,
  );
});

it('shows the selected tasks of a run alone', async () => {
  await using place = await createPlace('replay:answers.jsonl');
  const [id = ''] = await place.runs();
  expect((await place.inspect(id, '--select', '1')).out).toMatch(/1 of 1/);
  expect((await place.inspect(id, '--select', '0,2')).out).toMatch(/0 of 2/);
  expect((await place.inspect(id, '--id-range', '0-2')).out).toMatch(/1 of 2/);
  await expect(place.inspect(id, '--select', 'lib:pandas')).rejects.toThrow(/lib:pandas/);
});
