import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Executor } from '../executor/executor.ts';
import { completeRules } from '../schema/evaluation-rules.ts';
import type { RunEvent } from '../schema/run-event.ts';
import type { MissingPolicy } from '../schema/run-record.ts';
import { readRun } from '../store/run-log.ts';
import { nameOf } from '../store/testing/example-events.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { resolveResultPaths } from '../upstream/result-paths.ts';
import { collect } from '../util/collect.ts';
import { type EvaluateFileOptions, evaluateFile } from './evaluate-file.ts';
import { loadReport } from './finish-run.ts';
import { matchSamples } from './match-samples.ts';
import { createCounter, judgeByText, tasks } from './testing/small-evaluation.ts';

interface Line {
  readonly solution: string;
  readonly rawText?: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** `{ 'T/1#0': 'right' }` is a file with one sample. */
type Lines = Readonly<Record<string, string | Line>>;

/** Without an audit: what is executed is what is counted here. */
const plainRules = completeRules({ integrity: 'flags' });
const all: Lines = { 'T/1#0': 'right 1', 'T/2#0': 'wrong 2', 'T/3#0': 'right 3' };

interface Choices extends Partial<EvaluateFileOptions> {
  readonly executor?: Executor;
  readonly missing?: MissingPolicy;
  readonly file?: string;
}

async function evaluate(folder: string, lines: Lines, { file = 'm.jsonl', ...choices }: Choices = {}) {
  const { missing = 'fail' } = choices;
  const samplesPath = join(folder, file);
  const read = async function* () {
    for (const [name, line] of Object.entries(lines)) {
      const [taskId = '', index = '0'] = name.split('#');
      yield { taskId, index: Number(index), ...(typeof line === 'string' ? { solution: line } : line) };
    }
  };
  const counter = createCounter();
  const events: RunEvent[] = [];
  const evaluated = await evaluateFile({
    samplesPath,
    matched: await matchSamples({ samples: read(), tasks, missing }),
    reread: read,
    paths: await resolveResultPaths(samplesPath),
    model: { name: 'test:model' },
    split: 'complete',
    subset: 'small',
    missing,
    taskSet: { name: 'small', version: '1', hash: 'abc', tasks },
    tasks,
    executor: counter.executor,
    rules: plainRules,
    groundTruth: { minRate: 0.99 },
    passK: [1],
    onEvent: (event) => events.push(event),
    ...choices,
  });
  const opened = events.find((event) => event.type === 'run-opened');
  // Without those of ground truth.
  const executed = counter.codes.filter((code) => !code.includes('"""')).map((code) => code.split('\n').at(-1));
  return { ...evaluated, opened, events, executed };
}

const statusesIn = async (path: string) =>
  (await collect((await readRun(path)).verdicts())).map((verdict) => `${nameOf(verdict)} ${verdict.status}`);

describe('evaluateFile', () => {
  it('judges, scores, writes the original’s files and tells what it does', async () => {
    await using out = await createTemporaryFolder();
    const { report, record, files, path, isRepeat, events } = await evaluate(out.path, all);
    expect(report.score.passAt1?.value).toBeCloseTo(2 / 3);
    expect(record).toMatchObject({ state: 'finished', verdicts: 3, passed: 2, samples: 3 });
    expect(isRepeat).toBe(false);
    expect(files.map((file) => file.path)).toEqual([
      join(out.path, 'm_eval_results.json'),
      join(path, 'verdicts.parquet'),
      join(out.path, 'm_pass_at_k.json'),
    ]);
    expect(events.at(0)).toMatchObject({ type: 'run-started', model: 'test:model', total: 3 });
    expect(events.at(-1)).toMatchObject({ type: 'run-finished', path });
    const { manifest } = await readRun(path);
    expect(manifest.exports).toEqual(['m_eval_results.json', 'm_pass_at_k.json']);
    expect(await loadReport(await readRun(path))).toEqual(report);
  });

  it('executes nothing the second time, and writes nothing to the log', async () => {
    await using out = await createTemporaryFolder();
    const first = await evaluate(out.path, all);
    const journal = await readFile(join(first.path, 'journal.jsonl'), 'utf8');
    const second = await evaluate(out.path, all);
    expect([second.isRepeat, second.executed, second.opened?.isRepeat]).toEqual([true, [], true]);
    expect(second.report).toEqual(first.report);
    expect(second.files.map(({ state }) => state)).toEqual(['same', 'same', 'same']);
    expect(await readFile(join(second.path, 'journal.jsonl'), 'utf8')).toBe(journal);
  });

  it('judges an answer that was edited again, and only it, in the same run', async () => {
    await using out = await createTemporaryFolder();
    const first = await evaluate(out.path, all);
    const second = await evaluate(out.path, { ...all, 'T/2#0': 'right 2' });
    expect(second.path).toBe(first.path);
    expect(second.executed).toEqual(['right 2']);
    expect(second.opened).toMatchObject({ isRepeat: false, done: 2 });
    expect(second.isRepeat).toBe(false);
    expect(second.report.score.passAt1?.value).toBe(1);
    expect(await statusesIn(second.path)).toEqual(['T/1#0 pass', 'T/2#0 pass', 'T/3#0 pass']);
    const results = JSON.parse(await readFile(join(out.path, 'm_eval_results.json'), 'utf8'));
    expect(results.eval['T/2'][0]).toMatchObject({ solution: expect.stringContaining('right 2'), status: 'pass' });
  });

  it('judges what was edited back, too', async () => {
    await using out = await createTemporaryFolder();
    await evaluate(out.path, all);
    await evaluate(out.path, { ...all, 'T/2#0': 'right 2' });
    const { executed, report } = await evaluate(out.path, all);
    expect(executed).toEqual(['wrong 2']);
    expect(report.score.passAt1?.value).toBeCloseTo(2 / 3);
  });

  it('scores no sample that the file no longer has, and executes only what is new in it', async () => {
    await using out = await createTemporaryFolder();
    await evaluate(out.path, { ...all, 'T/1#1': 'wrong 1' });
    const fewer = await evaluate(out.path, all);
    expect(fewer.executed).toEqual([]);
    expect(fewer.record).toMatchObject({ samples: 3, verdicts: 3, passed: 2 });
    const more = await evaluate(out.path, { ...all, 'T/1#1': 'wrong 1', 'T/1#2': 'right again' });
    expect(more.executed.sort()).toEqual(['right again', 'wrong 1']);
    expect(more.record).toMatchObject({ samples: 5, verdicts: 5, passed: 3 });
  });

  it('counts tasks without a sample as the run says', async () => {
    await using out = await createTemporaryFolder();
    const one = { 'T/1#0': 'right' };
    const zero = await evaluate(out.path, one, { missing: 'zero' });
    expect(zero.report.score.passAt1?.value).toBeCloseTo(1 / 3);
    expect(zero.report.excluded).toEqual([{ reason: 'no sample: unsolved', taskIds: ['T/2', 'T/3'] }]);
    const skip = await evaluate(out.path, one, { missing: 'skip' });
    expect(skip.report.score.passAt1?.value).toBe(1);
    expect(skip.record.taskIds).toEqual(['T/1']);
    expect(skip.path).not.toBe(zero.path);
  });

  it('starts a new run for other rules or another file, and says which rules differ', async () => {
    await using out = await createTemporaryFolder();
    const { opened: first } = await evaluate(out.path, all);
    const { opened: second } = await evaluate(out.path, all, {
      rules: completeRules({ ...plainRules, calibrated: false }),
    });
    const { opened: third } = await evaluate(out.path, all, { file: 'other.jsonl' });
    expect(new Set([first, second, third].map((event) => event?.runId)).size).toBe(3);
    expect(second?.nearest).toEqual({ runId: first?.runId, fields: ['rules.calibrated'] });
    expect([first?.nearest, third?.nearest]).toEqual([undefined, undefined]);
  });

  it('starts a new run for answers of another model in the same file; the first one keeps its name and score', async () => {
    await using out = await createTemporaryFolder();
    const first = await evaluate(out.path, all, { model: { name: 'a' } });
    const second = await evaluate(out.path, { ...all, 'T/2#0': 'right 2' }, { model: { name: 'b' } });
    expect(second.opened?.nearest).toBeUndefined();
    const seen = [];
    for (const { path } of [first, second]) {
      const { record } = await readRun(path);
      seen.push([record.model.name, record.result?.score.passAt1.value]);
    }
    expect(seen).toEqual([
      ['a', expect.closeTo(2 / 3)],
      ['b', 1],
    ]);
  });

  it('is the same run wherever the folder is', async () => {
    await using one = await createTemporaryFolder();
    await using other = await createTemporaryFolder();
    const ids = [await evaluate(one.path, all), await evaluate(other.path, all)].map(({ record }) => record.id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('judges the same file again in another environment, in the same run', async () => {
    await using out = await createTemporaryFolder();
    const { path } = await evaluate(out.path, all);
    const elsewhere = createCounter(judgeByText, { info: { fingerprint: 'other' } });
    const second = await evaluate(out.path, all, { executor: elsewhere.executor });
    expect(second.path).toBe(path);
    expect(elsewhere.codes).toHaveLength(6);
    expect(second.isRepeat).toBe(false);
    expect((await readRun(path)).record.conditions.fingerprint).toBe('other');
  });

  it('starts over when asked to, and keeps the old journal', async () => {
    await using out = await createTemporaryFolder();
    await evaluate(out.path, all);
    const { executed, path } = await evaluate(out.path, all, { fresh: true });
    expect(executed).toHaveLength(3);
    expect(await readFile(join(path, 'journal.jsonl.bak'), 'utf8')).toContain('"verdict"');
  });

  it('judges again what was on a damaged line, and says how many there were', async () => {
    await using out = await createTemporaryFolder();
    const { path } = await evaluate(out.path, all);
    const journal = join(path, 'journal.jsonl');
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"type":"verdict"') && line.includes('wrong 2'));
    await writeFile(journal, `${lines.with(at, '').join('\n')}\n`);
    const { executed, opened, record } = await evaluate(out.path, all);
    expect(executed).toEqual(['wrong 2']);
    expect(opened).toMatchObject({ done: 2, damagedLines: 1 });
    expect(record).toMatchObject({ state: 'finished', verdicts: 3, passed: 2, damagedLines: 1 });
  });

  it('keeps raw texts and why an answer ended', async () => {
    await using out = await createTemporaryFolder();
    const { path, report } = await evaluate(out.path, {
      ...all,
      'T/1#0': { solution: 'right 1', rawText: '```\nright 1\n```', extra: { finish_reason: 'length' } },
    });
    const [first, second] = await collect((await readRun(path)).samples());
    expect(first).toMatchObject({ solution: 'right 1', rawText: '```\nright 1\n```', finishReason: 'length' });
    expect(second?.rawText).toBeUndefined();
    expect(report.answers).toEqual({ truncated: 1, empty: 0 });
  });

  it('enters a raw text that changed while its code did not, and executes nothing', async () => {
    await using out = await createTemporaryFolder();
    const withRaw = (rawText: string) => ({ ...all, 'T/1#0': { solution: 'right 1', rawText } });
    await evaluate(out.path, withRaw('first words'));
    const { executed, path } = await evaluate(out.path, withRaw('other words'));
    expect(executed).toEqual([]);
    expect((await collect((await readRun(path)).samples()))[0]?.rawText).toBe('other words');
  });

  it('gives no score where the file changed while it was read', async () => {
    await using out = await createTemporaryFolder();
    const changed = async function* () {
      for (const { id } of tasks) yield { taskId: id, index: 0, solution: 'written meanwhile' };
    };
    const evaluating = evaluate(out.path, all, { reread: changed });
    await expect(evaluating).rejects.toMatchObject({ code: 'INCOMPLETE', message: /3 of 3 samples .*same command/ });
    const { report } = await evaluate(out.path, all);
    expect(report.score.passAt1?.value).toBeCloseTo(2 / 3);
  });

  it('replaces the results that it wrote itself when it has samples of fewer tasks', async () => {
    await using out = await createTemporaryFolder();
    await evaluate(out.path, all, { missing: 'zero' });
    await evaluate(out.path, { 'T/1#0': 'right 1' }, { missing: 'zero' });
    const read = async (name: string) => JSON.parse(await readFile(join(out.path, name), 'utf8'));
    expect((await read('m_pass_at_k.json'))['pass@1']).toBeCloseTo(1 / 3);
    expect(Object.keys((await read('m_eval_results.json')).eval)).toEqual(['T/1']);
  });

  it('enters a sample again whose line was damaged, without executing it again', async () => {
    await using out = await createTemporaryFolder();
    const raw = { solution: 'right 1', rawText: '```\nright 1\n```', extra: { finish_reason: 'length' } };
    const { path } = await evaluate(out.path, { ...all, 'T/1#0': raw });
    const journal = join(path, 'journal.jsonl');
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    const at = lines.findIndex((line) => line.startsWith('{"type":"sample"') && line.includes('T/1'));
    await writeFile(journal, `${lines.with(at, 'damaged').join('\n')}\n`);
    const { executed, report } = await evaluate(out.path, { ...all, 'T/1#0': raw });
    expect(executed).toEqual([]);
    expect(report.answers).toEqual({ truncated: 1, empty: 0 });
    expect((await collect((await readRun(path)).samples()))[0]).toMatchObject({ rawText: raw.rawText });
  });

  it('lets a second process know that the run is taken', async () => {
    await using out = await createTemporaryFolder();
    let isHeld = () => {};
    const held = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    let letGo = () => {};
    const end = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { executor } = createCounter(async () => {
      isHeld();
      await end;
      return {};
    });
    const first = evaluate(out.path, all, { executor });
    await held;
    await expect(evaluate(out.path, all)).rejects.toMatchObject({ code: 'STORE' });
    letGo();
    await first;
  });
});
