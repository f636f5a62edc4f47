import { expect, it } from 'vitest';
import { parseResultName } from './result-name.ts';

it.each([
  [
    'Qwen--Qwen2.5-7B--main--bigcodebench-hard-instruct--vllm-0-1-sanitized_calibrated_eval_results.json',
    { model: 'Qwen--Qwen2.5-7B', subset: 'hard', split: 'instruct' },
  ],
  [
    'gpt-4o--main--bigcodebench-complete--openai-0-1-sanitized_calibrated_eval_results.json.gz',
    { model: 'gpt-4o', subset: 'full', split: 'complete' },
  ],
  ['m--bigcodebench-quick-complete--x_eval_results.json', { model: 'm', subset: 'quick', split: 'complete' }],
  ['qwen--complete.eval_results.json.gz', { model: 'qwen', split: 'complete' }],
  ['before_eval_results.json', { model: 'before' }],
  ['eval_results.json', { model: 'unknown' }],
])('reads %s', (file, facts) => {
  expect(parseResultName(file)).toEqual(facts);
});
