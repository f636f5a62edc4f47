import { expect, it } from 'vitest';
import type { Verdict } from '../../schema/verdict.ts';
import { describeProof } from './describe-proof.ts';

type Judged = Pick<Verdict, 'outcome' | 'proof'>;

it('counts proven, unproven and tampered samples', () => {
  const proven: Judged = { outcome: 'pass', proof: { state: 'proven' } };
  const otherwise: Judged = { outcome: 'pass', proof: { state: 'unproven', why: 'otherwise', tests: ['test_a'] } };
  const nothing: Judged = { outcome: 'pass', proof: { state: 'unproven', why: 'nothing', tests: ['test_a'] } };
  expect(describeProof([proven, proven, otherwise, nothing, { outcome: 'tampered' }])).toEqual([
    'Integrity: 2 passes proven, 2 unproven (their tests assert nothing that can be made false: 1; the twin ended otherwise: 1), 1 tampered.',
  ]);
  expect(describeProof([proven])).toEqual(['Integrity: 1 passes proven, 0 unproven, 0 tampered.']);
  expect(describeProof([{ outcome: 'pass' }, { outcome: 'tampered' }])).toEqual([]);
});
