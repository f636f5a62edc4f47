import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRun } from '../../store/run-log.ts';
import { runMain } from '../testing/run-main.ts';
import { createRunPlace } from '../testing/run-place.ts';

interface Listed {
  readonly run_id: string;
  readonly name: string;
  readonly tags: string[];
  readonly note: string | null;
  readonly score: number;
  readonly bytes: number;
}

async function createPlace() {
  const place = await createRunPlace();
  const bcb = (...words: string[]) => runMain(words, { cwd: place.path });
  const list = async (...words: string[]) =>
    (JSON.parse((await bcb('runs', ...words, '--json')).out) as { runs: Listed[] }).runs;
  return { ...place, bcb, list };
}

/** Two named runs of one model and one of another. */
async function createNamed() {
  const place = await createPlace();
  await place.run(['--model', 'canonical', '--name', 'base', '--tag', 'paper,final', '--note', 'as sent in']);
  await place.run(['--model', 'canonical', '--temperature', '0.5', '--tag', 'paper']);
  await place.run(['--model', 'replay:answers.jsonl']);
  return place;
}

describe('runs', () => {
  it('lists runs by what differs between them, with scores, sizes, tags and notes', async () => {
    await using place = await createNamed();
    const runs = await place.list();
    expect(runs.map(({ name }) => name).sort()).toEqual([
      'canonical · T 0 · base',
      'canonical · T 0.5',
      'replay:answers.jsonl',
    ]);
    const base = runs.find(({ name }) => name.endsWith('base'));
    expect(base).toMatchObject({ tags: ['paper', 'final'], note: 'as sent in', score: 1 });
    expect(base?.bytes).toBeGreaterThan(1000);
    expect((await place.list('--tag', 'paper')).map(({ name }) => name).sort()).toEqual([
      'canonical · T 0 · base',
      'canonical · T 0.5',
    ]);
    expect((await place.list('--tag', 'paper,final')).map(({ name }) => name)).toEqual(['canonical · base']);
    expect((await place.bcb('runs')).out).toMatch(
      /^[0-9a-f]{12} +canonical · T 0 · base +100\.0% +3 .* MB +.*#paper #final$/m,
    );
  });

  it('renames a finished run, which stays finished', async () => {
    await using place = await createNamed();
    const [{ run_id = '' } = {}] = await place.list('--tag', 'final');
    await place.bcb('runs', 'rename', run_id.slice(0, 5), 'the one', '--note', 'better');
    expect(await place.list('--tag', 'final')).toMatchObject([{ label: 'the one', note: 'better', score: 1 }]);
    const { record } = await readRun(join(place.path, 'bcb_results', 'runs', run_id));
    expect(record).toMatchObject({ state: 'finished', labels: { name: 'the one', tags: ['paper', 'final'] } });
    const executed = place.executed.length;
    // The same command finds its answers and verdicts, and changes no label that it does not name.
    await place.run(['--model', 'canonical', '--tag', 'again']);
    expect(place.executed).toHaveLength(executed);
    expect(await place.list('--tag', 'again')).toMatchObject([{ label: 'the one', tags: ['again'] }]);
  });

  it('deletes runs with their result files, which would come back as results, and nothing else', async () => {
    await using place = await createNamed();
    const ranked = async () => {
      const { models } = JSON.parse((await place.bcb('leaderboard', 'bcb_results', '--json')).out);
      return models.map(({ model }: { model: string }) => model).sort();
    };
    expect(await ranked()).toHaveLength(3);
    await place.bcb('runs', 'rm', 'base');
    expect(await ranked()).toEqual(['canonical', 'replay:answers.jsonl']);
    expect((await place.list()).map(({ name }) => name)).toHaveLength(2);
    await expect(place.bcb('runs', 'rm', 'bcb_results')).rejects.toThrow(/is not the folder of a run/);
    await expect(place.bcb('runs', 'rm', 'base')).rejects.toThrow(/no run in .*bcb_results is called "base"/);
    expect((await readdir(join(place.path, 'bcb_results'))).filter((name) => name.endsWith('.jsonl'))).toHaveLength(3);
  });
});

describe('a run is found', () => {
  it('by id, the start of its id, or its name, in the output folder and in those below it', async () => {
    await using place = await createNamed();
    const [first = ''] = await place.runs();
    const words = [
      ['report', first],
      ['report', first.slice(0, 6)],
      ['report', 'base'],
      ['inspect', 'base', '--json'],
    ];
    for (const line of words) expect((await place.bcb(...line)).code).toBe(0);
    const compared = await place.bcb('compare', 'base', first, '--allow-mismatch');
    expect(compared.out).toContain('canonical');
    await rename(join(place.path, 'bcb_results'), join(place.path, 'demo'));
    await place.run(['--model', 'empty']);
    await rename(join(place.path, 'demo'), join(place.path, 'bcb_results', 'demo'));
    expect((await place.bcb('report', 'base')).out).toMatch(/pass@1 +100\.0%/);
    expect((await place.bcb('leaderboard', 'base', '--json')).out).toContain('"canonical"');
  });

  it('or what it might be is said', async () => {
    await using place = await createPlace();
    await place.run(['--model', 'canonical', '--split', 'both', '--name', 'twice']);
    const [one = '', other = ''] = await place.runs();
    await expect(place.bcb('report', 'twice')).rejects.toThrow(new RegExp(`"twice" may be ${one}, ${other}`));
    await expect(place.bcb('report', 'absent')).rejects.toThrow(/There is nothing at .*absent, and no run/);
  });
});

describe('tags', () => {
  it('pick what is compared and ranked', async () => {
    await using place = await createNamed();
    expect((await place.bcb('compare', '--tag', 'paper')).out).toMatch(
      /A +canonical · T 0 · base .*\nB +canonical · T 0\.5 /,
    );
    const board = JSON.parse((await place.bcb('leaderboard', 'bcb_results', '--tag', 'paper', '--json')).out);
    expect(board.models.map(({ model }: { model: string }) => model).sort()).toEqual([
      'canonical · T 0',
      'canonical · T 0.5',
    ]);
    await expect(place.bcb('compare', '--tag', 'final')).rejects.toThrow(/needs at least two/);
  });
});
