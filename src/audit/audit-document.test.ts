import { describe, expect, it } from 'vitest';
import { judgeTask, rankTasks } from '../schema/audit-rule.ts';
import type { Finding } from '../schema/finding.ts';
import { describeAudits } from './audit-document.ts';

const finding = (fields: Partial<Finding>): Finding => ({
  taskId: 'BigCodeBench/0',
  witness: 'mutants',
  kind: 'too-weak',
  strength: 'none',
  sentence: '',
  evidence: [],
  runs: 2,
  ...fields,
});

describe('describeAudits', () => {
  it('ranks every task, and gives a public one its solve rate', () => {
    const doubt = finding({ taskId: 'Own/1', strength: 'doubt', sentence: 'Why.' });
    const audits = [judgeTask('BigCodeBench/0', [finding({})]), judgeTask('Own/1', [doubt])];
    const [first, second] = describeAudits(rankTasks(audits));
    expect(first).toEqual({
      task_id: 'Own/1',
      verdict: 'suspect',
      rank: 1,
      witnesses: [expect.objectContaining({ kind: 'weak', strength: 0.5, says: 'Why.', grade: 'doubt' })],
      runs: 2,
    });
    expect(second).toMatchObject({ rank: 2, witnesses: [], solve_rate: expect.any(Number) });
  });

  it('counts the faults that tests noticed, and those that they did not', () => {
    const [audit] = describeAudits([judgeTask('a', [finding({ mutants: { tried: 10, killed: 6, unseen: 1 } })])]);
    expect(audit?.mutants).toEqual({ killed: 6, survived: 3, unseen: 1 });
  });

  it('calls a reference that always fails too strict a judgement, and one that sometimes does chance', () => {
    const reference = (strength: Finding['strength']) => finding({ witness: 'reference', kind: 'reference', strength });
    const [audit] = describeAudits([judgeTask('a', [reference('doubt'), reference('proof')])]);
    expect(audit?.witnesses.map(({ kind }) => kind)).toEqual(['strict', 'chance']);
  });
});
