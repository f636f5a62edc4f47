import { describe, expect, it } from 'vitest';
import { hashProgram } from '../evaluate/jobs/program.ts';
import type { LogEvent } from '../schema/log-event.ts';
import { RunState } from './run-state.ts';
import { events, exampleResult, keyOf, nameOf } from './testing/example-events.ts';

const lineBytes = 100;

/** Folds events as if each line were a hundred bytes long. */
function fold(entered: readonly LogEvent[]): RunState {
  const state = new RunState();
  for (const [at, event] of entered.entries()) state.enter(event, { offset: at * lineBytes, bytes: lineBytes });
  return state;
}

const statusOf = (state: RunState, name: string) => state.find(keyOf(name))?.verdict?.status;

/** A finished run: one right, one wrong. */
const finished = [
  events.started(),
  events.judging(),
  events.groundTruth('T/1'),
  events.answer('T/1#0', 'right'),
  events.verdict('T/1#0', 'right'),
  events.answer('T/2#0', 'wrong'),
  events.verdict('T/2#0', 'wrong'),
  events.scored(),
];

describe('a verdict', () => {
  it('counts for the answer it was given to', () => {
    const state = fold(finished);
    expect([statusOf(state, 'T/1#0'), statusOf(state, 'T/2#0')]).toEqual(['pass', 'fail']);
    expect(state).toMatchObject({ verdictCount: 2, passedCount: 1, sampleCount: 2, epoch: 0 });
    expect(state.result).toEqual(exampleResult());
  });

  it('is gone when its answer is replaced, until the new one is judged', () => {
    const asked = [...finished, events.answer('T/2#0', 'better')];
    const state = fold(asked);
    expect(statusOf(state, 'T/2#0')).toBeUndefined();
    expect(statusOf(state, 'T/1#0')).toBe('pass');
    expect(state).toMatchObject({ verdictCount: 1, passedCount: 1, epoch: 1, result: undefined });
    const judged = fold([...asked, events.verdict('T/2#0', 'better')]);
    expect(statusOf(judged, 'T/2#0')).toBe('pass');
    expect(judged).toMatchObject({ verdictCount: 2, passedCount: 2, epoch: 1 });
  });

  it('is gone even when the new answer is the same text: nobody knows that yet', () => {
    expect(statusOf(fold([...finished, events.answer('T/2#0', 'wrong')]), 'T/2#0')).toBeUndefined();
  });

  it('is gone when another program is taken out of the same answer', () => {
    const state = fold([...finished, events.sample('T/2#0', 'right after all')]);
    expect(statusOf(state, 'T/2#0')).toBeUndefined();
    expect(state.find(keyOf('T/2#0'))).toMatchObject({ requestHash: 'request', answer: { offset: 500 } });
    expect(state).toMatchObject({ verdictCount: 1, epoch: 1, result: undefined });
  });

  it('stays when the same program is entered again', () => {
    const state = fold([...finished, events.sample('T/2#0', 'wrong')]);
    expect(statusOf(state, 'T/2#0')).toBe('fail');
    expect(state).toMatchObject({ verdictCount: 2, epoch: 0 });
  });

  it('of a program that the sample does not have is ignored', () => {
    const state = fold([events.sample('T/1#0', 'new'), events.verdict('T/1#0', 'old')]);
    expect(state).toMatchObject({ verdictCount: 0, passedCount: 0, judged: [] });
    const late = fold([...finished, events.sample('T/2#0', 'new'), events.verdict('T/2#0', 'wrong')]);
    expect(statusOf(late, 'T/2#0')).toBeUndefined();
  });

  it('counts once, however often it is given', () => {
    const state = fold([events.verdict('T/1#0', 'x'), events.verdict('T/1#0', 'x'), events.verdict('T/1#0', 'x')]);
    expect(state).toMatchObject({ verdictCount: 1, passedCount: 1 });
    expect(state.judged.map(nameOf)).toEqual(['T/1#0']);
  });

  it('goes with its sample, and the others keep their numbers', () => {
    const state = fold([
      ...['T/1#0', 'T/1#1', 'T/1#2'].map((name) => events.verdict(name, name)),
      events.dropped('T/1#1'),
    ]);
    expect([...state.samples('T/1')].map(nameOf)).toEqual(['T/1#0', 'T/1#2']);
    expect(state).toMatchObject({ sampleCount: 2, verdictCount: 2, passedCount: 2, epoch: 1 });
    expect(fold([events.dropped('T/9#0')])).toMatchObject({ sampleCount: 0, epoch: 0 });
  });
});

describe('a changed environment', () => {
  // Lines begin at 0, 100, 200, …
  const facts = [
    events.judging(),
    events.groundTruth('T/1'),
    events.verdict('T/1#0', 'a'),
    events.groundTruth('T/2'),
    events.verdict('T/2#0', 'b'),
    events.verdict('T/2#1', 'c'),
  ];

  it.each([
    [0, [], []],
    [200, [], ['T/1']],
    [300, ['T/1#0'], ['T/1']],
    [400, ['T/1#0'], ['T/1', 'T/2']],
    [500, ['T/1#0', 'T/2#0'], ['T/1', 'T/2']],
    [600, ['T/1#0', 'T/2#0', 'T/2#1'], ['T/1', 'T/2']],
  ])('voids exactly what lies behind the %i bytes of the last good check', (until, judged, known) => {
    const state = fold([...facts, events.checked(until), events.changed()]);
    expect(state.judged.map(nameOf)).toEqual(judged);
    expect([...state.groundTruth.keys()]).toEqual(known);
    expect(state).toMatchObject({ verdictCount: judged.length, passedCount: judged.length });
    expect(state.epoch).toBe(3 - judged.length);
  });

  it('voids everything if there never was a good check', () => {
    const state = fold([...facts, events.changed()]);
    expect([state.verdictCount, state.groundTruth.size]).toEqual([0, 0]);
  });

  it('voids re-runs that it may have decided, and keeps those before the check', () => {
    const state = fold([
      events.started(),
      events.verdict('T/1#0', 'a'),
      events.confirmation('T/1#0', 'a', 1, 'fail'),
      events.checked(300),
      events.confirmation('T/1#0', 'a', 2, 'fail'),
      events.changed(),
    ]);
    const [sample] = state.judged;
    expect(sample?.confirmations?.map(({ seed }) => seed)).toEqual([1]);
  });

  it('takes what is judged afterwards as it is', () => {
    const state = fold([...facts, events.changed(), events.verdict('T/1#0', 'a')]);
    expect(state.judged.map(nameOf)).toEqual(['T/1#0']);
  });

  it('makes a score void', () => {
    expect(fold([...finished, events.changed()]).result).toBeUndefined();
  });
});

describe('judging elsewhere', () => {
  it.each([
    ['fingerprint', { fingerprint: 'env-2' }],
    ['isolation', { isolation: 'namespaces' }],
    ['engine', { engine: 'engine-2' }],
    ['an engine that is not said', { engine: undefined }],
  ])('with another %s drops all verdicts and ground truth', (_, fields) => {
    const state = fold([...finished, events.judging(fields)]);
    expect(state).toMatchObject({ verdictCount: 0, passedCount: 0, epoch: 2, judged: [], result: undefined });
    expect(state.groundTruth.size).toBe(0);
    expect(state.conditions).toMatchObject(fields);
    // Answers are not affected.
    expect(state).toMatchObject({ sampleCount: 2 });
  });

  it('but in the same environment drops nothing', () => {
    const state = fold([...finished, events.judging({ executor: 'http', address: 'http://localhost:1' })]);
    expect(state).toMatchObject({ verdictCount: 2, epoch: 0, conditions: { executor: 'http' } });
    expect(state.result).toBeDefined();
  });

  it('for the first time drops nothing', () => {
    expect(fold([events.verdict('T/1#0', 'a'), events.judging()])).toMatchObject({ verdictCount: 1 });
  });
});

describe('confirmations', () => {
  const confirmed = [
    events.verdict('T/1#0', 'a'),
    events.confirmation('T/1#0', 'a', 1, 'fail'),
    events.confirmation('T/1#0', 'a', 2),
  ];
  const chance = (entered: readonly LogEvent[]) => {
    const state = fold(entered);
    const sample = state.find(keyOf('T/1#0'));
    return sample && state.chanceOf(sample);
  };

  it('are counted beside the verdict, once for each seed', () => {
    expect(chance(confirmed)).toEqual({ passed: 2, runs: 3 });
    expect(chance([...confirmed, events.confirmation('T/1#0', 'a', 1)])).toEqual({ passed: 3, runs: 3 });
  });

  it('of an older program are ignored', () => {
    const replaced = [...confirmed, events.sample('T/1#0', 'b'), events.verdict('T/1#0', 'b')];
    expect(chance(replaced)).toEqual({ passed: 1, runs: 1 });
    expect(chance([...replaced, events.confirmation('T/1#0', 'a', 3, 'fail')])).toEqual({ passed: 1, runs: 1 });
  });

  it('without a verdict are ignored', () => {
    expect(chance([events.sample('T/1#0', 'a'), events.confirmation('T/1#0', 'a', 1)])).toEqual({ passed: 0, runs: 1 });
    expect(fold([events.confirmation('T/1#0', 'a', 1)]).sampleCount).toBe(0);
  });
});

describe('a score', () => {
  it.each([
    ['a new answer', events.answer('T/1#0', 'other')],
    ['a further answer', events.answer('T/1#1', 'more')],
    ['another program', events.sample('T/1#0', 'other')],
    ['a further sample', events.sample('T/1#1', 'more')],
    ['a dropped sample', events.dropped('T/1#0')],
    ['another environment', events.judging({ fingerprint: 'env-2' })],
    ['new ground truth', events.groundTruth('T/1')],
    ['a verdict', events.verdict('T/1#0', 'right')],
    ['a re-run', events.confirmation('T/1#0', 'right', 1)],
    ['a changed environment', events.changed()],
  ])('is void after %s', (_, event) => {
    expect(fold(finished).result).toBeDefined();
    expect(fold([...finished, event]).result).toBeUndefined();
    expect(fold([...finished, event, events.scored({ verdicts: 99 })]).result).toBeUndefined();
  });

  it('stays after what changes nothing', () => {
    const state = fold([
      ...finished,
      events.checked(800),
      events.judging(),
      events.dropped('T/9#0'),
      { type: 'fault', taskId: 'T/1', indexes: [0], requestHash: 'r', fault: 'server', message: '', at: '' },
    ]);
    expect(state.result).toBeDefined();
  });

  it('is void if a verdict that was scored is not there', () => {
    for (const lost of [4, 6]) expect(fold(finished.toSpliced(lost, 1)).result).toBeUndefined();
  });

  it('is the last one', () => {
    const state = fold([...finished, events.scored({ notes: ['again'] })]);
    expect(state.result?.notes).toEqual(['again']);
  });
});

describe('the judged samples', () => {
  it('come in the order of their verdicts, whatever the order of the samples', () => {
    const state = fold([
      events.answer('T/1#0', ''),
      events.answer('T/2#0', ''),
      events.answer('T/1#1', ''),
      events.verdict('T/2#0', 'b'),
      events.verdict('T/1#1', 'c'),
      events.verdict('T/1#0', 'a'),
    ]);
    expect(state.judged.map(nameOf)).toEqual(['T/2#0', 'T/1#1', 'T/1#0']);
    expect([...state.samples()].map(nameOf)).toEqual(['T/1#0', 'T/1#1', 'T/2#0']);
  });

  it('are still in that order after one was judged again, and the epoch tells that one went away', () => {
    const state = fold([...['T/1#0', 'T/1#1', 'T/2#0'].map((name) => events.verdict(name, name))]);
    expect([state.judged.map(nameOf), state.epoch]).toEqual([['T/1#0', 'T/1#1', 'T/2#0'], 0]);
    state.enter(events.answer('T/1#0', 'new'), { offset: 1000, bytes: lineBytes });
    expect([state.judged.map(nameOf), state.epoch]).toEqual([['T/1#1', 'T/2#0'], 1]);
    state.enter(events.verdict('T/1#0', 'new'), { offset: 1100, bytes: lineBytes });
    expect([state.judged.map(nameOf), state.epoch]).toEqual([['T/1#1', 'T/2#0', 'T/1#0'], 1]);
    state.enter(events.verdict('T/2#1', 'more'), { offset: 1200, bytes: lineBytes });
    expect([state.judged.map(nameOf), state.epoch]).toEqual([['T/1#1', 'T/2#0', 'T/1#0', 'T/2#1'], 1]);
  });
});

describe('doubt about the environment', () => {
  const since = (entered: readonly LogEvent[]) => fold(entered).doubtfulSince?.toISOString();
  const startedAt = '2026-01-01T00:00:00.000Z';

  it('begins with the first fact and ends with a check behind it', () => {
    expect(since([events.started(), events.judging(), events.answer('T/1#0', '')])).toBeUndefined();
    expect(since([events.started(), events.verdict('T/1#0', 'a')])).toBe(startedAt);
    expect(since([events.started(), events.groundTruth('T/1')])).toBe(startedAt);
    expect(since([events.started(), events.verdict('T/1#0', 'a'), events.checked(200)])).toBeUndefined();
  });

  it('remains about what was found while the check ran', () => {
    const entered = [events.started(), events.verdict('T/1#0', 'a'), events.verdict('T/2#0', 'b'), events.checked(200)];
    expect(since(entered)).toBe('2026-01-01T00:00:30.000Z');
  });

  it('is about re-runs, too', () => {
    const entered = [events.started(), events.verdict('T/1#0', 'a'), events.checked(200)];
    expect(since([...entered, events.confirmation('T/1#0', 'a', 1)])).toBe('2026-01-01T00:00:30.000Z');
  });

  it('ends when what was doubtful is void', () => {
    expect(since([events.started(), events.verdict('T/1#0', 'a'), events.changed()])).toBeUndefined();
  });
});

describe('answers', () => {
  it('are counted with all that they cost, also those that were replaced', () => {
    const state = fold([
      events.answer('T/1#0', 'a', { costUsd: 0.25 }),
      events.answer('T/1#0', 'b', { costUsd: 0.5, round: 1, finishReason: 'length' }),
    ]);
    expect(state.spentUsd).toBe(0.75);
    expect(state.find(keyOf('T/1#0'))).toMatchObject({
      answer: { offset: 100 },
      round: 1,
      finishReason: 'length',
      hasEmptyAnswer: false,
    });
  });

  it('know which round of retries is under way', () => {
    const started: LogEvent = { type: 'retry-started', round: { number: 2, kinds: ['empty'] }, at: '' };
    const ended = (number: number): LogEvent => ({ type: 'retry-finished', number, at: '' });
    expect(fold([started]).lastRound).toMatchObject({ number: 2, isFinished: false });
    expect(fold([started, ended(1)]).lastRound).toMatchObject({ isFinished: false });
    expect(fold([started, ended(2)]).lastRound).toMatchObject({ number: 2, kinds: ['empty'], isFinished: true });
  });

  it('of a file may come with their raw text', () => {
    const state = fold([events.sample('T/1#0', 'a', 'raw a'), events.sample('T/2#0', 'b')]);
    expect(state.find(keyOf('T/1#0'))?.answer).toEqual({ offset: 0, bytes: lineBytes });
    expect(state.find(keyOf('T/2#0'))?.answer).toBeUndefined();
  });
});

describe('an audited pass', () => {
  const unproven = { state: 'unproven', why: 'it fails there', fails: true } as const;
  const audited = [...finished, events.drawn('seed'), events.proof('T/1#0', 'right', unproven)];
  const auditOf = (state: RunState, name: string) => {
    const sample = state.find(keyOf(name));
    return sample && { proof: sample.audit?.proof, flags: sample.verdict?.flags };
  };

  it('keeps its verdict, carries a flag, and is to be scored again', () => {
    const state = fold(audited);
    expect(auditOf(state, 'T/1#0')).toEqual({ proof: unproven, flags: ['integrity:unproven'] });
    expect(state).toMatchObject({ auditSeed: 'seed', verdictCount: 2, passedCount: 1, epoch: 1, result: undefined });
    expect(fold([...audited, events.scored()]).result).toEqual(exampleResult());
    const proven = fold([...audited, events.proof('T/1#0', 'right', { state: 'proven', level: 'value' })]);
    expect(auditOf(proven, 'T/1#0')).toEqual({ proof: { state: 'proven', level: 'value' }, flags: [] });
  });

  it('is audited as the program that it has, in the environment that was checked', () => {
    const other = fold([...finished, events.proof('T/1#0', 'another program', unproven)]);
    expect(auditOf(other, 'T/1#0')).toEqual({ proof: undefined, flags: [] });
    expect(auditOf(fold([...audited, events.answer('T/1#0', 'right')]), 'T/1#0')?.proof).toBeUndefined();
    expect(auditOf(fold([...audited, events.judging({ fingerprint: 'env-2' })]), 'T/1#0')?.proof).toBeUndefined();
    const at = audited.length - 1;
    const changed = fold([...audited, events.checked(at * lineBytes), events.changed()]);
    expect(auditOf(changed, 'T/1#0')).toEqual({ proof: undefined, flags: [] });
    expect(changed).toMatchObject({ verdictCount: 2, auditSeed: 'seed' });
    const kept = fold([...audited, events.checked((at + 1) * lineBytes), events.changed()]);
    expect(auditOf(kept, 'T/1#0')?.proof).toEqual(unproven);
  });
});

describe('a repair', () => {
  const repair = (round: number, parent: string) => ({ repair: { round, parent: hashProgram(parent), feedback: 'f' } });
  const repaired = [
    ...finished,
    events.answer('T/2#0', 'better', repair(1, 'wrong')),
    events.verdict('T/2#0', 'better', { turn: 1 }),
  ];
  const statusesOf = (state: RunState) => state.conversationOf(keyOf('T/2#0')).map(({ verdict }) => verdict?.status);

  it('is scored in place of the answer before it, which keeps its verdict', () => {
    const waiting = fold(repaired.slice(0, -1));
    expect(statusesOf(waiting)).toEqual(['fail', undefined]);
    expect(waiting).toMatchObject({ verdictCount: 1, passedCount: 1, sampleCount: 2, result: undefined });
    const state = fold(repaired);
    expect(statusesOf(state)).toEqual(['fail', 'pass']);
    expect(state).toMatchObject({ verdictCount: 2, passedCount: 2, sampleCount: 2 });
    expect(state.judged.map(nameOf)).toEqual(['T/1#0', 'T/2#0']);
    expect(state.find({ ...keyOf('T/2#0'), turn: 0 })?.verdict?.status).toBe('fail');
  });

  it('is gone when a first answer comes again, or another repair in its place', () => {
    const again = fold([...repaired, events.answer('T/2#0', 'new')]);
    expect(statusesOf(again)).toEqual([undefined]);
    expect(again).toMatchObject({ verdictCount: 1, passedCount: 1, sampleCount: 2 });
    const other = fold([...repaired, events.answer('T/2#0', 'other', repair(1, 'wrong'))]);
    expect(statusesOf(other)).toEqual(['fail', undefined]);
    expect(other).toMatchObject({ verdictCount: 1, passedCount: 1 });
  });

  it('of an answer that the log does not hold is not believed', () => {
    const state = fold([...finished, events.answer('T/2#0', 'third', repair(2, 'better'))]);
    expect(statusesOf(state)).toEqual(['fail']);
    expect(state).toMatchObject({ verdictCount: 2, passedCount: 1 });
  });

  it('of a program that the answer before does not have any more is gone', () => {
    const twice = [...repaired, events.answer('T/2#0', 'best', repair(2, 'better'))];
    // The sanitizer takes another program out of the first answer, which may well be right.
    const other = fold([...twice, events.sample('T/2#0', 'right after all')]);
    expect(statusesOf(other)).toEqual([undefined]);
    expect(other).toMatchObject({ verdictCount: 1, passedCount: 1, sampleCount: 2 });
    expect(other.judged.map(nameOf)).toEqual(['T/1#0']);
    const judged = fold([
      ...twice,
      events.sample('T/2#0', 'right after all'),
      events.verdict('T/2#0', 'right after all'),
    ]);
    expect(judged).toMatchObject({ verdictCount: 2, passedCount: 2 });
    // The same program: nothing has changed.
    expect(statusesOf(fold([...twice, events.sample('T/2#0', 'wrong')]))).toEqual(['fail', 'pass', undefined]);
  });

  it('loses its verdict with the environment, and so does the answer before it', () => {
    const state = fold([...repaired, events.judging({ fingerprint: 'env-2' })]);
    expect(statusesOf(state)).toEqual([undefined, undefined]);
    expect(state).toMatchObject({ verdictCount: 0, passedCount: 0 });
    const judged = fold([
      ...repaired,
      events.judging({ fingerprint: 'env-2' }),
      events.verdict('T/2#0', 'better', { turn: 1 }),
      events.verdict('T/2#0', 'wrong'),
    ]);
    expect(statusesOf(judged)).toEqual(['fail', 'pass']);
    expect(judged).toMatchObject({ verdictCount: 1, passedCount: 1 });
  });
});
