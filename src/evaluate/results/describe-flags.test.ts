import { expect, it } from 'vitest';
import { describeFlags } from './describe-flags.ts';

it('counts solutions per rule, the worst first', () => {
  const verdicts = [['network', 'hard-exit'], ['network'], [], ['integrity:builtins']].map((flags) => ({ flags }));
  expect(describeFlags(verdicts)).toEqual(['The safety scan flags 2 of 4 solutions: hard-exit 1 (high), network 2.']);
  expect(describeFlags([{ flags: [] }])).toEqual([]);
});
