import { expect, it } from 'vitest';
import { scoreVerified } from './finish-run.ts';

const tasks = ['T/0', 'T/1', 'T/2', 'T/3'].map((id) => ({ id, domains: [], libs: [], hard: false }));
const samples = [
  { taskId: 'T/0', passed: true },
  { taskId: 'T/1', passed: true },
  { taskId: 'T/1', passed: false },
  { taskId: 'T/3', passed: true },
];
const verified = { version: 'v0.1.4', ids: new Set(['T/1', 'T/2', 'T/3', 'T/9']) };

it('scores the verified ones of the tasks; one without samples counts as unsolved', () => {
  const score = scoreVerified({ tasks, samples, version: 'v0.1.4' }, verified);
  expect(score).toMatchObject({ name: 'verified', tasks: 3, passAt1: { value: 0.5 } });
});

it('has nothing to say of another edition, or where no task is verified', () => {
  expect(scoreVerified({ tasks, samples, version: 'sha256:0123456789ab' }, verified)).toBeUndefined();
  expect(scoreVerified({ tasks: tasks.slice(0, 1), samples, version: 'v0.1.4' }, verified)).toBeUndefined();
});
