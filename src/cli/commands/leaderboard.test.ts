import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { listVerified, pickVerified } from '../../dataset/shipped-audit.ts';
import { leaderboardSchema } from '../../schema/leaderboard.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { createRandom } from '../../util/random.ts';
import { runCommand } from '../testing/run-command.ts';
import { createRunPlace } from '../testing/run-place.ts';
import { leaderboardCommand } from './leaderboard.ts';

const taskIds = Array.from({ length: 200 }, (_, at) => `BigCodeBench/${at}`);

function matrixOf(shares: Readonly<Record<string, number>>): string {
  const random = createRandom(1);
  const lines = Object.entries(shares).map(([model, share]) =>
    [model, ...taskIds.map(() => (random() < share ? 1 : 0))].join(','),
  );
  return `${['Model', ...taskIds].join(',')}\n${lines.join('\n')}\n`;
}

const entry = (size: number | null) => ({
  link: 'https://huggingface.co/x/y',
  'open-data': 'None',
  'pass@1': { instruct: null, complete: 50 },
  prompted: true,
  moe: false,
  size,
  act_param: size,
  date: '2026-01-01',
  prefill: true,
});

async function createPlace() {
  const folder = await createTemporaryFolder();
  const put = (name: string, content: string) => writeFile(join(folder.path, name), content);
  await put('matrix.csv', matrixOf({ Good: 0.7, Bad: 0.2, Fine: 0.68 }));
  await put('results.json', JSON.stringify({ Good: entry(70), Bad: entry(1), Fine: entry(7), Other: entry(null) }));
  const board = async (words: readonly string[]) => {
    const { out, ...rest } = await runCommand(leaderboardCommand, {
      words: [...words, '--resamples', '300', '--quiet'],
      cwd: folder.path,
      variables: { BCB_CACHE_DIR: join(folder.path, 'cache') },
    });
    return { out, ...rest };
  };
  const document = async (words: readonly string[]) =>
    leaderboardSchema.parse(JSON.parse((await board([...words, '--json'])).out));
  return { ...folder, put, board, document };
}

describe('leaderboard', () => {
  it('ranks a matrix and lists what was published beside it', async () => {
    await using place = await createPlace();
    const { out } = await place.board(['--matrix', 'matrix.csv', '--published', 'results.json']);
    const verified = pickVerified(taskIds, undefined, listVerified()).length;
    expect(verified).toBeGreaterThan(0);
    expect(out).toContain(`200 tasks, ${verified} of them verified, ranked by complete`);
    expect(out).toMatch(/\n *1 +1 +1–2 +Good/);
    expect(out).toMatch(/\n *– +– +– +Other/);
    expect(out).toContain('Listed but not ranked: 1 with published numbers and no verdicts.');
  });

  it('prints the document that programs rely on, Markdown and CSV', async () => {
    await using place = await createPlace();
    const { models, tasks } = await place.document(['--matrix', 'matrix.csv']);
    expect(tasks).toBe(200);
    expect(models.map(({ model }) => model)).toEqual(expect.arrayContaining(['Good', 'Fine', 'Bad']));
    expect(models.map(({ tier }) => tier)).toEqual([1, 1, 2]);
    expect((await place.board(['--matrix', 'matrix.csv', '--markdown'])).out).toContain('| # | tier | ranks | model |');
    expect((await place.board(['--matrix', 'matrix.csv', '--csv'])).out.split('\r\n')[1]).toMatch(/^1,1,/);
  });

  it('filters and takes another Elo', async () => {
    await using place = await createPlace();
    const words = ['--matrix', 'matrix.csv', '--published', 'results.json'];
    const small = await place.document([...words, '--size', '0-10']);
    expect(small.models.map(({ model }) => model)).toEqual(['Fine', 'Bad']);
    const [best] = (await place.document([...words, '--elo', 'upstream', '--include', 'Good,Bad'])).models;
    expect(best?.elo).toBeGreaterThan(1100);
    expect((await place.document([...words, '--elo', 'none'])).models[0]?.elo).toBeNull();
    await expect(place.board([...words, '--include', 'Nobody'])).rejects.toThrow(/No model is left/);
  });

  it('leaves out models with holes, and says so', async () => {
    await using place = await createPlace();
    const holes = matrixOf({ Good: 0.7, Bad: 0.2 }).replace(/\nBad,\d/, '\nBad,');
    await place.put('holes.csv', holes);
    expect((await place.document(['--matrix', 'holes.csv'])).excluded).toEqual([
      { model: 'Bad', reason: 'has no value for 1 of 200 tasks (BigCodeBench/0)' },
    ]);
    await place.put('all.csv', 'Model,T/0\nA,\n');
    await expect(place.board(['--matrix', 'all.csv'])).rejects.toThrow(/has no complete line: A has no value/);
  });

  it('says of which results it took the split from --split, and what was left out of them', async () => {
    await using place = await createPlace();
    const logs = fileURLToPath(new URL('../../compare/testing/logs', import.meta.url));
    const [log = ''] = (await readdir(join(logs, 'inspect-logs'))).sort();
    const inspect = join(logs, 'inspect-logs', log);
    const traces = join(logs, 'verifiers/traces.jsonl');
    const { notes } = await place.document([inspect, traces, '--split', 'instruct']);
    expect(notes).toContain(`${inspect} does not say its split: taken for instruct, as --split says.`);
    expect(notes).toContain(`${traces}: 1 samples have no verdict and are left out.`);
    expect(notes.join('\n')).not.toContain(`${traces} does not say`);
  });

  it('reads folders of runs', async () => {
    await using place = await createRunPlace();
    // The result files of these are called otherwise than the models.
    await place.run(['--model', 'canonical,empty,replay:answers.jsonl', '--split', 'both']);
    await expect(place.run(['--model', 'replay:torn.jsonl'])).rejects.toThrow();
    const { out, err } = await runCommand(leaderboardCommand, { words: ['bcb_results', '--json'], cwd: place.path });
    expect(err).toMatch(/warning: .* was stopped before its end \(\d of 3 verdicts\): finish it first/);
    const board = leaderboardSchema.parse(JSON.parse(out));
    expect(board).toMatchObject({ ranked_by: 'average', tasks: 3 });
    expect(board.models.map(({ model, rank, average }) => [model, rank, average])).toEqual([
      ['canonical', 1, 100],
      ['replay:answers.jsonl', 2, 66.7],
      ['empty', 3, 0],
    ]);
  });

  it('writes a site that holds all it needs', async () => {
    await using place = await createPlace();
    await place.board(['--matrix', 'matrix.csv', '--site', 'site']);
    expect((await readdir(join(place.path, 'site'))).sort()).toEqual([
      'index.html',
      'leaderboard.csv',
      'leaderboard.json',
    ]);
    const page = await readFile(join(place.path, 'site', 'index.html'), 'utf8');
    expect(page).not.toMatch(/<(?:script|link|img)[^>]*(?:src|href)="(?!data:)/);
  });

  it("writes what the original's board reads", async () => {
    await using place = await createPlace();
    const words = ['--matrix', 'matrix.csv', '--published', 'results.json', '--upstream', 'feed'];
    const { err } = await place.board(words);
    expect(err).toContain('contains no programs, so it is missing from results/');
    const files = await readdir(join(place.path, 'feed'), { recursive: true, withFileTypes: true });
    const names = files.filter((file) => file.isFile()).map((file) => file.name);
    expect(names.filter((name) => name.endsWith('.parquet'))).toHaveLength(12);
    const table = await readFile(join(place.path, 'feed/bigcodebench-perf/data/complete-00000-of-00001.parquet'));
    const rows = await parquetReadObjects({ file: table.buffer as ArrayBuffer, compressors });
    expect(rows.map(({ Model }) => Model)).toEqual(['Good', 'Fine', 'Bad']);
    expect(Object.keys(rows[0] ?? {})).toEqual(['Model', ...taskIds]);
    const board = JSON.parse(await readFile(join(place.path, 'feed/results.json'), 'utf8'));
    expect(Object.keys(board.Good)).toEqual([
      ...['link', 'open-data', 'pass@1', 'prompted', 'moe', 'size', 'act_param', 'date', 'prefill'],
    ]);
    await expect(place.board(['--matrix', 'matrix.csv', '--upstream', 'other'])).rejects.toThrow(
      /wants to know of .*: link, .* --model-info/,
    );
  });

  it('says what it needs', async () => {
    await using place = await createPlace();
    await expect(place.board([])).rejects.toThrow(/leaderboard needs results/);
    await expect(place.board(['nowhere'])).rejects.toThrow(/There is nothing at/);
    await expect(place.board(['.'])).rejects.toThrow(/holds no results/);
  });
});
