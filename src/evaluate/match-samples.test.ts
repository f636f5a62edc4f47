import { expect, it } from 'vitest';
import type { MissingPolicy } from '../schema/run-record.ts';
import { matchSamples, type UnmatchedSample } from './match-samples.ts';
import { buildTask } from './testing/tasks.ts';

const tasks = [buildTask('T/1'), buildTask('T/2')];
const match = (samples: readonly UnmatchedSample[], missing: MissingPolicy = 'fail') =>
  matchSamples({
    samples: (async function* () {
      yield* samples;
    })(),
    tasks,
    missing,
  });

const one = { taskId: 'T/1', index: 0, solution: 'x' };
const two = { taskId: 'T/2', index: 0, completion: '\n    return 2' };

it('resolves completions and counts what is outside', async () => {
  const matched = await match([
    one,
    two,
    { taskId: 'T/9', index: 0, solution: 'z' },
    { taskId: 'T/1', index: 1, solution: ' \n' },
  ]);
  expect(matched).toMatchObject({
    samples: [one, { taskId: 'T/2', solution: `${tasks[1]?.completePrompt}\n    return 2` }, { index: 1 }],
    outside: 1,
    outsideIds: ['T/9'],
    missingIds: [],
  });
});

it('says which tasks have no sample, unless that is allowed', async () => {
  await expect(match([one])).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringMatching(/^1 of 2 selected tasks have no sample \(T\/2\)/),
  });
  for (const missing of ['skip', 'zero'] as const) {
    expect(await match([one], missing)).toMatchObject({ samples: [one], missingIds: ['T/2'] });
  }
});

it('rejects samples if none is selected', async () => {
  const samples = Array.from({ length: 7 }, (_, at) => ({ taskId: `Other/${at}`, index: 0, solution: '' }));
  await expect(match(samples, 'skip')).rejects.toMatchObject({
    code: 'BAD_INPUT',
    message: expect.stringMatching(/None of the samples .*Other\/0, .*Other\/4 and 2 more/),
  });
});

it('counts answers that were not sanitized', async () => {
  const raw = { ...one, solution: 'Sure!\n```python\nx = 1\n```\n' };
  expect(await match([raw, two])).toMatchObject({ fenced: 1 });
  expect(await match([{ ...one, solution: 'x = "a ``` b"' }, two])).toMatchObject({ fenced: 0 });
});
