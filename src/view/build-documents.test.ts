import { describe, expect, it } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import { completeRules } from '../schema/evaluation-rules.ts';
import type { RunDocument } from '../schema/view/run-document.ts';
import { events, keyOf } from '../store/testing/example-events.ts';
import { openExampleRun, writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import type { ViewDocuments } from './build-documents.ts';
import { openExampleView } from './testing/open-example-view.ts';

const failedTest = (message: string) => ({
  tests: [{ name: 'test_a', outcome: 'fail' as const, ms: 1, message }],
});

const outcomesIn = ({ samples, tasks }: Pick<RunDocument, 'samples' | 'tasks'>) =>
  Object.fromEntries(
    samples.task.map((row, at) => [
      `${tasks.ids[row]}#${samples.index[at]}`,
      samples.outcomes[samples.outcome[at] ?? 0],
    ]),
  );

/** What every document says of one sample. */
async function describeEverywhere(documents: ViewDocuments, id: string, name: string) {
  const key = keyOf(name);
  const run = await documents.run(id);
  const { answers } = await documents.answers(key.taskId);
  const { taskIds, cells } = await documents.matrix();
  const { clusters } = await documents.failures();
  return {
    list: run && outcomesIn(run)[name],
    page: (await documents.sample(id, key))?.verdict.status,
    task: answers.find(({ runId, index }) => runId === id && index === key.index)?.outcome,
    matrix: [...Buffer.from(cells, 'base64')][taskIds.indexOf(key.taskId)],
    failures: clusters.flatMap(({ samples }) => samples).filter(({ runId }) => runId === id).length,
    passed: run?.run.passed,
  };
}

describe('the documents of a run', () => {
  it('agree about every sample', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    const id = path.split('/').at(-1) ?? '';
    await using view = openExampleView(out.path);
    const { documents } = view;
    expect((await documents.runs()).runs).toMatchObject([{ id, state: 'finished', verdicts: 2, passed: 1 }]);
    expect(await describeEverywhere(documents, id, 'T/1#0')).toEqual({
      ...{ list: 'pass', page: 'pass', task: 'pass', matrix: 200, failures: 1, passed: 1 },
    });
    expect(await describeEverywhere(documents, id, 'T/2#0')).toMatchObject({ list: 'fail', page: 'fail', matrix: 0 });
    expect(await documents.task('T/1')).toMatchObject({ id: 'T/1', referenceSolution: '    return 1' });
    expect(await documents.tasks()).toMatchObject({ ids: ['T/1', 'T/2'], answers: [1, 1], passed: [1, 0] });
  });

  it('forget void verdicts, all of them', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, {
      events: [events.verdict('T/1#0', 'wrong', failedTest('KeyError: 1')), events.verdict('T/2#0', 'right')],
    });
    await using view = openExampleView(out.path);
    const { documents } = view;
    const { id } = writer;
    expect(await describeEverywhere(documents, id, 'T/1#0')).toMatchObject({ list: 'fail', failures: 1, matrix: 0 });
    const before = (await documents.rows(id, 0))?.samples.epoch;
    await writer.append(events.changed());
    expect(await describeEverywhere(documents, id, 'T/1#0')).toEqual({
      ...{ list: undefined, page: undefined, task: undefined, matrix: 255, failures: 0, passed: 0 },
    });
    await writer.append(events.verdict('T/1#0', 'wrong', { outcome: 'pass', status: 'pass' }));
    expect(await describeEverywhere(documents, id, 'T/1#0')).toEqual({
      ...{ list: 'pass', page: 'pass', task: 'pass', matrix: 200, failures: 0, passed: 1 },
    });
    // A page that copied the first rows knows that they do not fit any more.
    const rows = await documents.rows(id, 0);
    expect(rows?.samples.epoch).not.toBe(before);
    expect(rows?.samples.task).toHaveLength(1);
  });

  it('follow an answer that was replaced', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'wrong', 'T/2#0': 'right' });
    const id = path.split('/').at(-1) ?? '';
    await using view = openExampleView(out.path);
    await describeEverywhere(view.documents, id, 'T/1#0');
    {
      await using writer = await openExampleRun(out.path);
      await writer.append(events.answer('T/1#0', 'a better one'));
      await writer.append(events.verdict('T/1#0', 'better'));
      await writer.append(events.scored({ verdicts: 2, passed: 2 }));
    }
    expect(await describeEverywhere(view.documents, id, 'T/1#0')).toEqual({
      ...{ list: 'pass', page: 'pass', task: 'pass', matrix: 200, failures: 0, passed: 2 },
    });
    expect(await view.documents.sample(id, keyOf('T/1#0'))).toMatchObject({
      program: expect.stringContaining('better'),
      answer: { rawText: 'a better one' },
    });
  });

  it('count by the verdicts of the run where its rules are the original’s', async () => {
    await using out = await createTemporaryFolder();
    const skipped = { outcome: 'fail' as const, status: 'pass' as const, reason: 'skipped tests' };
    const header = { rules: completeRules({ verdicts: 'upstream' }) };
    await using writer = await openExampleRun(out.path, {
      header,
      events: [events.verdict('T/1#0', 'x', skipped), events.verdict('T/2#0', 'wrong')],
    });
    await writer.append(events.scored({ verdicts: 2, passed: 1 }));
    const other = await writeExampleRun(out.path, { 'T/1#0': 'wrong', 'T/2#0': 'right' }, { name: 'other', header });
    await using view = openExampleView(out.path);
    const { documents } = view;
    expect(await describeEverywhere(documents, writer.id, 'T/1#0')).toMatchObject({
      ...{ list: 'pass', page: 'pass', task: 'pass', passed: 1, failures: 1 },
    });
    const compared = await documents.compare(writer.id, other.split('/').at(-1) ?? '');
    expect(compared?.rows).toMatchObject([
      { taskId: 'T/1', a: 1, b: 0, causeA: '' },
      { taskId: 'T/2', a: 0, b: 1 },
    ]);
    expect(compared?.comparison).toMatchObject({ a: { score: 50 }, b: { score: 50 }, only_a: 1, only_b: 1 });
  });

  it('give the rows that came since, and the failing line of a sample', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, { events: [events.verdict('T/1#0', 'right')] });
    await using view = openExampleView(out.path);
    await view.documents.run(writer.id);
    await writer.append(events.verdict('T/2#0', 'wrong', failedTest('AssertionError: 1 != 2')));
    const rows = await view.documents.rows(writer.id, 1);
    expect(rows).toMatchObject({ from: 1, run: { verdicts: 2 }, samples: { task: [1], causes: ['AssertionError'] } });
    const sample = await view.documents.sample(writer.id, keyOf('T/2#0'));
    expect(sample).toMatchObject({ cause: 'AssertionError', siblings: ['fail'], tests: [{ name: 'test_a' }] });
  });

  it('show what each strategy takes out of an answer', async () => {
    await using out = await createTemporaryFolder();
    const text = 'Sure:\n```python\ndef task_func():\n    return 1\n```\n';
    await using writer = await openExampleRun(out.path, {
      events: [events.answer('T/1#0', text), events.verdict('T/1#0', 'def task_func():\n    return 1')],
    });
    await using view = openExampleView(out.path);
    const extraction = await view.documents.extraction(writer.id, keyOf('T/1#0'));
    expect(extraction?.strategies.map(({ solution }) => solution)).toContainEqual(
      expect.stringMatching(/^def task_func/),
    );
    expect(await view.documents.extraction(writer.id, keyOf('T/2#0'))).toBeUndefined();
  });

  it('are undefined for what does not exist', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right' });
    const id = path.split('/').at(-1) ?? '';
    await using view = openExampleView(out.path);
    const { documents } = view;
    expect([
      await documents.run('nothing'),
      await documents.rows('nothing', 0),
      await documents.sample(id, keyOf('T/1#7')),
      await documents.sample('nothing', keyOf('T/1#0')),
      await documents.task('T/9'),
      await documents.compare(id, 'nothing'),
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });
});

describe('the documents of several runs', () => {
  const twoRuns = async (outDir: string) => {
    const a = await writeExampleRun(
      outDir,
      { 'T/1#0': 'right', 'T/2#0': 'right' },
      { name: 'a', header: { model: { name: 'a' } } },
    );
    const b = await writeExampleRun(
      outDir,
      { 'T/1#0': 'right', 'T/2#0': 'wrong' },
      { name: 'b', header: { model: { name: 'b' } } },
    );
    return [a, b].map((path) => path.split('/').at(-1) ?? '');
  };

  it('say how the others do on a task', async () => {
    await using out = await createTemporaryFolder();
    const [a = ''] = await twoRuns(out.path);
    await using view = openExampleView(out.path);
    expect((await view.documents.run(a))?.tasks).toMatchObject({ others: [1, 1], othersPassed: [1, 0] });
    expect((await view.documents.answers('T/2')).answers.map(({ outcome }) => outcome).sort()).toEqual([
      'fail',
      'pass',
    ]);
  });

  it('rank and compare them, and leave out those that are not finished', async () => {
    await using out = await createTemporaryFolder();
    const [a = '', b = ''] = await twoRuns(out.path);
    await using _running = await openExampleRun(out.path, { name: 'c', header: { model: { name: 'c' } } });
    await using view = openExampleView(out.path);
    const { boards, left } = await view.documents.leaderboard();
    expect(boards.map(({ board }) => board.models.map(({ model }) => model))).toEqual([['a', 'b']]);
    expect(boards[0]?.runIds).toEqual({ a: [a], b: [b] });
    expect(left).toEqual([{ model: 'c', reason: expect.stringMatching(/is running: 0 of/) }]);
    const compared = await view.documents.compare(a, b);
    expect(compared).toMatchObject({ comparison: { delta: -50, tasks: 2 }, rows: [{ b: 1 }, { b: 0 }] });
  });

  it('rank those apart that were given as many other tasks', async () => {
    await using out = await createTemporaryFolder();
    for (const [name, taskId] of Object.entries({ a: 'T/1', b: 'T/2' })) {
      const options = { name, tasks: [buildTask(taskId)], header: { model: { name } } };
      await writeExampleRun(out.path, { [`${taskId}#0`]: 'right' }, options);
    }
    await using view = openExampleView(out.path);
    const { boards } = await view.documents.leaderboard();
    expect(boards.map(({ name }) => name).sort()).toEqual(['small, 1 task', 'small, 1 task (2)']);
    expect(boards.map(({ board }) => board.models.length)).toEqual([1, 1]);
  });

  it('count a task without a sample as unsolved in matrix and comparison', async () => {
    await using out = await createTemporaryFolder();
    const header = { missing: 'zero' as const };
    const a = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'right' }, { name: 'a', header });
    const b = await writeExampleRun(out.path, { 'T/1#0': 'right' }, { name: 'b', header });
    const [first = '', second = ''] = [a, b].map((path) => path.split('/').at(-1) ?? '');
    await using view = openExampleView(out.path);
    const { runs, taskIds, cells } = await view.documents.matrix();
    const row = runs.findIndex(({ id }) => id === second);
    expect([...Buffer.from(cells, 'base64')].slice(row * taskIds.length)[taskIds.indexOf('T/2')]).toBe(0);
    const compared = await view.documents.compare(first, second);
    expect(compared?.rows).toMatchObject([{ taskId: 'T/1' }, { taskId: 'T/2', a: 1, b: 0, causeB: 'no sample' }]);
  });

  it('are built again after one of them changes', async () => {
    await using out = await createTemporaryFolder();
    const [, b = ''] = await twoRuns(out.path);
    await using view = openExampleView(out.path);
    const scores = async () => {
      const { boards } = await view.documents.leaderboard();
      return boards.flatMap(({ board }) => board.models.map(({ model, complete }) => [model, complete]));
    };
    expect(await scores()).toEqual([
      ['a', 100],
      ['b', 50],
    ]);
    {
      await using writer = await openExampleRun(out.path, { name: 'b' });
      expect(writer.id).toBe(b);
      await writer.append(events.sample('T/2#0', 'better'));
      await writer.append(events.verdict('T/2#0', 'better'));
      await writer.append(events.scored({ verdicts: 2, passed: 2 }));
    }
    expect(await scores()).toEqual([
      ['a', 100],
      ['b', 100],
    ]);
  });
});
