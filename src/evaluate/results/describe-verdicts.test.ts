import { expect, it } from 'vitest';
import type { Outcome } from '../../schema/execution.ts';
import type { Proof } from '../../schema/proof.ts';
import type { Score } from '../../schema/score.ts';
import { describeAudit, describeChance, describeFlags, describeProof, describeRepeats } from './describe-verdicts.ts';

const score: Score = {
  tasks: 2,
  samples: 2,
  passAt1: { value: 0.5, standardError: 0.1, interval: [0, 1] },
  byK: [],
  notComputed: [],
  byDomain: [],
  byLibrary: [],
};

it('names what other seeds change, and the range', () => {
  const chance = { confirmed: 7, changed: 1, expected: 0.6, range: [0.5, 0.75] as [number, number] };
  const verdicts = [{ taskId: 'T/1', chance: { passed: 1, runs: 3 } }, { taskId: 'T/2' }];
  expect(describeChance({ ...score, chance }, verdicts)).toEqual([
    'Chance: 1 of 7 re-run samples change their verdict with other seeds (T/1 passes 1 of 3), so pass@1 lies between 50.0% and 75.0%.',
  ]);
  expect(describeChance({ ...score, chance: { ...chance, changed: 0 } }, [])).toEqual([
    'Chance: none of 7 re-run samples changes its verdict with other seeds.',
  ]);
  expect(describeChance(score, [])).toEqual([]);
});

it('counts solutions per rule, the worst first', () => {
  const verdicts = [['network', 'hard-exit'], ['network'], [], ['integrity:builtins']].map((flags) => ({ flags }));
  expect(describeFlags(verdicts)).toEqual(['The safety scan flags 2 of 4 solutions: hard-exit 1 (high), network 2.']);
  expect(describeFlags([{ flags: [] }])).toEqual([]);
});

it('names an answer that passes many tasks', () => {
  const passes = ['a', 'b', 'c', 'd'].map((taskId) => ({ taskId, answer: 'same' }));
  expect(describeRepeats(passes)).toEqual([
    'One answer passes 4 tasks, word for word the same: it may deceive the tests.',
  ]);
  expect(describeRepeats(passes.slice(0, 2))).toEqual([]);
});

const judged = (outcome: Outcome, proof?: Proof, flags: string[] = []) => ({ outcome, proof, flags });

it('counts proven, unproven and tampered samples, and where the judges differ', () => {
  const unprovable = judged('pass', { state: 'unprovable', why: 'they load a pickle' });
  expect(
    describeProof([
      judged('pass', { state: 'proven', level: 'value' }),
      judged('pass', { state: 'proven', level: 'reference' }),
      judged('pass', { state: 'unproven', why: 'it said so' }),
      judged('pass', { state: 'unproven', why: 'fail under the separate judge', fails: true }),
      judged('fail', undefined, ['integrity:differs']),
      judged('fail', undefined, ['integrity:differs']),
      ...[unprovable, unprovable, judged('tampered')],
    ]),
  ).toEqual([
    'Integrity: 2 passes proven under the separate judge (1 of them by references), 2 unproven, 2 unprovable, 1 tampered. The two judges differ on 3 samples: 1 pass only in one process with their tests, 2 only apart from them.',
  ]);
  expect(describeProof([judged('pass'), judged('tampered')])).toEqual([]);
  // Also where nothing passes in one process.
  expect(describeProof([judged('fail', undefined, ['integrity:differs'])])).toEqual([
    expect.stringContaining('0 pass only in one process with their tests, 1 only apart from them.'),
  ]);
});

it('says what an audit found, what it cost and what it would have found', () => {
  const counts = { proven: 58, references: 12, unproven: 1, failing: 0, unprovable: 1 };
  const audit = { seed: 'a', passes: 523, audited: 60, ...counts, cost: 0.0381, forged: 26, probability: 0.9541 };
  expect(describeAudit(audit)).toEqual([
    'Audit: 60 of 523 passes, drawn at random, were run again under the separate judge: 58 proven (12 of them by references), 1 unproven, 1 unprovable. ' +
      'The audit took 3.8% of the CPU that reference solutions and samples took; had 26 of the 523 been forged, it would have found one with a probability of 95.4%.',
  ]);
  expect(describeAudit({ ...audit, audited: 523, unproven: 466, failing: 460 })).toEqual([
    'Audit: all 523 passes were run again under the separate judge: 58 proven (12 of them by references), 466 unproven, 1 unprovable. 460 of them pass only in one process with their tests, twice: they may deceive them. ' +
      'The audit took 3.8% of the CPU that reference solutions and samples took.',
  ]);
});
