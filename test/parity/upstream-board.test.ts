import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { runCommand } from '../../src/cli/testing/run-command.ts';
import { hardIds, publishedIds } from '../../src/dataset/public-tasks.ts';
import { createTemporaryFolder } from '../../src/testing/temporary-folder.ts';
import { describeNeeding } from '../../src/util/testing/needs.ts';
import { recordings, sharedData } from '../../src/util/testing/shared-data.ts';
import { downloadSource, installPackages } from './testing/python-packages.ts';

const python = recordings.isMet
  ? await installPackages({
      name: 'board',
      python: '3.11',
      packages: ['datasets', 'transformers', 'tqdm', 'pandas', 'numpy'],
    })
  : undefined;
const source = python && (await downloadSource(python, 'bigcodebench', '0.2.5'));

const info = (name: string, link: string) => ({
  name,
  link,
  prompted: true,
  moe: false,
  size: 7,
  act_param: 7,
  'open-data': 'None',
  prefill: true,
  date: '2024-09-18',
});

describeNeeding(recordings, { name: 'packages from PyPI', isMet: source !== undefined })(
  "the original's board script, unchanged",
  () => {
    let place: Awaited<ReturnType<typeof createTemporaryFolder>>;
    const at = (...parts: string[]) => join(place.path, ...parts);
    const readJson = async (...parts: string[]) => JSON.parse(await readFile(at(...parts), 'utf8'));

    beforeAll(async () => {
      place = await createTemporaryFolder();
      // Two models with real verdicts in both splits: the second has the splits swapped.
      for (const [model, swap] of [
        ['one', false],
        ['two', true],
      ] as const) {
        for (const split of ['complete', 'instruct']) {
          const from = swap ? { complete: 'instruct', instruct: 'complete' }[split] : split;
          const file = sharedData('samples', `qwen2.5-coder-7b-instruct--${from}.eval_results.json.gz`);
          await mkdir(at('given'), { recursive: true });
          const name = `org--${model}--main--bigcodebench-${split}--vllm-0-1-sanitized_calibrated_eval_results.json`;
          await writeFile(at('given', name), gunzipSync(await readFile(file)));
        }
      }
      const infos = [
        info('org--one', 'https://huggingface.co/org/one'),
        info('org--two', 'https://huggingface.co/org/two'),
      ];
      await writeFile(at('info.json'), JSON.stringify(infos));
      await runCommand(leaderboardCommand, {
        words: ['given', '--model-info', 'info.json', '--upstream', 'feed', '--resamples', '100', '--quiet'],
        cwd: place.path,
        variables: {
          BCB_CACHE_DIR: at('cache'),
          BIGCODEBENCH_OVERRIDE_PATH: sharedData('bigcodebench-v0.1.4.jsonl.gz'),
        },
      });
      // What a maintainer does: results into results/, the entry into utils.py.
      await cp(at('feed', 'results'), at('results'), { recursive: true });
      await cp(join(source ?? '', 'analysis', 'task2domain.json'), at('task2domain.json'));
      await writeFile(at('utils.py'), `model_info = {\n${await readFile(at('feed', 'model_info.py.txt'), 'utf8')}}\n`);
      await cp(join(source ?? '', 'analysis', 'get_results.py'), at('get_results.py'));
      await writeFile(at('ids.json'), JSON.stringify({ full: publishedIds, hard: hardIds }));
      const runner = fileURLToPath(new URL('testing/run_upstream_board.py', import.meta.url));
      execFileSync(python ?? '', [runner, at('get_results.py'), at('ids.json')], {
        cwd: place.path,
        env: { ...process.env, PYTHONPATH: place.path, HF_HUB_OFFLINE: '1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
    }, 900_000);
    afterAll(() => place?.[Symbol.asyncDispose]());

    test('finds every file we wrote', async () => {
      expect((await readdir(at('eval_results'))).sort()).toEqual((await readdir(at('results'))).sort());
    });

    test.each(['results.json', 'results-hard.json'])('%s has the scores that we wrote', async (file) => {
      const [theirs, ours] = [await readJson(file), await readJson('feed', file)];
      expect(Object.keys(ours)).toEqual(Object.keys(theirs));
      for (const name of Object.keys(theirs)) expect(ours[name]).toMatchObject(theirs[name]);
    });

    test.each(['', '-hard'])('the tables of bigcodebench%s are those it would push', async (suffix) => {
      for (const table of ['perf', 'domain', 'solve-rate']) {
        for (const split of ['complete', 'instruct']) {
          const theirs = await readJson('pushed', `bigcodebench${suffix}-${table}`, `${split}.json`);
          const path = at('feed', `bigcodebench${suffix}-${table}`, 'data', `${split}-00000-of-00001.parquet`);
          const ours = await readColumns(path);
          expect(Object.keys(ours).sort()).toEqual(Object.keys(theirs).sort());
          if (table === 'solve-rate') {
            expect(pairs(ours.task_id, ours.solve_rate)).toEqual(pairs(theirs.task_id, theirs.solve_rate));
          } else {
            expect(ours).toEqual(theirs);
          }
        }
      }
      const theirs = await readJson('pushed', `bigcodebench${suffix}-results`, 'train.json');
      const ours = await readColumns(
        at('feed', `bigcodebench${suffix}-results`, 'data', 'train-00000-of-00001.parquet'),
      );
      expect(ours).toMatchObject(theirs);
    });
  },
);

async function readColumns(path: string): Promise<Record<string, unknown[]>> {
  const bytes = await readFile(path);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file, compressors });
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
}

function pairs(keys: unknown[] | undefined, values: unknown[] | undefined): Record<string, unknown> {
  return Object.fromEntries((keys ?? []).map((key, at) => [String(key), values?.[at]]));
}
