import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluateCommand } from '../../src/cli/commands/evaluate.ts';
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { withExecutor } from '../../src/cli/testing/run-command.ts';
import { BigCodeBenchError } from '../../src/error/bigcodebench-error.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';
import {
  askServer,
  bundleDoor,
  type FolderDoor,
  folderDoors,
  type RunDoor,
  runDocuments,
  runDoors,
  type Seen,
} from './doors.ts';
import { createPlace, isReference, judge, type Place, serveModel, solution, taskId } from './place.ts';

/** What every door must show of a run. */
interface Truth {
  readonly score: number;
  readonly failed: readonly string[];
}

const [yes, no] = [true, false];
const ids = (...numbers: number[]) => numbers.map(taskId);

/** Looks at a run through every door; each must show the same. */
async function lookAtRun(place: Place, run: string, truth: Truth, doors: Record<string, RunDoor> = runDoors) {
  const seen: Record<string, Seen> = {};
  for (const [name, look] of Object.entries(doors)) seen[name] = await look(place, run);
  const expected = Object.fromEntries(
    Object.entries(seen).map(([name, { score, failed }]) => [
      name,
      {
        ...(score === undefined ? {} : { score: expect.closeTo(truth.score, 3) }),
        ...(failed === undefined ? {} : { failed: truth.failed }),
      },
    ]),
  );
  expect(seen).toEqual(expected);
}

/** Looks at a folder: one row per model through every door that ranks. */
async function lookAtFolder(place: Place, out: string, rows: Readonly<Record<string, number>>) {
  const { 'explorer runs': runList, ...boards } = folderDoors;
  const byModel = Object.entries(rows).map(([model, score]) => [model, expect.closeTo(score, 3)]);
  for (const [name, look] of Object.entries(boards)) {
    expect({ [name]: await look(place, out) }).toEqual({ [name]: Object.fromEntries(byModel) });
  }
  const listed = await (runList as FolderDoor)(place, out);
  expect(Object.values(listed).sort()).toEqual(
    Object.values(rows)
      .sort()
      .map((score) => expect.closeTo(score, 3)),
  );
}

const onlyRun = async (place: Place, out: string) => {
  const runs = await place.runFolders(out);
  expect(runs).toHaveLength(1);
  return runs[0] ?? '';
};

const withBundle = { ...runDoors, bundle: bundleDoor };

describe('one score, one list of failures, one row per model', () => {
  it('an answer that was edited between two runs of the same command', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, yes, yes, yes, no]);
    const words = ['--model', 'replay:a.jsonl', '--split', 'instruct'];
    const first = JSON.parse((await place.run(words)).out).runs[0];
    expect(first['pass@1']).toBe(0.8);
    await lookAtRun(place, await onlyRun(place, 'bcb_results'), { score: 0.8, failed: ids(4) }, withBundle);
    await place.writeAnswers('a.jsonl', [no, yes, yes, no, yes]);
    const second = JSON.parse((await place.run(words)).out).runs[0];
    expect(second['pass@1']).toBe(0.6);
    expect(second.run_id).toBe(first.run_id);
    const run = await onlyRun(place, 'bcb_results');
    await lookAtRun(place, run, { score: 0.6, failed: ids(0, 3) }, withBundle);
    await lookAtFolder(place, 'bcb_results', { 'replay:a.jsonl': 0.6 });
  });

  it.each([
    ['skip', 2 / 3, ids(4)],
    ['zero', 0.4, ids(2, 3, 4)],
  ] as const)('missing samples, --missing %s', async (missing, score, failed) => {
    await using place = await createPlace();
    const solutions = [[solution(yes, 0)], [solution(yes, 1)], [], [], [solution(no, 4)]];
    await place.writeSamples('out/s.jsonl', solutions).catch(async () => {
      await mkdir(place.at('out'));
      await place.writeSamples('out/s.jsonl', solutions);
    });
    const { out } = await place.evaluate(['--samples', 'out/s.jsonl', '--missing', missing]);
    expect(JSON.parse(out)['pass@1']).toBeCloseTo(score);
    // The formats of others have no word for a task without samples.
    const { 'export inspect, read again': _inspect, 'export every-eval-ever, read again': _eee, ...own } = runDoors;
    await lookAtRun(place, await onlyRun(place, 'out'), { score, failed }, missing === 'zero' ? own : runDoors);
    await lookAtFolder(place, 'out', { m: score });
    // The original's file has no word for a task without samples.
    expect(await askServer(place, 'out/s.jsonl', `missing=${missing}`)).toMatchObject({ score: expect.closeTo(score) });
  });

  it('several samples a task', async () => {
    await using place = await createPlace();
    await mkdir(place.at('out'));
    const two = (number: number, ...passes: boolean[]) => passes.map((isPass) => solution(isPass, number));
    const solutions = [two(0, yes, yes), two(1, yes, no), two(2, no, no), two(3, yes, yes), two(4, no, yes)];
    await place.writeSamples('out/s.jsonl', solutions);
    await place.evaluate(['--samples', 'out/s.jsonl']);
    const truth = { score: 0.6, failed: ids(1, 2, 4) };
    await lookAtRun(place, await onlyRun(place, 'out'), truth);
    await lookAtFolder(place, 'out', { m: 0.6 });
    expect(await askServer(place, 'out/s.jsonl', '')).toEqual({ score: expect.closeTo(0.6), failed: truth.failed });
  });

  it('upstream verdicts', async () => {
    await using place = await createPlace();
    await mkdir(place.at('out'));
    const skips = (number: number) => [`def task_func():\n    return ${number} # skipped`];
    await place.writeSamples('out/s.jsonl', [skips(0), skips(1), [solution(yes, 2)], [solution(no, 3)], skips(4)]);
    await place.evaluate(['--samples', 'out/s.jsonl', '--verdicts', 'upstream']);
    const truth = { score: 0.8, failed: ids(3) };
    await lookAtRun(place, await onlyRun(place, 'out'), truth, withBundle);
    await lookAtFolder(place, 'out', { m: 0.8 });
    expect(await askServer(place, 'out/s.jsonl', '', { verdicts: 'upstream' })).toEqual(truth);
  });

  it('verdicts that are void since the environment changed', async () => {
    await using place = await createPlace();
    await mkdir(place.at('out'));
    await place.writeSamples(
      'out/s.jsonl',
      [0, 1, 2, 3, 4].map((number) => [solution(number !== 1, number)]),
    );
    let isChanged = true;
    const lying = () => ({
      // Everything but reference solutions fails in the environment that changed.
      ...createScriptedExecutor((job, signal) => {
        if (isReference(job.code)) return {};
        return isChanged ? { outcome: 'error' } : judge(job, signal);
      }),
      verify: async () => {
        if (isChanged) throw new BigCodeBenchError('UNTRUSTED_ENVIRONMENT', 'A library was replaced.');
      },
    });
    const words = ['--samples', 'out/s.jsonl', '--no-cache', '--no-gt'];
    await expect(place.evaluate(words, lying())).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    const run = await onlyRun(place, 'out');
    expect(await folderDoors['explorer runs']?.(place, 'out')).toEqual({ [basename(run)]: -1 });
    await expect(folderDoors['leaderboard --json']?.(place, 'out')).rejects.toThrow(/stopped before its end \(0 of 5/);
    isChanged = false;
    await place.evaluate(words, lying());
    await lookAtRun(place, run, { score: 0.8, failed: ids(1) }, withBundle);
    await lookAtFolder(place, 'out', { m: 0.8 });
  });

  it('interrupted and resumed', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, no, yes, yes, no]);
    const words = ['--model', 'replay:a.jsonl', '--split', 'instruct'];
    const stop = new AbortController();
    let executed = 0;
    const executor = createScriptedExecutor(
      (job, signal) => {
        if (!isReference(job.code) && ++executed === 3) stop.abort(new Error('interrupted'));
        return judge(job, signal);
      },
      { capacity: 1 },
    );
    await expect(place.run(words, executor, stop.signal)).rejects.toThrow();
    const run = await onlyRun(place, 'bcb_results');
    await expect(runDoors.report?.(place, run)).rejects.toThrow(/is not finished/);
    await place.run(words);
    await lookAtRun(place, run, { score: 0.6, failed: ids(1, 4) }, withBundle);
    await lookAtFolder(place, 'bcb_results', { 'replay:a.jsonl': 0.6 });
  });

  it('ground truth that failed and then held', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, yes, yes, no, no]);
    const words = ['--model', 'replay:a.jsonl', '--split', 'instruct'];
    const busy = createScriptedExecutor((job, signal) =>
      isReference(job.code) ? { outcome: 'timeout' } : judge(job, signal),
    );
    const failing = place.run(words, busy);
    await expect(failing).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    await place.run(words);
    await lookAtRun(place, await onlyRun(place, 'bcb_results'), { score: 0.6, failed: ids(3, 4) }, withBundle);
    await lookAtFolder(place, 'bcb_results', { 'replay:a.jsonl': 0.6 });
  });

  it('two models whose file names collide', async () => {
    await using place = await createPlace();
    for (const [folder, passes] of [
      ['x', [yes, yes, no, no, no]],
      ['y', [yes, yes, yes, yes, no]],
    ] as const) {
      await mkdir(place.at(folder));
      await place.writeAnswers(`${folder}/a.jsonl`, passes);
    }
    await place.run(['--model', 'replay:x/a.jsonl', '--model', 'replay:y/a.jsonl', '--split', 'instruct']);
    expect(await place.runFolders('bcb_results')).toHaveLength(2);
    await lookAtFolder(place, 'bcb_results', { 'replay:x/a.jsonl': 0.4, 'replay:y/a.jsonl': 0.8 });
    const { 'pass_at_k.json': _, ...others } = runDoors;
    for (const run of await place.runFolders('bcb_results')) {
      const { run: header } = JSON.parse(await readFile(join(run, 'manifest.json'), 'utf8'));
      const isX = header.model.name === 'replay:x/a.jsonl';
      await lookAtRun(place, run, isX ? { score: 0.4, failed: ids(2, 3, 4) } : { score: 0.8, failed: ids(4) }, others);
    }
  });

  it('names with provider prefixes, and result files of somebody else beside them', async () => {
    await using place = await createPlace();
    await using server = await serveModel(({ model, task }) => solution(model === 'good' || task < 2, task));
    const words = ['--base-url', server.url, '--split', 'instruct'];
    await place.run(['--model', 'openai:good', '--model', 'openai:bad', ...words]);
    const rows = { 'openai:good': 1, 'openai:bad': 0.4 };
    await lookAtFolder(place, 'bcb_results', rows);
    const [run = ''] = await place.runFolders('bcb_results');
    const file = (await readdir(place.at('bcb_results'))).find((name) => name.endsWith('_eval_results.json')) ?? '';
    const foreign = file.replace(/^[a-z]+--/, 'theirs--');
    await cp(place.at(join('bcb_results', file)), place.at(join('bcb_results', foreign)));
    const board = await folderDoors['leaderboard --json']?.(place, 'bcb_results');
    expect(Object.keys(board ?? {}).sort()).toEqual(['openai:bad', 'openai:good', 'theirs']);
    expect(basename(run)).toMatch(/^[0-9a-f]{12}$/);
  });

  it('a grid of temperatures', async () => {
    await using place = await createPlace();
    await using server = await serveModel(({ temperature, task }) => solution(task >= temperature * 10, task));
    const models = { 'openai:grid': { parameters: { temperature: [0, 0.2, 0.4] } } };
    await writeFile(place.at('bigcodebench.config.json'), JSON.stringify({ models }));
    await place.run(['--model', 'openai:grid', '--base-url', server.url, '--split', 'instruct']);
    expect(await place.runFolders('bcb_results')).toHaveLength(3);
    await lookAtFolder(place, 'bcb_results', {
      'openai:grid · T 0': 1,
      'openai:grid · T 0.2': 0.6,
      'openai:grid · T 0.4': 0.2,
    });
  });

  it('a selection that grew: what was answered and judged before is not done again', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, no, yes, yes, no]);
    const executed: string[] = [];
    const counting = () =>
      createScriptedExecutor((job, signal) => {
        if (!isReference(job.code) && !job.separate) executed.push(job.code);
        return judge(job, signal);
      });
    const words = ['--model', 'replay:a.jsonl', '--split', 'instruct'];
    await place.run([...words, '--select', '0-2'], counting());
    expect(executed).toHaveLength(3);
    const { out } = await place.run(words, counting());
    expect(executed).toHaveLength(5);
    const { run_id: id } = JSON.parse(out).runs[0];
    await lookAtRun(place, place.at(`bcb_results/runs/${id}`), { score: 0.6, failed: ids(1, 4) }, withBundle);
  });

  it('a folder of the earlier layout is refused by every door and left as it is', async () => {
    await using place = await createPlace();
    const old = place.at('old/runs/e-0123456789ab');
    await mkdir(old, { recursive: true });
    const manifest = JSON.stringify({ id: 'e-0123456789ab', identity: {}, provenance: {}, run: {} });
    await writeFile(join(old, 'manifest.json'), manifest);
    await writeFile(join(old, 'journal.jsonl'), '{"type":"started"}\n');
    await mkdir(place.at('old/runs/g-0123456789ab'));
    const sentence = /evaluate its samples file again/;
    const { 'pass_at_k.json': _file, 'explorer matrix': _matrix, explorer: _explorer, ...doors } = runDoors;
    for (const look of Object.values(doors)) await expect(look(place, old)).rejects.toThrow(sentence);
    await expect(place.command(leaderboardCommand, ['old'])).rejects.toThrow(sentence);
    await expect(
      place.command(withExecutor(evaluateCommand, place.open()), ['--samples', old, '--subset', 'tasks.jsonl']),
    ).rejects.toThrow(sentence);
    const { runs, unreadable } = await runDocuments(place, place.at('old'));
    expect([runs, unreadable]).toEqual([[], [{ name: old, reason: expect.stringMatching(sentence) }]]);
    expect(await readdir(place.at('old/runs'))).toEqual(['e-0123456789ab', 'g-0123456789ab']);
    expect(await readFile(join(old, 'manifest.json'), 'utf8')).toBe(manifest);
    expect(await readdir(old)).toEqual(['journal.jsonl', 'manifest.json']);
  });
});
