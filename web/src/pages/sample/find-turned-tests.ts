import type { TestView } from '../../../../src/schema/view/sample-document.ts';

type Test = Pick<TestView, 'name' | 'outcome'>;

export interface TurnedTest {
  readonly name: string;
  readonly from: TestView['outcome'];
  readonly to: TestView['outcome'];
}

/** Tests that pass in one of two executions only; those that pass now come first. */
export function findTurnedTests(before: readonly Test[], after: readonly Test[]): TurnedTest[] {
  const earlier = new Map(before.map(({ name, outcome }) => [name, outcome]));
  return after
    .map(({ name, outcome }) => ({ name, from: earlier.get(name) ?? ('missing' as const), to: outcome }))
    .filter(({ from, to }) => (from === 'pass') !== (to === 'pass'))
    .sort((a, b) => Number(b.to === 'pass') - Number(a.to === 'pass'));
}
