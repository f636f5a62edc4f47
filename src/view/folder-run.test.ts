import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeRules } from '../schema/evaluation-rules.ts';
import { events, keyOf, nameOf } from '../store/testing/example-events.ts';
import { openExampleRun, writeExampleRun } from '../store/testing/example-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { openFolderRun } from './folder-run.ts';
import { exampleContext } from './testing/open-example-view.ts';
import type { ViewRun } from './view-run.ts';

const open = (path: string) => openFolderRun(path, exampleContext());

/** What the list of samples says: `T/1#0 pass`. */
async function listSamples(run: ViewRun): Promise<string[]> {
  const index = await run.loadIndex();
  const { task, index: at, outcome, outcomes } = index.columns();
  return task.map((row, sample) => {
    const name = nameOf({ taskId: index.taskIds[row] ?? '', index: at[sample] ?? 0 });
    return `${name} ${outcomes[outcome[sample] ?? 0]}`;
  });
}

/** What the pages of single samples say. */
async function readSamples(run: ViewRun, ...names: string[]): Promise<string[]> {
  const found = await Promise.all(names.map((name) => run.readVerdict(keyOf(name))));
  return found.flatMap((judged) => (judged ? [`${nameOf(judged.verdict)} ${judged.verdict.status}`] : []));
}

describe('openFolderRun', () => {
  it('shows a run from its start to its end', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, { header: { model: { name: 'm', nSamples: 1 } } });
    const run = await open(writer.path);
    expect(await run.summarize()).toMatchObject({ id: writer.id, state: 'running', verdicts: 0, total: 2, tasks: 2 });
    expect((await run.summarize()).passAt1).toBeUndefined();
    await writer.append(events.judging());
    await writer.append(events.verdict('T/1#0', 'right'));
    expect(await run.refresh()).toBe(true);
    expect(await run.refresh()).toBe(false);
    expect(await run.summarize()).toMatchObject({ verdicts: 1, passed: 1, passAt1: { value: 1 }, isolation: 'none' });
    expect(await listSamples(run)).toEqual(['T/1#0 pass']);
    await writer.append(events.verdict('T/2#0', 'wrong'));
    await writer.append(events.scored());
    await writer.close();
    await run.refresh();
    const summary = await run.summarize();
    expect(summary).toMatchObject({ state: 'finished', verdicts: 2, passAt1: { value: 0.5 }, durationMs: 60_000 });
    expect((await run.loadIndex()).length).toBe(2);
    expect((await run.detail()).commands.map(({ name }) => name)).toEqual(['report', 'failed tasks again']);
  });

  it('forgets void verdicts in the list as on the page of the sample', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, { events: [events.verdict('T/1#0', 'wrong')] });
    const run = await open(writer.path);
    const { epoch } = await run.loadIndex();
    expect(await listSamples(run)).toEqual(['T/1#0 fail']);
    await writer.append(events.changed());
    await run.refresh();
    expect([await listSamples(run), await readSamples(run, 'T/1#0')]).toEqual([[], []]);
    expect((await run.loadIndex()).epoch).toBeGreaterThan(epoch);
    await writer.append(events.verdict('T/1#0', 'wrong', { outcome: 'pass', status: 'pass' }));
    await run.refresh();
    expect([await listSamples(run), await readSamples(run, 'T/1#0')]).toEqual([['T/1#0 pass'], ['T/1#0 pass']]);
    expect(await run.summarize()).toMatchObject({ verdicts: 1, passed: 1 });
  });

  it('shows the verdict on the answer that counts, wherever it is shown', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    const run = await open(path);
    await using writer = await openExampleRun(out.path);
    await writer.append(events.answer('T/2#0', 'better'));
    await run.refresh();
    expect([await listSamples(run), await readSamples(run, 'T/1#0', 'T/2#0')]).toEqual([
      ['T/1#0 pass'],
      ['T/1#0 pass'],
    ]);
    expect(await run.summarize()).toMatchObject({ state: 'running', verdicts: 1 });
    await writer.append(events.verdict('T/2#0', 'better'));
    await run.refresh();
    expect(await listSamples(run)).toEqual(['T/1#0 pass', 'T/2#0 pass']);
  });

  it('notices a run that was started afresh, though it has as many verdicts', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    const run = await open(path);
    expect(await listSamples(run)).toEqual(['T/1#0 pass', 'T/2#0 fail']);
    await writeExampleRun(out.path, { 'T/1#0': 'wrong', 'T/2#0': 'right' }, { fresh: true });
    expect(await run.refresh()).toBe(true);
    expect(await listSamples(run)).toEqual(['T/1#0 fail', 'T/2#0 pass']);
  });

  it('counts by the verdicts of the run: under upstream rules a sample may pass that skips tests', async () => {
    await using out = await createTemporaryFolder();
    const rules = completeRules({ verdicts: 'upstream' });
    const skipped = events.verdict('T/1#0', 'x', { outcome: 'fail', status: 'pass', reason: 'skipped tests' });
    await using writer = await openExampleRun(out.path, { header: { rules }, events: [skipped] });
    const run = await open(writer.path);
    expect(await listSamples(run)).toEqual(['T/1#0 pass']);
    expect(await run.summarize()).toMatchObject({ passed: 1, passAt1: { value: 1 } });
    expect((await run.result()).tasks.get('T/1')).toMatchObject({ passed: 1, status: 'pass' });
  });

  it('shows the answer of a model with its prompt, and the raw text of a file', async () => {
    await using out = await createTemporaryFolder();
    const asking = {
      kind: 'chat' as const,
      instructionPrefix: 'Do:',
      responsePrefix: '',
      prefill: false,
      stripNewlines: false,
      expandsTabs: false,
    };
    await using writer = await openExampleRun(out.path, {
      header: { asking, split: 'instruct' },
      events: [
        events.answer('T/1#0', 'the answer', { finishReason: 'length', reasoning: 'hm' }),
        events.sample('T/1#1', 'program', 'raw text'),
        events.sample('T/2#0', 'program'),
      ],
    });
    const run = await open(writer.path);
    expect(await run.readAnswer(keyOf('T/1#0'))).toMatchObject({
      rawText: 'the answer',
      reasoning: 'hm',
      finishReason: 'length',
    });
    expect(await run.readAnswer(keyOf('T/1#1'))).toMatchObject({ rawText: 'raw text' });
    expect(await run.readAnswer(keyOf('T/2#0'))).toEqual({ missing: expect.stringContaining('without raw answers') });
    const task = (await run.loadTasks()).get('T/1');
    expect(JSON.stringify(task && run.promptOf(task))).toContain('Do:');
  });

  it('is readable without its tasks, and says that they are gone', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    await rm(join(out.path, 'runs', 'tasks'), { recursive: true });
    const run = await open(path);
    expect((await run.loadTasks()).size).toBe(0);
    expect((await run.summarize()).caveats).toEqual([expect.stringContaining('cannot be read from')]);
    expect(await listSamples(run)).toEqual(['T/1#0 pass', 'T/2#0 fail']);
  });

  it('takes a task without a sample for unsolved where the run does', async () => {
    await using out = await createTemporaryFolder();
    const header = { missing: 'zero' as const };
    await using writer = await openExampleRun(out.path, { header, events: [events.verdict('T/1#0', 'right')] });
    const run = await open(writer.path);
    expect((await run.loadIndex()).shareOf('T/2')).toBe(0);
    expect((await run.summarize()).passAt1?.value).toBe(0.5);
  });
});
