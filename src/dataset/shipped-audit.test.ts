import { assert, describe, expect, it } from 'vitest';
import { publishedIds } from './public-tasks.ts';
import { listVerified, loadShippedAudit, parseShippedAudit, pickVerified } from './shipped-audit.ts';

const audit = parseShippedAudit(
  JSON.stringify({
    date: '2026-01-01',
    command: 'bcb audit --subset full',
    version: 'v0.1.4',
    hash: 'abc',
    kinds: { elsewhere: 'chance', 'lazy-answers': 'too-weak', mutants: 'too-weak' },
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
