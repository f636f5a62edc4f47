import { assert, describe, expect, it } from 'vitest';
import { buildTask } from '../evaluate/testing/tasks.ts';
import { publishedIds } from './public-tasks.ts';
import { findOtherTask, listVerified, loadShippedAudit, parseShippedAudit, pickVerified } from './shipped-audit.ts';
import { hashTasks } from './task-set.ts';

const audited = buildTask('BigCodeBench/0');

const audit = parseShippedAudit(
  JSON.stringify({
    date: '2026-01-01',
    command: 'bcb audit --subset full',
    version: 'v0.1.4',
    hash: 'abc',
    witnesses: { elsewhere: { kind: 'chance', version: 1 }, 'lazy-answers': { kind: 'too-weak', version: 2 } },
    hashes: { 0: hashTasks([audited]).slice(0, 12), 1: '0123456789ab' },
    tasks: {
      0: [],
      1: [['mutants', 'hint', 'Some faults pass.']],
      2: [
        ['mutants', 'hint', 'Some faults pass.'],
        ['elsewhere', 'doubt', 'It depends on the order of a set.'],
      ],
      10: [['lazy-answers', 'proof', 'Its tests accept an empty body.']],
      11: [['elsewhere', 'unheard', 'Its tests do not bear a clock of ours.']],
    },
  }),
);

describe('parseShippedAudit', () => {
  it('judges each task by the rule, the strongest finding first', () => {
    expect([...audit.tasks].map(([id, { verdict }]) => [id, verdict])).toEqual([
      ['BigCodeBench/0', 'sound'],
      ['BigCodeBench/1', 'sound'],
      ['BigCodeBench/2', 'suspect'],
      ['BigCodeBench/10', 'broken'],
      ['BigCodeBench/11', 'sound'],
    ]);
    expect(audit.tasks.get('BigCodeBench/2')?.findings[0]).toMatchObject({ witness: 'elsewhere', kind: 'chance' });
  });
});

describe('findOtherTask', () => {
  it('finds what was audited with other words, by the id alone', () => {
    const own = buildTask('Own/0');
    expect(findOtherTask([audited, own], audit)).toBeUndefined();
    const mended = { ...audited, test: `${audited.test}# mended\n` };
    expect(findOtherTask([own, mended], audit)).toBe(mended);
    expect(findOtherTask([mended], undefined)).toBeUndefined();
  });
});

describe('pickVerified', () => {
  const verified = listVerified(audit);
  const ids = ['BigCodeBench/10', 'BigCodeBench/1', 'BigCodeBench/2', 'Own/1', 'BigCodeBench/3'];

  it('takes what nothing strong speaks against, and nothing that was not audited', () => {
    expect(pickVerified(ids, 'v0.1.4', verified)).toEqual(['BigCodeBench/1']);
    expect(pickVerified(ids, undefined, verified)).toEqual(['BigCodeBench/1']);
  });

  it('knows nothing of other editions', () => {
    expect(pickVerified(ids, 'v0.1.3', verified)).toEqual([]);
    expect(pickVerified(ids, 'sha256:0123456789ab', verified)).toEqual([]);
    expect(pickVerified(ids, 'v0.1.4', undefined)).toEqual([]);
  });
});

describe('the shipped audit', () => {
  it('is about every public task', () => {
    const shipped = loadShippedAudit();
    assert(shipped);
    expect([...shipped.tasks.keys()]).toEqual(publishedIds);
    expect(Object.keys(shipped.hashes).map((number) => `BigCodeBench/${number}`)).toEqual(publishedIds);
    expect(shipped).toMatchObject({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      command: expect.stringContaining('bcb audit'),
      version: 'v0.1.4',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const sentences = [...shipped.tasks.values()].flatMap(({ findings }) => findings.map(({ sentence }) => sentence));
    expect(sentences.every((sentence) => sentence !== '' && sentence.length <= 200)).toBe(true);
  });
});
