import { describe, expect, it } from 'vitest';
import type { TaskAudit } from '../../data/use-audit.ts';
import { countWitnesses, filterAudits, findingOf } from './filter-audits.ts';

type Finding = TaskAudit['findings'][number];

const finding = (taskId: string, witness: string, strength: Finding['strength'], sentence: string): Finding => ({
  taskId,
  witness,
  kind: 'chance',
  strength,
  sentence,
  evidence: [],
  runs: 1,
});
const tasks: TaskAudit[] = [
  {
    taskId: 'T/1',
    verdict: 'broken',
    findings: [
      finding('T/1', 'another-day', 'proof', 'Fails on a leap day.'),
      finding('T/1', 'mutants', 'hint', 'One mutant survives.'),
    ],
  },
  { taskId: 'T/2', verdict: 'suspect', findings: [finding('T/2', 'mutants', 'doubt', 'Five mutants survive.')] },
  { taskId: 'T/3', verdict: 'sound', findings: [] },
];
const ids = (filter: Parameters<typeof filterAudits>[1]) =>
  filterAudits(tasks, filter, (id) => (id === 'T/3' ? 'Count the words' : '')).map(({ taskId }) => taskId);

describe('filterAudits', () => {
  it('narrows by verdict, by witness, and by words of the sentences and titles', () => {
    expect(ids({})).toEqual(['T/1', 'T/2', 'T/3']);
    expect(ids({ verdict: 'suspect' })).toEqual(['T/2']);
    expect(ids({ witness: 'mutants' })).toEqual(['T/1', 'T/2']);
    expect(ids({ witness: 'mutants', verdict: 'broken' })).toEqual(['T/1']);
    expect(ids({ q: 'LEAP day' })).toEqual(['T/1']);
    expect(ids({ q: 'words' })).toEqual(['T/3']);
    expect(ids({ q: 'nothing' })).toEqual([]);
  });

  it('counts the tasks of each witness', () => {
    expect(countWitnesses(tasks)).toEqual([
      ['mutants', 2],
      ['another-day', 1],
    ]);
  });

  it('shows the finding of the witness that is asked for', () => {
    const [first = tasks[2]] = tasks;
    expect(findingOf(first as TaskAudit, undefined)?.witness).toBe('another-day');
    expect(findingOf(first as TaskAudit, 'mutants')?.witness).toBe('mutants');
  });
});
