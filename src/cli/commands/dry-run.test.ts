import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { runMain } from '../testing/run-main.ts';
import { createRunPlace } from '../testing/run-place.ts';

interface Document {
  readonly runs: { name: string; samples: number; input_tokens: number; cost_usd: number | null }[];
  readonly cost_usd: number;
}

describe('run --dry-run', () => {
  it('names every run with its tokens and dollars, without a key, a sandbox or a file', async () => {
    await using place = await createRunPlace();
    const before = await readdir(place.path);
    const words = [
      'run',
      '--subset',
      'tasks.jsonl',
      '--model',
      'openai:gpt-4o,openai:gpt-4o-mini,canonical',
      '--dry-run',
    ];
    const { out, code } = await runMain(words, { cwd: place.path });
    expect(code).toBe(0);
    expect(out).toMatch(/^openai:gpt-4o +3 +3 +\d+ +[\d,]+ +\$0\.0\d+ +\$0\.\d+$/m);
    expect(out).toContain('Nothing was sent.');
    const { runs, cost_usd } = JSON.parse((await runMain([...words, '--json'], { cwd: place.path })).out) as Document;
    expect(cost_usd).toBeCloseTo(
      runs.reduce((sum, run) => sum + (run.cost_usd ?? 0), 0),
      10,
    );
    expect(await readdir(place.path)).toEqual(before);
  });

  it('counts only what no earlier run has answered, and what two runs share once', async () => {
    await using place = await createRunPlace();
    await place.run(['--model', 'canonical', '--limit', '2', '--temperature', '0.5']);
    const models = { canonical: { parameters: { temperature: 0.5, nSamples: [1, 2] } } };
    await place.write('bigcodebench.config.json', JSON.stringify({ models }));
    const words = ['run', '--subset', 'tasks.jsonl', '--model', 'canonical', '--dry-run', '--json'];
    const { runs } = JSON.parse((await runMain(words, { cwd: place.path })).out) as Document;
    expect(runs.map(({ name, samples }) => [name, samples])).toEqual([
      ['canonical · n 1', 1],
      ['canonical · n 2', 3],
    ]);
  });
});

describe('--limit', () => {
  it('takes the first of the selected tasks', async () => {
    await using place = await createRunPlace();
    const words = ['dataset', 'list', '--subset', 'tasks.jsonl', '--json'];
    const ids = async (...more: string[]) => {
      const { out } = await runMain([...words, ...more], { cwd: place.path });
      return (JSON.parse(out) as { tasks: { task_id: string }[] }).tasks.map(({ task_id }) => task_id);
    };
    expect(await ids('--limit', '2')).toEqual(['Small/0', 'Small/1']);
    expect(await ids('--limit', '1', '--select', '2,1')).toHaveLength(1);
    expect(await ids('--limit', '10')).toHaveLength(3);
  });
});
