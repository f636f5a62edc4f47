import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leaderboardCommand } from '../../src/cli/commands/leaderboard.ts';
import { BigCodeBenchError } from '../../src/error/bigcodebench-error.ts';
import { readRun } from '../../src/store/run-log.ts';
import { createScriptedExecutor } from '../../src/testing/scripted-executor.ts';
import { type DoorName, type Facts, type Look, openDocuments, type RunDoor, runDoors } from './doors.ts';
import { folderDoors, listResults, listRuns } from './folder-doors.ts';
import { createPlace, evaluates, isReference, judge, type Place, runs, serveModel, solution, taskId } from './place.ts';

/** What every door must show of a run. */
interface Truth extends Facts {
  /** What a door shows instead, or the sentence with which it refuses the run. */
  readonly except?: Readonly<Partial<Record<DoorName, Partial<Facts> | RegExp>>>;
}

const [yes, no] = [true, false];
const ids = (...numbers: number[]) => numbers.map(taskId);

/** Looks at a run through every door; each must show all that it can show, and the same. */
async function lookAtRun(look: Look, { except = {}, ...truth }: Truth) {
  const seen: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [name, door] of Object.entries<RunDoor>(runDoors)) {
    const instead = except[name as DoorName];
    seen[name] = await door.look(look).catch(String);
    const { score, failed } = { ...truth, ...(instead instanceof RegExp ? {} : instead) };
    const facts = { score: expect.closeTo(score, 3), failed };
    const shown = Object.fromEntries(door.shows.map((fact) => [fact, facts[fact]]));
    expected[name] = instead instanceof RegExp ? expect.stringMatching(instead) : shown;
  }
  expect(seen).toEqual(expected);
}

/** Looks at each of several runs, whose files in a common place are those of the command that was given last. */
async function lookAtEach(
  place: Place,
  truths: Readonly<Record<string, Truth>>,
  wordsFor: (model: string) => string[],
) {
  const folders = await place.runFolders('bcb_results');
  expect(folders).toHaveLength(Object.keys(truths).length);
  for (const run of folders) {
    const { name } = (await readRun(run)).record.model;
    await lookAtRun({ place, run, asked: runs(...wordsFor(name)) }, truths[name] as Truth);
  }
}

/** Looks at a folder: one row per model through every door that ranks, one run per model in every list. */
async function lookAtFolder(place: Place, out: string, rows: Readonly<Record<string, number>>) {
  const scores = Object.values(rows).sort();
  const exactly = (score: number) => expect.closeTo(score, 3);
  const byModel = Object.fromEntries(Object.entries(rows).map(([model, score]) => [model, exactly(score)]));
  for (const [name, look] of Object.entries(folderDoors)) {
    expect({ [name]: await look(place, out) }).toEqual({ [name]: byModel });
  }
  for (const list of [listRuns, listResults]) {
    expect(Object.values(await list(place, out)).sort()).toEqual(scores.map(exactly));
  }
}

const onlyRun = async (place: Place, out: string) => {
  const folders = await place.runFolders(out);
  expect(folders).toHaveLength(1);
  return folders[0] ?? '';
};

describe('one score, one list of failures, one row per model', () => {
  it('an answer that was edited between two runs of the same command', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, yes, yes, yes, no]);
    const asked = runs('--model', 'replay:a.jsonl', '--split', 'instruct');
    await place.carryOut(asked);
    const run = await onlyRun(place, 'bcb_results');
    await lookAtRun({ place, run, asked }, { score: 0.8, failed: ids(4) });
    await place.writeAnswers('a.jsonl', [no, yes, yes, no, yes]);
    await place.carryOut(asked);
    expect(await onlyRun(place, 'bcb_results')).toBe(run);
    await lookAtRun({ place, run, asked }, { score: 0.6, failed: ids(0, 3) });
    await lookAtFolder(place, 'bcb_results', { 'replay:a.jsonl': 0.6 });
  });

  it('a samples file in which another model answers', async () => {
    await using place = await createPlace();
    const solutions = (...passes: boolean[]) => passes.map((isPass, number) => [solution(isPass, number)]);
    const asked = evaluates('--samples', 'out/s.jsonl');
    await place.writeSamples('out/s.jsonl', solutions(yes, yes, yes, yes, no), 'a');
    await place.carryOut(asked);
    const first = await onlyRun(place, 'out');
    await lookAtRun({ place, run: first, asked }, { score: 0.8, failed: ids(4) });
    await place.writeSamples('out/s.jsonl', solutions(no, yes, no, yes, yes), 'b');
    await place.carryOut(asked);
    const second = (await place.runFolders('out')).find((folder) => folder !== first) ?? '';
    const truth = { score: 0.6, failed: ids(0, 2) };
    await lookAtRun({ place, run: second, asked }, truth);
    // The files beside the samples, and the command, are about what the file says now.
    const shared = ['the command again', 'the command again, --json', 'pass_at_k.json', 'eval_results.json', 'serve'];
    const except = Object.fromEntries(shared.map((name) => [name, truth]));
    await lookAtRun({ place, run: first, asked }, { score: 0.8, failed: ids(4), except });
    await lookAtFolder(place, 'out', { a: 0.8, b: 0.6 });
  });

  it.each([
    ['skip', 2 / 3, ids(4)],
    ['zero', 0.4, ids(2, 3, 4)],
  ] as const)('missing samples, --missing %s', async (missing, score, failed) => {
    await using place = await createPlace();
    await place.writeSamples('out/s.jsonl', [[solution(yes, 0)], [solution(yes, 1)], [], [], [solution(no, 4)]]);
    const asked = evaluates('--samples', 'out/s.jsonl', '--missing', missing);
    await place.carryOut(asked);
    // These have no word for a task without samples.
    const judged = { score: 2 / 3, failed: ids(4) };
    const except = {
      'report --reporter csv': judged,
      'export inspect, read again': judged,
      'export every-eval-ever, read again': judged,
      'eval_results.json': judged,
      'verdicts.parquet': judged,
      serve: { failed: judged.failed },
    };
    await lookAtRun({ place, run: await onlyRun(place, 'out'), asked }, { score, failed, except });
    await lookAtFolder(place, 'out', { m: score });
  });

  it('samples that went from the file, which leaves fewer tasks with any', async () => {
    await using place = await createPlace();
    const all = [0, 1, 2, 3, 4].map((number) => [solution(number < 3, number)]);
    const asked = evaluates('--samples', 'out/s.jsonl', '--missing', 'skip');
    await place.writeSamples('out/s.jsonl', all);
    await place.carryOut(asked);
    await place.writeSamples('out/s.jsonl', all.with(0, []).with(4, []));
    await place.carryOut(asked);
    await lookAtRun({ place, run: await onlyRun(place, 'out'), asked }, { score: 2 / 3, failed: ids(3) });
    await lookAtFolder(place, 'out', { m: 2 / 3 });
  });

  it('several samples a task', async () => {
    await using place = await createPlace();
    const two = (number: number, ...passes: boolean[]) => passes.map((isPass) => solution(isPass, number));
    const solutions = [two(0, yes, yes), two(1, yes, no), two(2, no, no), two(3, yes, yes), two(4, no, yes)];
    await place.writeSamples('out/s.jsonl', solutions);
    const asked = evaluates('--samples', 'out/s.jsonl');
    await place.carryOut(asked);
    await lookAtRun({ place, run: await onlyRun(place, 'out'), asked }, { score: 0.6, failed: ids(1, 2, 4) });
    await lookAtFolder(place, 'out', { m: 0.6 });
  });

  it('upstream verdicts', async () => {
    await using place = await createPlace();
    const skips = (number: number) => [`def task_func():\n    return ${number} # skipped`];
    await place.writeSamples('out/s.jsonl', [skips(0), skips(1), [solution(yes, 2)], [solution(no, 3)], skips(4)]);
    const asked = evaluates('--samples', 'out/s.jsonl', '--verdicts', 'upstream');
    await place.carryOut(asked);
    await lookAtRun({ place, run: await onlyRun(place, 'out'), asked }, { score: 0.8, failed: ids(3) });
    await lookAtFolder(place, 'out', { m: 0.8 });
  });

  it('verdicts that are void since the environment changed', async () => {
    await using place = await createPlace();
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
    const asked = evaluates('--samples', 'out/s.jsonl', '--no-cache', '--no-gt');
    const failing = place.carryOut(asked, { executor: lying() });
    await expect(failing).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    const run = await onlyRun(place, 'out');
    expect(await listRuns(place, 'out')).toEqual({ [basename(run)]: Number.NaN });
    for (const look of [...Object.values(folderDoors).slice(0, 4), listResults]) {
      await expect(look(place, 'out')).rejects.toThrow(/stopped before its end \(0 of 5/);
    }
    isChanged = false;
    await place.carryOut(asked, { executor: lying() });
    await lookAtRun({ place, run, asked }, { score: 0.8, failed: ids(1) });
    await lookAtFolder(place, 'out', { m: 0.8 });
  });

  it('killed and resumed', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, no, yes, yes, no]);
    const asked = runs('--model', 'replay:a.jsonl', '--split', 'instruct');
    const [out, left] = [place.at('bcb_results'), place.at('left')];
    const stop = new AbortController();
    let executed = 0;
    const script = async (...[job, signal]: Parameters<typeof judge>) => {
      if (!isReference(job.code) && ++executed === 3) {
        // What is on disk at this moment is what a kill leaves.
        await cp(out, left, { recursive: true });
        stop.abort(new Error('interrupted'));
      }
      return judge(job, signal);
    };
    const executor = createScriptedExecutor(script, { capacity: 1 });
    await expect(place.carryOut(asked, { executor, signal: stop.signal })).rejects.toThrow();
    await rm(out, { recursive: true });
    await cp(left, out, { recursive: true });
    const run = await onlyRun(place, 'bcb_results');
    const names = await readdir(run);
    const lock = names.find((name) => name.startsWith('lock-')) ?? '';
    const owner = JSON.parse(await readFile(join(run, lock), 'utf8'));
    await writeFile(join(run, lock), JSON.stringify({ ...owner, startedAt: '1' }));
    await writeFile(join(run, 'journal.jsonl'), '{"type":"verdict","taskId":"Small/0","ind', { flag: 'a' });
    expect((await readRun(run)).record).toMatchObject({ state: 'stopped', damagedLines: 0, samples: 5 });
    await expect(runDoors.report.look({ place, run, asked })).rejects.toThrow(/is not finished/);
    await place.carryOut(asked);
    await lookAtRun({ place, run, asked }, { score: 0.6, failed: ids(1, 4) });
    await lookAtFolder(place, 'bcb_results', { 'replay:a.jsonl': 0.6 });
  });

  it('ground truth that failed and then held', async () => {
    await using place = await createPlace();
    await place.writeAnswers('a.jsonl', [yes, yes, yes, no, no]);
    const asked = runs('--model', 'replay:a.jsonl', '--split', 'instruct');
    const executor = createScriptedExecutor((job, signal) =>
      isReference(job.code) ? { outcome: 'timeout' } : judge(job, signal),
    );
    await expect(place.carryOut(asked, { executor })).rejects.toMatchObject({ code: 'UNTRUSTED_ENVIRONMENT' });
    await place.carryOut(asked);
    await lookAtRun({ place, run: await onlyRun(place, 'bcb_results'), asked }, { score: 0.6, failed: ids(3, 4) });
    await lookAtFolder(place, 'bcb_results', { 'replay:a.jsonl': 0.6 });
  });

  it('two models whose file names collide', async () => {
    await using place = await createPlace();
    await place.writeAnswers('x/a.jsonl', [yes, yes, no, no, no]);
    await place.writeAnswers('y/a.jsonl', [yes, yes, yes, yes, no]);
    const split = ['--split', 'instruct'];
    await place.carryOut(runs('--model', 'replay:x/a.jsonl', '--model', 'replay:y/a.jsonl', ...split));
    await lookAtFolder(place, 'bcb_results', { 'replay:x/a.jsonl': 0.4, 'replay:y/a.jsonl': 0.8 });
    const truths = {
      'replay:x/a.jsonl': { score: 0.4, failed: ids(2, 3, 4) },
      'replay:y/a.jsonl': { score: 0.8, failed: ids(4) },
    };
    await lookAtEach(place, truths, (model) => ['--model', model, ...split]);
  });

  it('names with provider prefixes, and result files of somebody else beside them', async () => {
    await using place = await createPlace();
    await using server = await serveModel(({ model, task }) => solution(model === 'good' || task < 2, task));
    const words = ['--base-url', server.url, '--split', 'instruct'];
    await place.carryOut(runs('--model', 'openai:good', '--model', 'openai:bad', ...words));
    await lookAtFolder(place, 'bcb_results', { 'openai:good': 1, 'openai:bad': 0.4 });
    const truths = { 'openai:good': { score: 1, failed: [] }, 'openai:bad': { score: 0.4, failed: ids(2, 3, 4) } };
    await lookAtEach(place, truths, (model) => ['--model', model, ...words]);
    const file = (await readdir(place.at('bcb_results'))).find((name) => name.endsWith('_eval_results.json')) ?? '';
    const foreign = file.replace(/^[a-z]+--/, 'theirs--');
    await cp(place.at(join('bcb_results', file)), place.at(join('bcb_results', foreign)));
    for (const look of Object.values(folderDoors)) {
      expect(Object.keys(await look(place, 'bcb_results')).sort()).toEqual(['openai:bad', 'openai:good', 'theirs']);
    }
  });

  it('a grid of temperatures', async () => {
    await using place = await createPlace();
    await using server = await serveModel(({ temperature, task }) => solution(task >= temperature * 10, task));
    const models = { 'openai:grid': { parameters: { temperature: [0, 0.2, 0.4] } } };
    await writeFile(place.at('bigcodebench.config.json'), JSON.stringify({ models }));
    const words = ['--model', 'openai:grid', '--base-url', server.url, '--split', 'instruct'];
    await place.carryOut(runs(...words));
    expect(await place.runFolders('bcb_results')).toHaveLength(3);
    await lookAtFolder(place, 'bcb_results', {
      'openai:grid · T 0': 1,
      'openai:grid · T 0.2': 0.6,
      'openai:grid · T 0.4': 0.2,
    });
    const failedAt = (temperature: number) => ids(0, 1, 2, 3, 4).slice(0, temperature * 10);
    for (const run of await place.runFolders('bcb_results')) {
      const temperature = Number((await readRun(run)).record.model.parameters?.temperature);
      const asked = runs(...words, '--temperature', String(temperature));
      await lookAtRun({ place, run, asked }, { score: 1 - 2 * temperature, failed: failedAt(temperature) });
    }
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
    const asked = runs('--model', 'replay:a.jsonl', '--split', 'instruct');
    await place.carryOut({ ...asked, words: [...asked.words, '--select', '0-2'] }, { executor: counting() });
    expect(executed).toHaveLength(3);
    const { out } = await place.carryOut(asked, { executor: counting() });
    expect(executed).toHaveLength(5);
    const run = place.at(`bcb_results/runs/${JSON.parse(out).runs[0].run_id}`);
    await lookAtRun({ place, run, asked }, { score: 0.6, failed: ids(1, 4) });
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
    const look = { place, run: old, asked: evaluates('--samples', old) };
    // These look for a file of the run, or list what they cannot read.
    const { 'verdicts.parquet': _file, 'explorer matrix': _matrix, explorer: _explorer, ...doors } = runDoors;
    for (const door of Object.values<RunDoor>(doors)) await expect(door.look(look)).rejects.toThrow(sentence);
    await expect(place.command(leaderboardCommand, ['old'])).rejects.toThrow(sentence);
    await using documents = await openDocuments(place, place.at('old'));
    const { runs: listed, unreadable } = await documents.runs();
    expect([listed, unreadable]).toEqual([[], [{ name: old, reason: expect.stringMatching(sentence) }]]);
    expect(await readdir(place.at('old/runs'))).toEqual(['e-0123456789ab', 'g-0123456789ab']);
    expect(await readFile(join(old, 'manifest.json'), 'utf8')).toBe(manifest);
    expect(await readdir(old)).toEqual(['journal.jsonl', 'manifest.json']);
  });
});
