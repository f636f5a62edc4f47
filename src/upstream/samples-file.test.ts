import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ModelParameters } from '../model/parameters.ts';
import { resolveModel } from '../model/resolve-model.ts';
import { recordedData } from '../util/testing/recorded-data.ts';
import { formatPythonJsonLine } from './python-json.ts';
import { formatSampleLine, nameSamplesFile, type SamplesFileFacts } from './samples-file.ts';

const variables = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };

async function name(
  model: string,
  parameters: Partial<ModelParameters> = {},
  facts: Partial<SamplesFileFacts> = {},
): Promise<string> {
  return nameSamplesFile({
    model: await resolveModel(model, { variables, isDryRun: true }),
    revision: 'main',
    taskSet: 'bigcodebench',
    split: 'complete',
    parameters: { temperature: 0, maxNewTokens: 1280, ...parameters },
    nSamples: 1,
    strategy: 'upstream',
    ...facts,
  });
}

describe('nameSamplesFile', () => {
  test('as the original', async () => {
    expect(await name('vllm:Qwen/Qwen2.5-Coder-7B')).toBe(
      'Qwen--Qwen2.5-Coder-7B--main--bigcodebench-complete--vllm-0-1-sanitized_calibrated.jsonl',
    );
    expect(await name('openai:gpt-4o', { temperature: 1 }, { nSamples: 5, taskSet: 'bigcodebench-hard' })).toBe(
      'gpt-4o--main--bigcodebench-hard-complete--openai-1.0-5-sanitized_calibrated.jsonl',
    );
    expect(await name('huggingface:a/b', { temperature: 0.8 }, { split: 'instruct' })).toBe(
      'a--b--main--bigcodebench-instruct--hf-inference-0.8-1-sanitized_calibrated.jsonl',
    );
  });

  test('effort, adapter, budget and missing prefill follow the model', async () => {
    expect(await name('openai:o3-mini', { reasoningEffort: 'high' })).toMatch(/^o3-mini--high--main--/);
    expect(await name('vllm:m', {}, { loraPath: 'x/y', skipPrefill: true })).toMatch(
      /^m--lora-x--y--skip_prefill--main/,
    );
    expect(
      await name('anthropic:claude-3-7-sonnet', { reasoningBudget: 2048, reasoningBeta: 'output-128k-2025-02-19' }),
    ).toMatch(/^claude-3-7-sonnet--2048-output-128k-2025-02-19--main--/);
    expect(await name('openai:gpt-4o', { reasoningEffort: 'high' })).toMatch(/^gpt-4o--main--/);
  });

  test('other task sets, files and strategies have their own names', async () => {
    expect(await name('canonical', {}, { taskSet: 'starter' })).toBe(
      'canonical--main--bigcodebench-starter-complete--canonical-0-1-sanitized_calibrated.jsonl',
    );
    expect(await name('openai:gpt-4o', {}, { strategy: 'last-fence' })).toMatch(/-0-1-last-fence\.jsonl$/);
  });
});

describe('formatSampleLine', () => {
  test('writes what json.dumps writes', () => {
    const sample = { taskId: 'T/1', index: 0, solution: 'x = "é"\n', rawText: '𝄞', finishReason: 'stop' } as const;
    expect(formatSampleLine({ ...sample, usage: { inputTokens: 3 } })).toBe(
      '{"task_id": "T/1", "solution": "x = \\"\\u00e9\\"\\n", "raw_solution": "\\ud834\\udd1e", ' +
        '"sample_index": 0, "finish_reason": "stop", "usage": {"input_tokens": 3}}\n',
    );
  });

  test.each(recordedData)('re-creates the lines of the original’s own file byte for byte: $name', async (data) => {
    const file = data.samplesFile('complete');
    const lines = gunzipSync(await readFile(file))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => formatPythonJsonLine(JSON.parse(line)) !== line)).toEqual([]);
  });
});
