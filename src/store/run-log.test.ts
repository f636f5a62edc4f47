import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogEvent } from '../schema/log-event.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import { readRun } from './run-log.ts';
import { RunState } from './run-state.ts';
import { sealLine } from './scan-journal.ts';
import { describeState } from './testing/describe-state.ts';
import { events, exampleVerdict, keyOf, nameOf } from './testing/example-events.ts';
import { exampleTasks, openExampleRun, writeExampleRun } from './testing/example-run.ts';

const sampleNames = ['T/1#0', 'T/1#1', 'T/2#0'];
const programs = ['right', 'wrong', 'ü\n"\\'];

describe('readRun', () => {
  it('reads a run that is running, then one that was killed, without leaving anything behind', async () => {
    await using out = await createTemporaryFolder();
    const writer = await openExampleRun(out.path, {
      header: { model: { name: 'test:model', nSamples: 2 } },
      events: [events.verdict('T/1#1', 'wrong'), events.verdict('T/2#0', 'wrong'), events.verdict('T/1#0', 'right')],
    });
    const before = await readdir(writer.path);
    const { record } = await readRun(writer.path);
    expect(record).toMatchObject({ id: writer.id, state: 'running', verdicts: 3, passed: 1, samples: 4 });
    // Half a line is being written.
    await appendFile(writer.journalPath, '{"type":"verdict","verd');
    expect((await readRun(writer.path)).record).toMatchObject({ verdicts: 3, damagedLines: 0 });
    expect(await readdir(writer.path)).toEqual(before);
    await writer.close();
    expect((await readRun(writer.path)).record).toMatchObject({ state: 'stopped', verdicts: 3, result: undefined });
  });

  it('reads a finished run; one whose score is void was stopped', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    expect((await readRun(path)).record).toMatchObject({ state: 'finished', result: { verdicts: 2, passed: 1 } });
    {
      await using writer = await openExampleRun(out.path);
      await writer.append(events.answer('T/2#0', 'better'));
    }
    const { record } = await readRun(path);
    expect(record).toMatchObject({ state: 'stopped', verdicts: 1, passed: 1, result: undefined });
  });

  it('streams verdicts and samples in the order of the tasks, and knows the tasks', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, {
      header: { taskIds: ['T/2', 'T/1'] },
      events: [
        events.answer('T/1#0', 'raw right', { finishReason: 'length', reasoning: 'hm', usage: { outputTokens: 3 } }),
        events.verdict('T/1#1', 'wrong'),
        events.sample('T/2#0', 'wrong two', 'raw two'),
        events.verdict('T/2#0', 'wrong two'),
        events.verdict('T/1#0', 'right'),
        events.confirmation('T/2#0', 'wrong two', 1, 'pass'),
        events.confirmation('T/2#0', 'wrong two', 2, 'fail'),
      ],
    });
    const run = await readRun(writer.path);
    const verdicts = await collect(run.verdicts());
    expect(verdicts.map((verdict) => `${nameOf(verdict)} ${verdict.solution} ${verdict.status}`)).toEqual([
      'T/2#0 wrong two fail',
      'T/1#0 right pass',
      'T/1#1 wrong fail',
    ]);
    expect(verdicts.map(({ chance }) => chance)).toEqual([{ passed: 1, runs: 3 }, undefined, undefined]);
    expect(await run.readVerdict(keyOf('T/2#0'))).toEqual(verdicts[0]);
    expect((await collect(run.verdicts(['T/1']))).map(({ index }) => index)).toEqual([0, 1]);
    expect(await run.tasks()).toEqual([exampleTasks[1], exampleTasks[0]]);
    expect(await collect(run.samples())).toEqual([
      { ...keyOf('T/2#0'), solution: 'wrong two', model: 'test:model', rawText: 'raw two' },
      {
        ...keyOf('T/1#0'),
        solution: 'right',
        model: 'test:model',
        rawText: 'raw right',
        finishReason: 'length',
        reasoning: 'hm',
        usage: { outputTokens: 3 },
      },
      { ...keyOf('T/1#1'), solution: 'wrong', model: 'test:model' },
    ]);
  });

  it('tells a model’s answer from a text that came with a file', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, {
      events: [events.answer('T/1#0', 'first'), events.answer('T/1#0', 'second'), events.sample('T/2#0', 'a', 'raw')],
    });
    const run = await readRun(writer.path);
    expect(await run.readAnswer(keyOf('T/1#0'))).toMatchObject({ text: 'second', requestHash: 'request' });
    expect([await run.readAnswer(keyOf('T/2#0')), await run.readAnswer(keyOf('T/9#0'))]).toEqual([
      undefined,
      undefined,
    ]);
    expect([await run.readRawText(keyOf('T/2#0')), await run.readRawText(keyOf('T/1#0'))]).toEqual(['raw', undefined]);
    expect(await run.readVerdict(keyOf('T/1#0'))).toBeUndefined();
  });

  it.each([
    ['fail', ['T/1', 'T/2']],
    ['zero', ['T/1', 'T/2']],
    ['skip', ['T/1']],
  ] as const)('scores tasks without a sample by the policy %s', async (missing, taskIds) => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path, {
      header: { missing },
      events: [events.sample('T/1#0', 'a'), events.sample('T/2#0', 'b'), events.dropped('T/2#0')],
    });
    expect((await readRun(writer.path)).record.taskIds).toEqual(taskIds);
  });

  it('says in one sentence what it cannot read', async () => {
    await using out = await createTemporaryFolder();
    const refused = (path: string) => readRun(path).catch((error: Error) => error.message);
    expect(await refused(join(out.path, 'nothing'))).toMatch(/is not the folder of a run: name one, such as .*\.$/);
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right' });
    await rm(join(out.path, 'runs', 'tasks'), { recursive: true });
    await expect((await readRun(path)).tasks()).rejects.toMatchObject({ code: 'STORE' });
  });
});

describe('a folder that somebody else made', () => {
  const kinds: Record<string, (path: string) => Promise<unknown> | unknown> = {
    FIFO: (path) => execFileSync('mkfifo', [path]),
    link: (path) => symlink('/dev/zero', path),
  };

  it.each(Object.keys(kinds))('is refused with a %s in the place of a file', async (kind) => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right' });
    const refused = new RegExp(`is a ${kind}, no regular file`);
    const tasks = join(out.path, 'runs', (await readRun(path)).manifest.run.dataset.file);
    await rm(tasks);
    await kinds[kind]?.(tasks);
    await expect((await readRun(path)).tasks()).rejects.toThrow(refused);
    for (const name of ['journal.jsonl', 'manifest.json']) {
      await rm(join(path, name));
      await kinds[kind]?.(join(path, name));
      await expect(readRun(path)).rejects.toThrow(refused);
    }
  });

  it('is refused with a line that would not fit into memory', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right' });
    await truncate(join(path, 'journal.jsonl'), 300 << 20);
    await expect(readRun(path)).rejects.toThrow(/a line of more than 128 MB/);
  });
});

describe('a damaged journal', () => {
  const lines = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n');

  it.each([
    ['edited', (line: string) => line.replaceAll('"fail"', '"pass"')],
    ['cut', (line: string) => line.slice(0, 50)],
    ['lost', () => undefined],
  ])('with a verdict that was %s has no score, and says so', async (_, change) => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    const journal = join(path, 'journal.jsonl');
    const all = await lines(journal);
    const at = all.findIndex((line) => line.includes('"wrong"'));
    await writeFile(
      journal,
      `${all.flatMap((line, row) => (row === at ? (change(line) ?? []) : [line])).join('\n')}\n`,
    );
    const run = await readRun(path);
    expect(run.record).toMatchObject({ state: 'stopped', verdicts: 1, passed: 1, damagedLines: 1, result: undefined });
    expect(run.problems).toEqual([expect.stringMatching(/^1 line of .*journal\.jsonl .*damaged or edited/)]);
  });

  it('counts a verdict once that is there twice', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right', 'T/2#0': 'wrong' });
    const journal = join(path, 'journal.jsonl');
    const all = await lines(journal);
    const verdict = all.find((line) => line.includes('"verdict"')) ?? '';
    await writeFile(journal, `${[...all, verdict].join('\n')}\n`);
    // The repeated line comes after the score: if it counted, the score would be void.
    expect((await readRun(path)).record).toMatchObject({ state: 'finished', verdicts: 2, damagedLines: 1 });
  });

  it('never takes a verdict of another run', async () => {
    await using out = await createTemporaryFolder();
    const one = await writeExampleRun(out.path, { 'T/1#0': 'right' }, { name: 'one' });
    const two = await writeExampleRun(out.path, { 'T/1#0': 'wrong' }, { name: 'two' });
    const foreign = (await lines(join(one, 'journal.jsonl'))).find((line) => line.includes('"verdict"')) ?? '';
    await appendFile(join(two, 'journal.jsonl'), `${foreign}\n`);
    const run = await readRun(two);
    expect(run.record).toMatchObject({ state: 'finished', verdicts: 1, passed: 0, damagedLines: 1 });
    expect(run.problems).toHaveLength(1);
  });

  it('skips what only a newer version knows, and says so', async () => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'right' });
    const journal = join(path, 'journal.jsonl');
    const all = await lines(journal);
    const key = /"check":"([0-9a-f]{8})-/.exec(all[0] ?? '')?.[1] ?? '';
    await appendFile(journal, sealLine({ key, number: all.length }, { type: 'newer' }));
    const run = await readRun(path);
    expect(run.record).toMatchObject({ state: 'finished', damagedLines: 0 });
    expect(run.problems).toEqual([expect.stringMatching(/^1 event of .* newer version/)]);
  });
});

describe('follow', () => {
  it('reads what was appended meanwhile, and says whether anything changed', async () => {
    await using out = await createTemporaryFolder();
    const writer = await openExampleRun(out.path);
    const run = await readRun(writer.path);
    expect(await run.follow()).toBe(false);
    await writer.append(events.verdict('T/1#0', 'right'));
    expect(await run.follow()).toBe(true);
    expect(run.record).toMatchObject({ state: 'running', verdicts: 1 });
    await appendFile(writer.journalPath, '{"half');
    expect(await run.follow()).toBe(false);
    await writer.close();
    expect(await run.follow()).toBe(true);
    expect(run.record).toMatchObject({ state: 'stopped', verdicts: 1, damagedLines: 0 });
  });

  it.each([
    ['shorter', ['T/1#0']],
    ['as long', ['T/1#0', 'T/2#0']],
    ['longer', ['T/1#0', 'T/2#0', 'T/1#1', 'T/2#1']],
  ])('starts over with a run that was started afresh, also if its new journal is %s', async (_, names) => {
    await using out = await createTemporaryFolder();
    const path = await writeExampleRun(out.path, { 'T/1#0': 'aaaaa', 'T/2#0': 'bbbbb' });
    const run = await readRun(path);
    const { epoch } = run.state;
    const wrong = Object.fromEntries(names.map((name) => [name, 'wrong']));
    await writeExampleRun(out.path, wrong, { fresh: true });
    expect(await run.follow()).toBe(true);
    expect(run.record).toMatchObject({ verdicts: names.length, passed: 0, damagedLines: 0 });
    expect(describeState(run.state).judged).toEqual(names);
    // Verdicts went away, and who copied them must know.
    expect(run.state.epoch).toBeGreaterThan(epoch);
  });

  it('is one reading for all who ask at once', async () => {
    await using out = await createTemporaryFolder();
    await using writer = await openExampleRun(out.path);
    const run = await readRun(writer.path);
    await writer.append(events.verdict('T/1#0', 'right'));
    expect(await Promise.all([run.follow(), run.follow(), run.follow()])).toEqual([true, true, true]);
    expect(run.record.verdicts).toBe(1);
  });
});

/** Anything that may happen to a few samples, in any order. */
const eventArbitrary = (): fc.Arbitrary<LogEvent> => {
  const name = fc.constantFrom(...sampleNames);
  const program = fc.constantFrom(...programs);
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(name, program).map(([at, text]) => events.answer(at, text, { costUsd: 0.5 })) },
    { weight: 2, arbitrary: fc.tuple(name, program).map(([at, text]) => events.sample(at, text, `raw ${text}`)) },
    { weight: 1, arbitrary: name.map(events.dropped) },
    { weight: 6, arbitrary: fc.tuple(name, program).map(([at, text]) => events.verdict(at, text)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(name, program, fc.integer({ min: 1, max: 3 }), fc.constantFrom('pass' as const, 'fail' as const))
        .map(([at, text, seed, status]) => events.confirmation(at, text, seed, status)),
    },
    { weight: 1, arbitrary: fc.constantFrom('env-1', 'env-2').map((fingerprint) => events.judging({ fingerprint })) },
    { weight: 2, arbitrary: fc.constantFrom('T/1', 'T/2').map((taskId) => events.groundTruth(taskId)) },
    { weight: 1, arbitrary: fc.nat(4000).map((until) => events.checked(until)) },
    { weight: 1, arbitrary: fc.constant(events.changed()) },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.nat(3), fc.nat(3)).map(([verdicts, passed]) => events.scored({ verdicts, passed })),
    },
    {
      weight: 1,
      arbitrary: fc.nat(2).map((number): LogEvent => {
        return { type: 'retry-started', round: { number: number + 1, kinds: ['empty'] }, at: '' };
      }),
    },
  );
};

/** What must hold whatever happened. */
function checkInvariants(state: RunState): void {
  const samples = [...state.samples()];
  const judged = samples.filter(({ verdict }) => verdict);
  expect(state.sampleCount).toBe(samples.length);
  expect(state.verdictCount).toBe(judged.length);
  expect(state.passedCount).toBe(judged.filter(({ verdict }) => verdict?.status === 'pass').length);
  const offsets = state.judged.map(({ verdict }) => verdict.place.offset);
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(state.judged.map(nameOf).sort()).toEqual(judged.map(nameOf).sort());
  for (const { verdict, programHash } of state.judged) {
    expect(programs.map((text) => exampleVerdict('x', text).programHash)).toContain(programHash);
    expect(verdict.failure === undefined).toBe(verdict.status === 'pass');
  }
  if (state.result) {
    expect(state.result).toMatchObject({ verdicts: state.verdictCount, passed: state.passedCount });
  }
}

describe('the state', () => {
  it('is the same for who appended, who reads all of it, and who follows in pieces of any size', async () => {
    await using out = await createTemporaryFolder();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(eventArbitrary(), { maxLength: 30 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        async (entered, cuts) => {
          const name = `run ${round++}`;
          const writer = await openExampleRun(out.path, { name, events: entered });
          await writer.close();
          const expected = describeState(writer.state);
          checkInvariants(writer.state);
          expect(describeState((await readRun(writer.path)).state)).toEqual(expected);

          const bytes = await readFile(writer.journalPath);
          const ends = [...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].sort((a, b) => a - b);
          const copy = join(out.path, 'copies', name, 'runs', writer.id);
          await mkdir(copy, { recursive: true });
          await writeFile(join(copy, 'manifest.json'), await readFile(join(writer.path, 'manifest.json')));
          const follower = await readRun(copy);
          let from = 0;
          for (const end of ends) {
            await appendFile(follower.journalPath, bytes.subarray(from, end));
            from = end;
            await follower.follow();
            checkInvariants(follower.state);
          }
          expect(describeState(follower.state)).toEqual(expected);
          expect(follower.damagedLines).toBe(0);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('of a damaged journal is what its whole lines say, read at once or in pieces', async () => {
    await using out = await createTemporaryFolder();
    const kinds = ['lost', 'cut', 'edited', 'twice', 'foreign'] as const;
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(eventArbitrary(), { minLength: 3, maxLength: 20 }),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom(...kinds)), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 5 }),
        async (entered, damages, step) => {
          const key = 'a1b2c3d4';
          // The first line decides which journal it is.
          const all = [events.started(), ...entered];
          const damageAt = new Map(damages.map(([at, kind]) => [1 + (at % (all.length - 1)), kind]));
          const written = all.flatMap((event, number) => {
            const line = sealLine({ key, number }, event);
            const kind = damageAt.get(number);
            if (kind === undefined) return [{ line, event }];
            if (kind === 'lost') return [];
            if (kind === 'cut') return [{ line: `${line.slice(0, line.length / 2)}\n` }];
            if (kind === 'edited') return [{ line: line.replace('"type"', '"tyqe"') }];
            if (kind === 'twice') return [{ line, event }, { line }];
            return [{ line: sealLine({ key: '0badc0de', number }, event) }, { line, event }];
          });
          const expected = new RunState();
          let offset = 0;
          for (const { line, event } of written) {
            const bytes = Buffer.byteLength(line);
            if (event) expected.enter(event, { offset, bytes });
            offset += bytes;
          }
          const writer = await openExampleRun(out.path, { name: `damaged ${round++}` });
          await writer.close();
          await writeFile(writer.journalPath, written.map(({ line }) => line).join(''));
          const read = await readRun(writer.path);
          expect(describeState(read.state)).toEqual(describeState(expected));
          // The end of a journal may be lost without a trace; nothing else may.
          const isTraceless = [...damageAt].every(([at, kind]) => {
            const isAtTheEnd = all.slice(at).every((_, later) => damageAt.get(at + later) === 'lost');
            return kind === 'lost' && isAtTheEnd;
          });
          expect(read.damagedLines > 0).toBe(!isTraceless);

          await writeFile(writer.journalPath, '');
          const follower = await readRun(writer.path);
          for (let from = 0; from < written.length; from += step) {
            const piece = written.slice(from, from + step).map(({ line }) => line);
            await appendFile(writer.journalPath, piece.join(''));
            await follower.follow();
          }
          expect(describeState(follower.state)).toEqual(describeState(expected));
          expect(follower.damagedLines).toBe(read.damagedLines);
        },
      ),
      { numRuns: 40 },
    );
  });
});
