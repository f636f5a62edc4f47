import { expect, it } from 'vitest';
import type { Evaluation } from '../evaluations/evaluations.ts';
import { EventLog } from '../evaluations/event-log.ts';
import { createGradioSessions } from './sessions.ts';

it('holds a bounded number of calls for each owner', () => {
  const sessions = createGradioSessions();
  const evaluation = { rank: 1, events: new EventLog(), over: new Promise(() => {}) } as Partial<Evaluation>;
  const join = (owner: string, name: string) => sessions.join({ owner, name }, evaluation as Evaluation);
  for (let call = 0; call < 1000; call++) join('alice', call % 2 === 0 ? 'one' : 'other');
  expect(() => join('alice', 'one')).toThrow(expect.objectContaining({ status: 503 }));
  expect(() => join('alice', 'new')).toThrow(expect.objectContaining({ status: 503 }));
  expect(join('bob', 'one')).toMatch(/^[0-9a-f]{32}$/);
});
