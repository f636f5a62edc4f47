import { expect, it } from 'vitest';
import { describeProof } from './describe-proof.ts';

it('counts proven, unproven and tampered samples', () => {
  const proven = { outcome: 'pass', proof: { state: 'proven' } } as const;
  const unproven = (why: 'nothing' | 'otherwise') =>
    ({ outcome: 'pass', proof: { state: 'unproven', why, tests: ['test_a'] } }) as const;
  const verdicts = [proven, proven, unproven('otherwise'), unproven('nothing'), { outcome: 'tampered' } as const];
  expect(describeProof(verdicts)).toEqual([
    'Integrity: 2 passes proven, 2 unproven (their tests assert nothing that can be made false: 1; the twin ended otherwise: 1), 1 tampered.',
  ]);
  expect(describeProof([proven])).toEqual(['Integrity: 1 passes proven, 0 unproven, 0 tampered.']);
  expect(describeProof([{ outcome: 'pass' }, { outcome: 'tampered' }])).toEqual([]);
});
