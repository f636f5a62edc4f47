import { expect, it } from 'vitest';
import { completeRules } from '../schema/evaluation-rules.ts';
import { nameResults, type Result } from './result.ts';
import { exampleResult } from './testing/example-result.ts';

const asked = (parameters: Record<string, unknown>, fields: Partial<Result> = {}): Result => ({
  ...exampleResult('1'),
  parameters,
  ...fields,
});

it('is the model alone where nothing has to be told apart', () => {
  expect(nameResults([asked({ temperature: 0 }), asked({ temperature: 0.8 }, { model: 'other' })])).toEqual([
    'm',
    'other',
  ]);
});

it('says which parameters differ, and no others', () => {
  const results = [
    asked({ temperature: 0.8, nSamples: 5, maxNewTokens: 100 }),
    asked({ temperature: 0.8, nSamples: 10, maxNewTokens: 100 }),
    asked({ temperature: 0, nSamples: 5, maxNewTokens: 100, reasoningEffort: 'high' }),
  ];
  expect(nameResults(results)).toEqual([
    'm · T 0.8 · n 5',
    'm · T 0.8 · n 10',
    'm · T 0 · n 5 · reasoning-effort high',
  ]);
});

it('takes a source that says nothing about its parameters for no difference', () => {
  const silent = exampleResult('1', { source: 'm_eval_results.json' });
  const run = asked({ temperature: 0 }, { runId: '0123456789ab' });
  expect(nameResults([silent, run], { joinsSplits: true })).toEqual(['m', 'm']);
  expect(nameResults([silent, run])).toEqual(['m (m_eval_results.json)', 'm (0123456789ab)']);
});

it('says in which split, subset and rules results differ', () => {
  const rules = completeRules({});
  const results = [
    exampleResult('1', { conditions: { split: 'complete', subset: 'full', rules } }),
    exampleResult('1', { conditions: { split: 'instruct', subset: 'full', rules } }),
    exampleResult('1', { conditions: { split: 'complete', subset: 'full', rules: { ...rules, calibrated: false } } }),
  ];
  expect(nameResults(results)).toEqual([
    'm · complete · calibrated true',
    'm · instruct · calibrated true',
    'm · complete · calibrated false',
  ]);
  expect(nameResults(results, { joinsSplits: true })).toEqual([
    'm · calibrated true',
    'm · calibrated true',
    'm · calibrated false',
  ]);
});

it('falls back to where results are', () => {
  const results = ['a/m.json', 'b/m.json'].map((source) => exampleResult('1', { source }));
  expect(nameResults(results)).toEqual(['m (a/m.json)', 'm (b/m.json)']);
});

it('lets nothing of a model’s name break a line', () => {
  expect(nameResults([exampleResult('1', { model: 'a\nb' })])[0]).not.toContain('\n');
});
