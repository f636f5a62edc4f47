import { expect, it } from 'vitest';
import { listWorldFacts } from '../dataset/world-facts.ts';
import { keepHolding } from './load-selected-tasks.ts';

const tasks = ['34', '35', '36', '37'].map((number) => ({ id: `BigCodeBench/${number}` }));
const keep = (fingerprint: string) => {
  const said: string[] = [];
  const variables = { BCB_DATA_DIR: '/nonexistent' };
  return { ...keepHolding(tasks, { fingerprint }, { variables, warn: (sentence) => said.push(sentence) }), said };
};

it('leaves out what does not hold in a world, and names it', () => {
  const [{ world } = { world: '' }] = listWorldFacts('/nonexistent');
  const { tasks: kept, excluded, said } = keep(`${world}-0123456789ab`);
  expect(kept.map(({ id }) => id)).toEqual(['BigCodeBench/34', 'BigCodeBench/37']);
  expect(excluded).toEqual([
    { reason: `the reference solution fails in the world ${world}`, taskIds: ['BigCodeBench/35', 'BigCodeBench/36'] },
  ]);
  expect(said.join()).toContain('2 of 4 tasks do not hold');
});

it('leaves out nothing in the benchmark’s own', () => {
  expect(keep('0123456789ab')).toEqual({ tasks, excluded: [], said: [] });
});

it('says that nothing is known of a world', () => {
  const said = [expect.stringContaining('Nothing is known of the world modern-cp313-1999-01-31')];
  expect(keep('modern-cp313-1999-01-31-0123456789ab')).toEqual({ tasks, excluded: [], said });
});
