import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../../../src/schema/view/run-document.ts';
import { createRun } from '../../data/testing/run-document.ts';
import { mostCompared, pickRuns } from './pick-runs.ts';

const run = (id: string, changes: Partial<RunSummary> = {}) => createRun({ id, state: 'finished', ...changes });
const ids = (runs: readonly RunSummary[], asked: Parameters<typeof pickRuns>[1] = {}) =>
  pickRuns(runs, asked).map(({ id }) => id);

describe('pickRuns', () => {
  it('begins with two runs that were measured alike, not with the newest ones', () => {
    const runs = [
      run('small', { tasksHash: 'small' }),
      run('chat', { split: 'instruct' }),
      run('new', { split: 'complete' }),
      run('half', { state: 'stopped', split: 'complete' }),
      run('old', { split: 'complete' }),
    ];
    expect(ids(runs)).toEqual(['old', 'new']);
    expect(ids(runs, { a: 'small' })[0]).toBe('small');
  });

  it('finds a partner for a run that was asked for, whichever side it is on', () => {
    const runs = [run('x', { tasksHash: 'x' }), run('y'), run('z', { tasksHash: 'x' })];
    expect(ids(runs, { a: 'x' })).toEqual(['x', 'z']);
    expect(ids(runs, { b: 'x' })).toEqual(['z', 'x']);
  });

  it('takes up to six, each once, and forgets those that are gone', () => {
    const runs = Array.from({ length: 9 }, (_, at) => run(`r${at}`));
    const asked = { a: 'r0', b: 'r1,r0,gone,r2,r2,r3,r4,r5,r6,r7' };
    expect(ids(runs, asked)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
    expect(ids(runs, asked)).toHaveLength(mostCompared);
  });

  it('has nothing to compare with a single run', () => {
    expect(ids([run('only')])).toEqual(['only']);
    expect(ids([])).toEqual([]);
  });
});
