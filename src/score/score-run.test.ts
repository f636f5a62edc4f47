import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Task } from '../schema/task.ts';
import { describeNeeding } from '../util/testing/needs.ts';
import { recordings, sharedData } from '../util/testing/shared-data.ts';
import { type ScoredSample, scoreRun, scoreRunInTurns } from './score-run.ts';

const task = (id: string, extra: Partial<Task> = {}) => ({ id, domains: [], libs: [], hard: false, ...extra });

function samplesOf(passes: Record<string, readonly boolean[]>): ScoredSample[] {
  return Object.entries(passes).flatMap(([taskId, outcomes]) => outcomes.map((passed) => ({ taskId, passed })));
}

describe('scoreRun', () => {
  test('is the mean over tasks, not over samples', () => {
    const score = scoreRun({
      tasks: [task('a'), task('b')],
      samples: samplesOf({ a: [true, true, true, true], b: [false] }),
      passK: [1],
    });
    expect(score.byK[0]?.passAtK.value).toBe(0.5);
    expect(score).toMatchObject({ tasks: 2, samples: 5 });
  });

  test('a task without samples counts as unsolved, a sample of another task does not count', () => {
    const score = scoreRun({
      tasks: [task('a'), task('b')],
      samples: samplesOf({ a: [true], c: [true] }),
      passK: [1],
    });
    expect(score.byK[0]?.passAtK.value).toBe(0.5);
  });

  test('explains every k it cannot compute', () => {
    const tasks = [task('a'), task('b')];
    const samples = samplesOf({ a: [true, false, false], b: [true, true] });
    const { byK, notComputed } = scoreRun({ tasks, samples, passK: [10, 1, 2, 3] });
    expect(byK.map(({ k }) => k)).toEqual([1, 2]);
    expect(notComputed).toEqual([
      { k: 3, reason: '1 of 2 tasks have fewer than 3 samples' },
      { k: 10, reason: 'no task has 10 samples' },
    ]);
    expect(byK[1]?.passAtK.value).toBeCloseTo((2 / 3 + 1) / 2, 12);
    expect(byK[1]?.passHatK.value).toBeCloseTo((0 + 1) / 2, 12);
  });

  test('scores domains, libraries, the hard ones and the valid ones on their own', () => {
    const score = scoreRun({
      tasks: [
        task('a', { domains: ['Network', 'System'], libs: ['requests'], hard: true }),
        task('b', { domains: ['System'], libs: ['os', 'requests'] }),
        task('c', { domains: ['Time'], libs: ['pytz'] }),
      ],
      samples: samplesOf({ a: [true], b: [false], c: [true] }),
      passK: [1],
      validTaskIds: new Set(['a', 'c']),
    });
    const byName = (groups: typeof score.byDomain) =>
      groups.map(({ name, tasks, passAt1 }) => [name, tasks, passAt1.value]);
    expect(byName(score.byDomain)).toEqual([
      ['System', 2, 0.5],
      ['Network', 1, 1],
      ['Time', 1, 1],
    ]);
    expect(byName(score.byLibrary)).toEqual([
      ['requests', 2, 0.5],
      ['os', 1, 0],
      ['pytz', 1, 1],
    ]);
    expect(score.hard).toMatchObject({ tasks: 1, passAt1: { value: 1 } });
    expect(score.valid).toMatchObject({ tasks: 2, passAt1: { value: 1 } });
  });
});

describeNeeding(recordings)('on the recorded results', () => {
  test.each(['complete', 'instruct'])('%s gives the published pass@1', (split) => {
    const stem = sharedData('samples', `qwen2.5-coder-7b-instruct--${split}`);
    const published = JSON.parse(readFileSync(`${stem}.pass_at_k.json`, 'utf8')) as Record<string, number>;
    const results = JSON.parse(gunzipSync(readFileSync(`${stem}.eval_results.json.gz`)).toString()) as {
      eval: Record<string, { status: string }[]>;
    };
    const samples = Object.entries(results.eval).flatMap(([taskId, entries]) =>
      entries.map(({ status }) => ({ taskId, passed: status === 'pass' })),
    );
    const score = scoreRun({ tasks: Object.keys(results.eval).map((id) => task(id)), samples, passK: [1, 5] });
    expect(score.byK[0]?.passAtK.value).toBeCloseTo(published['pass@1'] ?? Number.NaN, 12);
    expect(score.notComputed).toEqual([{ k: 5, reason: 'no task has 5 samples' }]);
  });
});

describe('scoreRunInTurns', () => {
  test('gives the same score, and lets other work go on between two groups', async () => {
    const tasks = Array.from({ length: 40 }, (_, at) => task(`T/${at}`, { libs: [`lib${at}`, 'all'] }));
    const samples = tasks.map(({ id }, at) => ({ taskId: id, passed: at % 3 === 0 }));
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const score = await scoreRunInTurns({ tasks, samples, passK: [1] });
    isOver = true;
    expect(score).toEqual(scoreRun({ tasks, samples, passK: [1] }));
    expect(turns).toBeGreaterThan(20);
  });
});
