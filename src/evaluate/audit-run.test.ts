import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { completeRules } from '../schema/evaluation-rules.ts';
import type { Execution, Job } from '../schema/execution.ts';
import type { RunEvent } from '../schema/run-event.ts';
import { createMemoryCache } from '../store/content-cache.ts';
import { nameOf } from '../store/testing/example-events.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { collect } from '../util/collect.ts';
import type { EvaluatedSample } from './jobs/pending-jobs.ts';
import { detectionProbability, drawPasses, summarizeAudit } from './proof/summarize-audit.ts';
import { createCounter, judge, judgeByText, type SmallRun, tasks } from './testing/small-evaluation.ts';
import { buildSample } from './testing/tasks.ts';

const rules = completeRules({ integrity: 'audited' });
const isReference = (code: string) => code.includes('"""');

/** So many passing answers to each of the three tasks, no two alike, and a wrong one. */
function answers(perTask: number, text = 'right'): EvaluatedSample[] {
  return tasks.flatMap(({ id }) => [
    buildSample(id, 'wrong', 0),
    ...Array.from({ length: perTask }, (_, at) => buildSample(id, `${text} ${at}`, at + 1)),
  ]);
}

/** An executor whose separate judge says something else of some programs; it counts what it was asked to judge apart. */
function createTwoJudges(apart: (job: Job, run: number) => Partial<Execution> | undefined) {
  const runs = new Map<string, number>();
  const { executor } = createCounter((job, signal) => {
    if (!job.separate) return judgeByText(job, signal);
    const key = `${job.test} ${job.code}`;
    runs.set(key, (runs.get(key) ?? 0) + 1);
    return { cpuMs: 10, ...apart(job, runs.get(key) ?? 0) };
  });
  return { executor, runs };
}

const proofsOf = ({ log }: SmallRun) =>
  log.state.judged.flatMap((pass) => {
    const proof = pass.audit?.proof;
    return proof ? [[nameOf(pass), proof] as const] : [];
  });
const drawnIn = (run: SmallRun) =>
  proofsOf(run)
    .map(([name]) => name)
    .sort();

describe('auditRun', () => {
  it('proves every pass where there are few, says so in verdicts, and does nothing more the next time', async () => {
    await using out = await createTemporaryFolder();
    const told: RunEvent[] = [];
    const { executor } = createTwoJudges((job) => ({
      separate: { level: job.test.includes('T/2') ? 'reference' : 'value', words: [] },
    }));
    const { path, journal } = await (async () => {
      await using run = await judge(out.path, { executor, rules, onEvent: (event) => told.push(event) });
      const verdicts = await collect(run.log.verdicts());
      expect(verdicts.map(({ status, proof }) => [status, proof])).toEqual(
        ['value', 'reference', 'value'].flatMap((level) => [
          ['pass', { state: 'proven', level }],
          ['fail', undefined],
        ]),
      );
      expect(verdicts.flatMap(({ flags }) => flags)).toEqual([]);
      expect(summarizeAudit(run.log.state)).toMatchObject({
        ...{ passes: 3, audited: 3, proven: 3, references: 1, unproven: 0, failing: 0, unprovable: 0 },
        ...{ forged: 1, probability: 1 },
      });
      return { path: run.log.journalPath, journal: await readFile(run.log.journalPath, 'utf8') };
    })();
    expect(told.filter(({ type }) => type === 'proof').at(-1)).toMatchObject({ done: 3, total: 3 });
    const again = createCounter();
    await using _ = await judge(out.path, { executor: again.executor, rules });
    expect(again.codes).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe(journal);
  });

  it('asks nothing of the separate judge with flags', async () => {
    await using out = await createTemporaryFolder();
    const { executor, runs } = createTwoJudges(() => undefined);
    await using run = await judge(out.path, { executor });
    expect([runs.size, run.log.state.auditSeed, summarizeAudit(run.log.state)]).toEqual([0, undefined, undefined]);
  });

  it('draws sixty of many, the same ones wherever it was interrupted', async () => {
    await using out = await createTemporaryFolder();
    const { executor, runs } = createTwoJudges(() => undefined);
    const options = { executor, rules, samples: answers(40) };
    const { path, expected, lines } = await (async () => {
      await using run = await judge(out.path, options);
      const text = await readFile(run.log.journalPath, 'utf8');
      return { path: run.log.journalPath, expected: drawnIn(run), lines: text.trimEnd().split('\n') };
    })();
    expect([expected.length, runs.size]).toEqual([60, 60]);
    const seedAt = lines.findIndex((line) => line.includes('"audit-drawn"'));
    for (const kept of [seedAt + 1, seedAt + 2, seedAt + 30, seedAt + 60, lines.length]) {
      await writeFile(path, `${lines.slice(0, kept).join('\n')}\n${(lines[kept] ?? '').slice(0, 40)}`);
      runs.clear();
      await using run = await judge(out.path, options);
      expect(drawnIn(run), `${kept} lines`).toEqual(expected);
      expect(runs.size).toBe(60 - Math.min(60, kept - seedAt - 1));
    }
    // Before the seed was there, any draw is as good.
    await writeFile(path, `${lines.slice(0, seedAt).join('\n')}\n`);
    await using run = await judge(out.path, options);
    expect(drawnIn(run)).toHaveLength(60);
    expect(drawnIn(run)).not.toEqual(expected);
  });

  it('runs the longest first, so that no core waits for the last one', async () => {
    await using out = await createTemporaryFolder();
    const lengthOf = (code: string) => Number(/right (\d+)/.exec(code)?.[1] ?? 0);
    const audited: number[] = [];
    const { executor } = createCounter((job, signal) => {
      if (job.separate) audited.push(lengthOf(job.code));
      return { ...judgeByText(job, signal), cpuMs: 100 * lengthOf(job.code) };
    });
    await using _ = await judge(out.path, { executor, rules, samples: answers(10) });
    expect(audited).toHaveLength(30);
    expect(audited.every((length, at) => at === 0 || length <= (audited[at - 1] ?? 0))).toBe(true);
  });

  it('draws for the others what it drew before when one answer changes', async () => {
    await using out = await createTemporaryFolder();
    const { executor } = createTwoJudges(() => undefined);
    const samples = answers(40);
    const before = await (async () => {
      await using run = await judge(out.path, { executor, rules, samples });
      return drawnIn(run);
    })();
    const keys = (async function* () {
      yield* samples;
    })();
    const load = async ({ taskId, index }: { taskId: string; index: number }) => {
      const solution = samples.find((each) => each.taskId === taskId && each.index === index)?.solution ?? '';
      return { taskId, index, solution: taskId === 'T/1' && index === 7 ? 'right and new' : solution };
    };
    await using run = await judge(out.path, { executor, rules, samples: { keys, load } });
    const others = (names: readonly string[]) => names.filter((name) => name !== 'T/1#7');
    const { drawn } = drawPasses(run.log.state);
    const after = others(drawn.map(nameOf));
    expect(after.filter((name) => !others(before).includes(name)).length).toBeLessThanOrEqual(1);
  });

  it('proves all passes once one that was drawn fails apart from its tests, twice', async () => {
    await using out = await createTemporaryFolder();
    const apart = ({ code }: Job): Partial<Execution> | undefined =>
      code.includes('forged') ? { outcome: 'fail', reason: 'AssertionError' } : undefined;
    const { executor, runs } = createTwoJudges(apart);
    const samples = [...answers(30), ...answers(30, 'forged').map((each) => ({ ...each, index: each.index + 31 }))];
    await using run = await judge(out.path, { executor, rules, samples });
    const why = 'fail under the separate judge: AssertionError';
    const accused = proofsOf(run).filter(([, { state }]) => state === 'unproven');
    expect(accused).toHaveLength(90);
    expect(accused[0]?.[1]).toEqual({ state: 'unproven', why, fails: true });
    const counts = { passes: 180, audited: 180, proven: 90, unproven: 90, failing: 90, unprovable: 0 };
    expect(summarizeAudit(run.log.state)).toMatchObject(counts);
    expect(run.outcomes).toEqual({ pass: 180, fail: 6 });
    expect([...runs].filter(([key]) => key.includes('forged')).every(([, count]) => count === 2)).toBe(true);
    const flagged = (await collect(run.log.verdicts())).filter(({ flags }) => flags.includes('integrity:unproven'));
    expect(flagged).toHaveLength(90);
    expect(flagged.every(({ status, outcome }) => status === 'pass' && outcome === 'pass')).toBe(true);
  });

  it.each<[string, (job: Job, run: number) => Partial<Execution> | undefined, object]>([
    [
      'fails once and then passes',
      (_, run) => (run === 1 ? { outcome: 'error' } : undefined),
      { state: 'proven', level: 'value' },
    ],
    [
      'runs into a limit',
      ({ code }) => (isReference(code) ? undefined : { outcome: 'timeout', reason: 'cpu' }),
      { state: 'unproven', why: 'timeout under the separate judge: cpu' },
    ],
    [
      'passes on its word',
      ({ code }) => (isReference(code) ? undefined : { separate: { level: 'word', words: ['it said so'] } }),
      { state: 'unproven', why: 'it said so' },
    ],
    [
      'answers a task that its reference solution cannot prove',
      () => ({ outcome: 'fail', reason: 'no' }),
      { state: 'unprovable', why: 'the reference solution: fail under the separate judge: no' },
    ],
    [
      'has tests that load a pickle',
      () => ({ outcome: 'error', separate: { unprovable: 'they load a pickle' } }),
      { state: 'unprovable', why: 'they load a pickle' },
    ],
  ])('does not accuse a program that %s', async (_, apart, proof) => {
    await using out = await createTemporaryFolder();
    const { executor } = createTwoJudges(apart);
    await using run = await judge(out.path, { executor, rules, samples: answers(25) });
    expect(proofsOf(run).map(([, found]) => found)).toEqual(Array.from({ length: 60 }, () => proof));
    expect(summarizeAudit(run.log.state)).toMatchObject({ passes: 75, audited: 60, failing: 0 });
  });

  it('asks an executor without a separate judge for little', async () => {
    await using out = await createTemporaryFolder();
    const { executor, runs } = createTwoJudges(() => ({ separate: undefined }));
    await using run = await judge(out.path, { executor, rules, samples: answers(40) });
    expect(runs.size).toBeLessThan(15);
    const why = 'the executor has no separate judge';
    expect(proofsOf(run).map(([, found]) => found)).toEqual(
      Array.from({ length: 60 }, () => ({ state: 'unprovable', why })),
    );
    expect(summarizeAudit(run.log.state)).not.toHaveProperty('forged');
  });

  it('leaves a run incomplete if the sandbox fails twice, and goes on when it works again', async () => {
    await using out = await createTemporaryFolder();
    const failing = createTwoJudges((job) =>
      job.test.includes('T/2') ? { outcome: 'engine-error', reason: 'no fork', separate: undefined } : undefined,
    );
    await expect(judge(out.path, { executor: failing.executor, rules })).rejects.toMatchObject({
      code: 'INCOMPLETE',
      message: expect.stringMatching(/^The sandbox failed while a pass of T\/2 was audited \(no fork\)/),
    });
    const mended = createTwoJudges(() => undefined);
    await using run = await judge(out.path, { executor: mended.executor, rules });
    expect(mended.runs.size).toBe(1);
    expect(proofsOf(run)).toHaveLength(3);
  });

  it('remembers which tasks are provable, in the cache and in the log', async () => {
    await using out = await createTemporaryFolder();
    const provable = createMemoryCache<{ level: 'value' | 'reference' } | { why: string }>();
    const apart = ({ code, test }: Job): Partial<Execution> | undefined =>
      test.includes('T/1') || !isReference(code) ? { outcome: 'fail', reason: 'no' } : undefined;
    const first = createTwoJudges(apart);
    await (await judge(out.path, { executor: first.executor, rules, caches: { provable } })).log.close();
    expect(
      [...first.runs]
        .filter(([key]) => isReference(key))
        .map(([, count]) => count)
        .sort(),
    ).toEqual([1, 1, 2]);
    await using other = await createTemporaryFolder();
    const second = createTwoJudges(apart);
    await using run = await judge(other.path, { executor: second.executor, rules, caches: { provable } });
    expect([...second.runs.keys()].filter(isReference)).toEqual([]);
    expect([...run.log.state.groundTruth.values()].map((each) => each.provable)).toEqual([
      { why: 'fail under the separate judge: no' },
      { level: 'value' },
      { level: 'value' },
    ]);
    expect(run.summary?.provable).toEqual({ value: 2, reference: 0, not: 1 });
  });
});

describe('detectionProbability', () => {
  it('is one less the share of draws without a forged one', () => {
    expect(detectionProbability({ passes: 4, drawn: 2, forged: 1 })).toBeCloseTo(1 / 2);
    expect(detectionProbability({ passes: 5, drawn: 2, forged: 2 })).toBeCloseTo(1 - 3 / 10);
    expect(detectionProbability({ passes: 523, drawn: 60, forged: 26 })).toBeCloseTo(0.959, 2);
    expect(detectionProbability({ passes: 60, drawn: 60, forged: 1 })).toBe(1);
    expect(detectionProbability({ passes: 60, drawn: 0, forged: 60 })).toBe(0);
  });
});
