import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EvaluationEvent, evaluationEventSchema } from '../schema/evaluation-event.ts';
import { defaultRules } from '../schema/evaluation-rules.ts';
import { emptyExecution } from '../schema/execution.ts';
import { type GenerationEvent, generationEventSchema } from '../schema/generation-event.ts';
import type { RunHeader, RunResult } from '../schema/run-record.ts';
import type { Task } from '../schema/task.ts';
import type { Verdict } from '../schema/verdict.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { openJournal } from './journal.ts';
import { keepTasks } from './kept-tasks.ts';
import { listRuns } from './list-runs.ts';
import { readRun } from './read-run.ts';
import { openRunFolder, type RunFolder, scoreFile } from './run-folder.ts';
import { openSweepJournal } from './sweep-journal.ts';

const buildTask = (id: string): Task => ({
  id,
  completePrompt: `"""${id}"""`,
  instructPrompt: id,
  codePrompt: 'def task_func():',
  canonicalSolution: '    return "\ud800"',
  test: '',
  entryPoint: 'task_func',
  docStruct: {},
  libs: [],
  domains: ['Computation'],
  hard: false,
});

const tasks = ['T/0', 'T/1', 'T/2'].map(buildTask);

const buildVerdict = (taskId: string, index: number, status: 'pass' | 'fail'): Verdict => ({
  ...emptyExecution(),
  outcome: status,
  status,
  taskId,
  index,
  solution: `${taskId} ${index}`,
  jobHash: 'h',
  cached: false,
});

const buildHeader = (file: string): RunHeader => ({
  model: { name: 'test:model', parameters: { temperature: 0 } },
  split: 'complete',
  subset: 'small',
  dataset: { name: 'small', version: '1', hash: 'abc', file },
  taskIds: ['T/2', 'T/0'],
  samples: 4,
  rules: defaultRules,
  conditions: { executor: 'scripted', isolation: 'none', fingerprint: 'f' },
  tool: { version: '1.0.0', node: 'v20', platform: 'linux-x64' },
  startedAt: '2026-01-01T00:00:00.000Z',
  generationId: 'g-0123456789ab',
});

const result: RunResult = {
  finishedAt: '2026-01-01T00:01:00.000Z',
  durationMs: 60_000,
  score: {
    tasks: 2,
    samples: 3,
    passAt1: { value: 0.25, standardError: 0.1, interval: [0, 0.5] },
    byK: [],
    notComputed: [],
    byDomain: [],
    byLibrary: [],
  },
  verdicts: 3,
  passed: 1,
  damagedLines: 0,
  outcomes: { pass: 1, fail: 2 },
  excluded: [],
  answers: { truncated: 0, empty: 0 },
  notes: [],
};

/** Opens the folder of an evaluation as a run would, and writes these events. */
async function openEvaluation(outDir: string, name: string, events: readonly EvaluationEvent[]): Promise<RunFolder> {
  const run = buildHeader(await keepTasks(join(outDir, 'runs'), tasks));
  const folder = await openRunFolder({ outDir, prefix: 'e', identity: { name }, provenance: {}, run });
  await using journal = await openJournal({ path: folder.journalPath, schema: evaluationEventSchema });
  for (const event of events) await journal.append(event);
  return folder;
}

const verdictEvents = [
  buildVerdict('T/0', 1, 'fail'),
  buildVerdict('T/2', 0, 'fail'),
  buildVerdict('T/0', 0, 'pass'),
].map((verdict): EvaluationEvent => ({ type: 'verdict', verdict }));
const started: EvaluationEvent = { type: 'started', at: '2026-01-01T00:00:00.000Z' };

describe('readRun', () => {
  it('reads a run that is running, then one that was killed, without leaving anything behind', async () => {
    await using out = await createTemporaryFolder();
    const folder = await openEvaluation(out.path, 'a', [started, ...verdictEvents]);
    const before = await readdir(folder.path);
    const running = await readRun(folder.path);
    expect(running.record).toMatchObject({ id: folder.id, state: 'running', verdicts: 3, passed: 1, samples: 4 });
    expect(running.record.model).toEqual({ name: 'test:model', parameters: { temperature: 0 } });
    // Half a line is being written.
    await appendFile(folder.journalPath, '{"type":"verdict","verd');
    expect((await readRun(folder.path)).record).toMatchObject({ verdicts: 3, damagedLines: 0 });
    expect(await readdir(folder.path)).toEqual(before);
    await folder.close();
    expect((await readRun(folder.path)).record).toMatchObject({ state: 'stopped', verdicts: 3 });
  });

  it('streams verdicts and samples in the order of the tasks, and knows the tasks', async () => {
    await using out = await createTemporaryFolder();
    await using folder = await openEvaluation(out.path, 'a', [
      started,
      ...verdictEvents,
      { type: 'confirmation', taskId: 'T/2', index: 0, seed: 1, outcome: 'pass', status: 'pass' },
      { type: 'confirmation', taskId: 'T/2', index: 0, seed: 2, outcome: 'fail', status: 'fail' },
    ]);
    const run = await readRun(folder.path);
    const verdicts = await collect(run.verdicts());
    expect(verdicts.map(({ solution, status }) => `${solution} ${status}`)).toEqual([
      'T/2 0 fail',
      'T/0 0 pass',
      'T/0 1 fail',
    ]);
    expect(verdicts[0]?.chance).toEqual({ passed: 1, runs: 3 });
    expect((await collect(run.verdicts(['T/0']))).map(({ index }) => index)).toEqual([0, 1]);
    expect(await run.tasks()).toEqual([tasks[2], tasks[0]]);
    // The generation is gone: what was judged is still known.
    expect((await collect(run.samples()))[0]).toEqual({
      taskId: 'T/2',
      index: 0,
      solution: 'T/2 0',
      model: 'test:model',
    });
  });

  it('gives samples their raw text where the generation is there', async () => {
    await using out = await createTemporaryFolder();
    await using folder = await openEvaluation(out.path, 'a', verdictEvents);
    const path = join(out.path, 'runs', 'g-0123456789ab', 'journal.jsonl');
    const answer = (text: string, round: number): GenerationEvent => ({
      type: 'answer',
      answer: {
        taskId: 'T/0',
        index: 0,
        requestHash: 'h',
        text,
        finishReason: 'stop',
        latencyMs: 1,
        warnings: [],
        round,
        at: '',
      },
    });
    await using journal = await openJournal({ path, schema: generationEventSchema });
    await journal.append(answer('first', 0));
    await journal.append(answer('second', 1));
    const samples = await collect((await readRun(folder.path)).samples());
    expect(samples[1]).toMatchObject({ solution: 'T/0 0', rawText: 'second', finishReason: 'stop' });
  });

  it('counts damaged lines', async () => {
    await using out = await createTemporaryFolder();
    await using folder = await openEvaluation(out.path, 'a', verdictEvents);
    await appendFile(folder.journalPath, `${'\0'.repeat(20)}\n`);
    expect((await readRun(folder.path)).record).toMatchObject({ verdicts: 3, damagedLines: 1 });
  });

  it('takes the counts of a finished run from its score, without reading its journal', async () => {
    await using out = await createTemporaryFolder();
    await using folder = await openEvaluation(out.path, 'a', []);
    await writeFile(join(folder.path, scoreFile), JSON.stringify(result));
    const { record } = await readRun(folder.path);
    expect(record).toMatchObject({ state: 'finished', verdicts: 3, passed: 1, result });
  });

  it('says in one sentence what it cannot read', async () => {
    await using out = await createTemporaryFolder();
    const refused = (path: string) => readRun(path).catch((error: Error) => error.message);
    expect(await refused(join(out.path, 'nothing'))).toMatch(/is not the folder of a run/);
    await using older = await openRunFolder({ outDir: out.path, prefix: 'e', identity: {}, provenance: {} });
    expect(await refused(older.path)).toMatch(/was made by an older version .* evaluate its samples again\.$/);
    await using sweep = await openRunFolder({ outDir: out.path, prefix: 'r', identity: {}, provenance: {} });
    expect(await refused(sweep.path)).toMatch(/holds no verdicts itself/);
    await using broken = await openEvaluation(out.path, 'a', []);
    await writeFile(join(broken.path, scoreFile), '{}');
    expect(await refused(broken.path)).toMatch(/score\.json is not the score of a run/);
    await rm(join(broken.path, scoreFile));
    await rm(join(out.path, 'runs', 'tasks'), { recursive: true });
    await expect((await readRun(broken.path)).tasks()).rejects.toMatchObject({ code: 'STORE' });
  });
});

describe('listRuns', () => {
  it('lists the runs of an output folder, of a sweep, and the one that is named', async () => {
    await using out = await createTemporaryFolder();
    await using one = await openEvaluation(out.path, 'one', []);
    await using two = await openEvaluation(out.path, 'two', verdictEvents);
    await using _older = await openRunFolder({ outDir: out.path, prefix: 'e', identity: {}, provenance: {} });
    await using sweep = await openRunFolder({ outDir: out.path, prefix: 'r', identity: {}, provenance: {} });
    {
      await using journal = await openSweepJournal(sweep.journalPath);
      for (const id of [two.id, one.id, two.id]) journal.add(id);
    }
    const warnings: string[] = [];
    const list = async (path: string) =>
      (await listRuns(path, { onWarning: (sentence) => warnings.push(sentence) })).map(({ record }) => record.id);
    expect(await list(out.path)).toEqual([one.id, two.id].sort());
    expect(warnings).toEqual([expect.stringMatching(/older version/)]);
    expect(await list(join(out.path, 'runs'))).toEqual([one.id, two.id].sort());
    expect(await list(sweep.path)).toEqual([one.id, two.id]);
    expect(await list(two.path)).toEqual([two.id]);
    await expect(list(join(out.path, 'nothing'))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  });
});
