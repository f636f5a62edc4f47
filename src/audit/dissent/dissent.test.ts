import { expect, it } from 'vitest';
import { type RecordedAnswer, readRecordedAnswers } from '../../compare/recorded-answers.ts';
import { describeNeeding } from '../../util/testing/needs.ts';
import { recordings, sharedData } from '../../util/testing/shared-data.ts';
import { findAgreement } from './dissent.ts';

function answer(model: string, line?: string): RecordedAnswer {
  const known = { taskId: 'T/1', solution: '', model };
  return { ...known, passed: line === undefined, failures: line === undefined ? [] : [{ test: 'test_a', line }] };
}

const same = 'AssertionError: 3 != 4';

it('hears models of three families that agree on a wrong value', () => {
  const agreeing = [answer('qwen-7b', same), answer('llama-8b', same), answer('phi-4', same)];
  expect(findAgreement(agreeing)).toEqual({ test: 'test_a', line: same, models: ['qwen-7b', 'llama-8b', 'phi-4'] });
  const others = ['a', 'b', 'c', 'd'].map((model, at) => answer(model, `AssertionError: 1${at} != 4`));
  expect(findAgreement([...agreeing, ...others.slice(1)])).toBeDefined();
  expect(findAgreement([...agreeing, ...others])).toBeUndefined();
});

it.each([
  ['one passes', [answer('qwen', same), answer('llama', same), answer('phi', same), answer('opencoder')]],
  ['they are of two families', [answer('qwen-7b', same), answer('qwen-1.5b', same), answer('llama', same)]],
  ['no value is named', ['qwen', 'llama', 'phi'].map((model) => answer(model, 'AssertionError: False is not true'))],
  ['there are none', []],
])('is silent if %s', (_, answers) => {
  expect(findAgreement(answers)).toBeUndefined();
});

describeNeeding(recordings)('recorded results', () => {
  it('agree against tests that demand what no prompt says', async () => {
    const answers = await readRecordedAnswers([sharedData('runs')]);
    expect(findAgreement(answers.get('BigCodeBench/851') ?? [])).toMatchObject({ models: { length: 8 } });
    expect(findAgreement(answers.get('BigCodeBench/0') ?? [])).toBeUndefined();
  });
});
