import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFailedTasks } from '../run/load-selected-tasks.ts';
import { defaultRules } from '../schema/evaluation-rules.ts';
import type { Submission } from '../schema/submission.ts';
import { readRun } from '../store/run-log.ts';
import { writeEarlierRun } from '../store/testing/earlier-layout.ts';
import { events, exampleResult } from '../store/testing/example-events.ts';
import { openExampleRun, writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { loadLeaderboard } from './board/load-leaderboard.ts';
import { compareRuns } from './compare-results.ts';
import { createResultFinder } from './find-results.ts';
import { readResult, readResults, readRuns } from './read-results.ts';

const right = { 'T/1#0': 'right', 'T/2#0': 'right too' };
const half = { 'T/1#0': 'right', 'T/2#0': 'wrong' };

/** The original's result file for these statuses. */
const writeResults = (path: string, statuses: Readonly<Record<string, 'pass' | 'fail'>>) => {
  const entries = Object.entries(statuses).map(([taskId, status]) => [
    taskId,
    [{ task_id: taskId, solution: '', status, details: {} }],
  ]);
  return writeFile(path, JSON.stringify({ date: '2026-01-01 00:00', eval: Object.fromEntries(entries) }));
};

const nameResults = (model: string) => `${model}--main--bigcodebench-complete--openai-0-1-sanitized_calibrated`;

/** A run and the files it wrote beside it. */
async function writeRunWithExports(outDir: string, name: string, programs: Readonly<Record<string, string>>) {
  const file = `${nameResults(name.split(':').at(-1) ?? '')}_eval_results.json`;
  const header = { model: { name, parameters: { temperature: 0 }, nSamples: 1 } };
  const path = await writeExampleRun(outDir, programs, { name, header, exports: [file] });
  const statuses = Object.entries(programs).map(([key, program]) => [
    key.split('#')[0],
    program.includes('wrong') ? 'fail' : 'pass',
  ]);
  await writeResults(join(outDir, file), Object.fromEntries(statuses));
  return path;
}

const kindsIn = async (path: string) => (await createResultFinder()(path)).map(({ kind }) => kind);

describe('createResultFinder', () => {
  it('finds the runs of a folder, and the result files that none of them wrote', async () => {
    await using out = await createTemporaryFolder();
    const one = await writeRunWithExports(out.path, 'openai:gpt-4o', half);
    const two = await writeRunWithExports(out.path, 'canonical', right);
    const foreign = join(out.path, 'somebody_eval_results.json');
    await writeResults(foreign, { 'T/1': 'pass' });
    await writeFile(join(out.path, 'gpt-4o_eval_results.json.bak'), '');
    expect(await createResultFinder()(out.path)).toEqual([
      ...[one, two].sort().map((path) => ({ kind: 'run', path })),
      { kind: 'file', path: foreign },
    ]);
  });

  it('finds what is named, and looks one folder deeper where there is nothing', async () => {
    await using out = await createTemporaryFolder();
    const run = await writeRunWithExports(join(out.path, 'a'), 'canonical', right);
    await mkdir(join(out.path, 'b', 'bundle'), { recursive: true });
    await writeFile(join(out.path, 'b', 'bundle', 'submission.json'), '{}');
    await writeFile(join(out.path, 'table.csv'), '');
    expect(await kindsIn(run)).toEqual(['run']);
    expect(await kindsIn(join(out.path, 'a', 'runs'))).toEqual(['run']);
    expect(await kindsIn(join(out.path, 'b'))).toEqual(['bundle']);
    expect(await kindsIn(join(out.path, 'table.csv'))).toEqual(['matrix']);
    expect(await kindsIn(out.path)).toEqual(['run', 'bundle']);
    expect(await kindsIn(join(out.path, 'a', 'runs', 'tasks'))).toEqual([]);
    await expect(kindsIn(join(out.path, 'nothing'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });

  it('gives the file that is named, even if a run wrote it', async () => {
    await using out = await createTemporaryFolder();
    await writeRunWithExports(out.path, 'canonical', right);
    expect(await kindsIn(join(out.path, `${nameResults('canonical')}_eval_results.json`))).toEqual(['file']);
  });
});

describe('readResults', () => {
  it('reads the finished runs of a folder and says which it leaves out', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, half, { name: 'done' });
    {
      const judged = [events.judging(), events.verdict('T/1#0', 'right')];
      await using _stopped = await openExampleRun(out.path, { name: 'stopped', events: judged });
      // What only holds answers yet is no result, and nothing to warn of.
      const answers = [events.answer('T/1#0', 'right')];
      await using _answers = await openExampleRun(out.path, { name: 'answers', events: answers });
    }
    await using _running = await openExampleRun(out.path, { name: 'running', events: [events.judging()] });
    const warnings: string[] = [];
    const results = await readResults(out.path, { onWarning: (sentence) => warnings.push(sentence) });
    expect(results.map(({ model }) => model)).toEqual(['test:model']);
    expect(warnings).toHaveLength(2);
    expect(warnings).toContainEqual(expect.stringMatching(/is still running \(0 of \d+ verdicts\): finish it first/));
    expect(warnings).toContainEqual(expect.stringMatching(/was stopped before its end \(1 of \d+ verdicts\)/));
  });

  it('refuses a run that is named itself and not finished, and one whose score is void', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, half);
    expect((await readResult(path)).tasks.size).toBe(2);
    {
      await using writer = await openExampleRun(out.path);
      await writer.append(events.answer('T/2#0', 'another answer'));
    }
    await expect(readResult(path)).rejects.toThrow(/was stopped before its end \(1 of/);
  });

  it('keeps what a run says of how and where it was measured', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeRunWithExports(out.path, 'openai:gpt-4o', half);
    const result = await readResult(path);
    expect(result).toMatchObject({
      model: 'openai:gpt-4o',
      parameters: { temperature: 0, nSamples: 1 },
      source: path,
      conditions: {
        split: 'complete',
        subset: 'small',
        dataset: 'small 1',
        datasetHash: 'abc',
        rules: defaultRules,
        fingerprint: 'env-1',
        isolation: 'none',
        engine: 'engine-1',
      },
    });
    expect([...result.tasks]).toMatchObject([
      ['T/1', { samples: 1, passed: 1, status: 'pass' }],
      ['T/2', { samples: 1, passed: 0, status: 'fail' }],
    ]);
    expect((await result.loadTasks?.())?.map(({ id }) => id)).toEqual(['T/1', 'T/2']);
  });

  it('wants one result where one is wanted, and says what there is where there is none', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, half, { name: 'one' });
    await writeExampleRun(out.path, half, { name: 'two' });
    await expect(readResult(out.path)).rejects.toThrow(/holds 2 results, name one of them: /);
    await mkdir(join(out.path, 'empty'));
    await expect(readResults(join(out.path, 'empty'))).rejects.toThrow(/holds no results/);
    await expect(readRuns(join(out.path, 'empty'))).rejects.toThrow(/holds no run/);
  });
});

describe('a task without a sample', () => {
  it.each([
    ['zero', [1, 0]],
    ['skip', [1]],
  ] as const)('counts in every comparison as in its run: %s', async (missing, passed) => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right' }, { header: { missing } });
    const { tasks } = await readResult(path);
    expect([...tasks.values()].map((task) => task.passed)).toEqual(passed);
  });

  it('is compared as unsolved, and is no reason to refuse', async () => {
    await using out = await createTemporaryFolder();
    const header = { missing: 'zero' as const };
    const a = await writeExampleRun(out.path, right, { name: 'a', header });
    const b = await writeExampleRun(out.path, { 'T/1#0': 'right' }, { name: 'b', header });
    const { comparisons } = await compareRuns([a, b]);
    expect(comparisons[0]).toMatchObject({
      tasks: 2,
      mismatches: [],
      excluded: [],
      a: { score: 100 },
      b: { score: 50 },
    });
    expect(comparisons[0]?.flips).toMatchObject([{ task_id: 'T/2', b: 'fail', cause: 'no sample' }]);
  });

  it('is unsolved in a bundle of such a run, too', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, { 'T/1#0': 'right' }, { header: { missing: 'zero' } });
    const [log] = await readRuns(out.path);
    if (!log) throw new Error('There is no run.');
    const { dataset, asking: _, ...header } = log.manifest.run;
    const folder = join(out.path, 'bundle');
    await mkdir(folder);
    const submission: Submission = {
      schema_version: 1,
      model: {},
      runs: [
        {
          run_id: log.id,
          run: { ...header, dataset, samples: 1, conditions: log.record.conditions },
          result: exampleResult({ verdicts: 1, passed: 1 }),
          extraction: { strategy: 'upstream', without_thinking: false },
          score: 50,
          interval: [0, 100],
          files: { samples: 's', raw: 'r', eval_results: 'm_eval_results.json', pass_at_k: 'p', verdicts: 'v' },
        },
      ],
      cost_usd: null,
      output_tokens: null,
    };
    await writeFile(join(folder, 'submission.json'), JSON.stringify(submission));
    await writeResults(join(folder, 'm_eval_results.json'), { 'T/1': 'pass' });
    expect([...(await readResult(folder)).tasks]).toMatchObject([
      ['T/1', { passed: 1 }],
      ['T/2', { passed: 0, samples: 1, cause: 'no sample' }],
    ]);
  });
});

describe('a leaderboard of a folder', () => {
  const board = async (...paths: string[]) => {
    const { board: built } = await loadLeaderboard({
      paths,
      split: 'complete',
      subset: 'full',
      filters: {},
      elo: 'none',
      resamples: 10,
      allowMismatch: false,
      variables: {},
      cwd: '.',
    });
    return built.models.map(({ model, rank, complete }) => [model, rank, complete]);
  };

  it('lists a model once, whatever the files of its run are called', async () => {
    await using out = await createTemporaryFolder();
    await writeRunWithExports(out.path, 'openai:gpt-4o', half);
    await writeRunWithExports(out.path, 'canonical', right);
    expect(await board(out.path)).toEqual([
      ['canonical', 1, 100],
      ['openai:gpt-4o', 2, 50],
    ]);
  });

  it('lists models apart whose files have one name', async () => {
    await using out = await createTemporaryFolder();
    await writeRunWithExports(out.path, 'openai:m', half);
    await writeRunWithExports(out.path, 'openrouter:m', right);
    expect(await board(out.path)).toEqual([
      ['openrouter:m', 1, 100],
      ['openai:m', 2, 50],
    ]);
  });

  it('lists runs of one model apart that asked otherwise', async () => {
    await using out = await createTemporaryFolder();
    for (const [temperature, programs] of [
      [0, half],
      [0.8, right],
    ] as const) {
      const model = { name: 'openai:m', parameters: { temperature }, nSamples: 1 };
      await writeExampleRun(out.path, programs, { name: `T ${temperature}`, header: { model } });
    }
    expect(await board(out.path)).toEqual([
      ['openai:m · T 0.8', 1, 100],
      ['openai:m · T 0', 2, 50],
    ]);
  });

  it('lists a run once whose results were also copied elsewhere', async () => {
    await using out = await createTemporaryFolder();
    await using elsewhere = await createTemporaryFolder();
    await writeRunWithExports(out.path, 'canonical', half);
    const file = `${nameResults('canonical')}_eval_results.json`;
    await cp(join(out.path, file), join(elsewhere.path, file));
    expect(await board(elsewhere.path, out.path)).toEqual([['canonical', 1, 50]]);
  });

  it('counts tasks without a sample as unsolved where the runs do', async () => {
    await using out = await createTemporaryFolder();
    const header = (name: string) => ({ model: { name }, missing: 'zero' as const });
    await writeExampleRun(out.path, right, { name: 'a', header: header('a') });
    await writeExampleRun(out.path, { 'T/1#0': 'right' }, { name: 'b', header: header('b') });
    expect(await board(out.path)).toEqual([
      ['a', 1, 100],
      ['b', 2, 50],
    ]);
  });

  it('refuses runs that were isolated otherwise', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, right, { name: 'a', header: { model: { name: 'a' } } });
    await using writer = await openExampleRun(out.path, { name: 'b', header: { model: { name: 'b' } } });
    for (const event of [
      events.judging({ isolation: 'landlock' }),
      events.verdict('T/1#0', 'right'),
      events.scored({ verdicts: 1, passed: 1 }),
    ]) {
      await writer.append(event);
    }
    await expect(board(out.path)).rejects.toThrow(/isolation \((none \/ landlock|landlock \/ none)\)/);
  });
});

describe('a folder of the earlier layout', () => {
  const sentence = /was made by version 0\.1, which kept runs differently: evaluate its samples file again with/;

  it.each(['g', 'e', 'r'] as const)('is refused by every reader and stays as it is: %s-…', async (prefix) => {
    await using out = await createTemporaryFolder();
    const folder = await writeEarlierRun(out.path, prefix);
    const text = await readFile(join(folder, 'manifest.json'), 'utf8');
    await expect(readRun(folder)).rejects.toThrow(sentence);
    await expect(readResult(folder)).rejects.toThrow(sentence);
    await expect(readResults(out.path)).rejects.toThrow(sentence);
    await expect(readRuns(out.path)).rejects.toThrow(sentence);
    await expect(findFailedTasks(folder, { cwd: '/', out: out.path })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringMatching(sentence),
    });
    expect(await readdir(folder)).toEqual(['journal.jsonl', 'manifest.json']);
    expect(await readFile(join(folder, 'manifest.json'), 'utf8')).toBe(text);
  });

  it('does not keep the runs beside it from being read', async () => {
    await using out = await createTemporaryFolder();
    await writeExampleRun(out.path, half);
    for (const prefix of ['g', 'e', 'r'] as const) await writeEarlierRun(out.path, prefix);
    const warnings: string[] = [];
    const options = { onWarning: (said: string) => warnings.push(said) };
    expect(await readResults(out.path, options)).toHaveLength(1);
    expect(await readRuns(out.path, options)).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(sentence), expect.stringMatching(sentence)]);
  });
});

describe('findFailedTasks', () => {
  it('names the tasks that not every sample solved, by the path or the id of a run, or by a file', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeRunWithExports(out.path, 'canonical', half);
    const find = (run: string) => findFailedTasks(run, { cwd: out.path, out: '.' });
    expect(await find(path)).toEqual(['T/2']);
    expect(await find(path.split('/').at(-1) ?? '')).toEqual(['T/2']);
    expect(await find(`${nameResults('canonical')}_eval_results.json`)).toEqual(['T/2']);
    await expect(find('000000000000')).rejects.toMatchObject({ code: 'USAGE' });
  });
});
