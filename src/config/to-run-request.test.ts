import { describe, expect, test } from 'vitest';
import { runRequestSchema } from '../schema/run-request.ts';
import { type OptionKey, optionTable } from './option-table.ts';
import { optionsOf, parseFlags } from './parse-flags.ts';
import { resolveOptions } from './resolve-options.ts';
import { toRunRequest } from './to-run-request.ts';

async function request(words: readonly string[]) {
  const { values } = parseFlags('run', words);
  return toRunRequest(await resolveOptions({ command: 'run', flags: values, variables: {}, cwd: '/nonexistent' }));
}

/** Options of `run` about the terminal or another option, not the run. */
const notAsked: readonly string[] = [
  'config',
  'recipe',
  'json',
  'quiet',
  'color',
  'yes',
  'confirmAbove',
  'dryRun',
  'splits',
  'e2bEndpoint',
  'gradioEndpoint',
];

describe('toRunRequest', () => {
  test('the request has a field for every option of run, with the same default', async () => {
    const defaults = runRequestSchema.parse({ model: ['a:b'] });
    const asked = [...optionsOf('run')].filter(([key, option]) => !notAsked.includes(key) && !option.ignored);
    expect(asked.map(([key]) => key).filter((key) => !(key in runRequestSchema.shape))).toEqual([]);
    expect(await request(['--model', 'a:b'])).toEqual(defaults);
    const others = ['split', 'defaults', 'models', 'prices', ...asked.map(([key]) => key)];
    expect(Object.keys(runRequestSchema.shape).filter((key) => !others.includes(key))).toEqual([]);
  });

  test('given parameters override a model’s own settings; general defaults do not', async () => {
    const asked = await request(['--model', 'a:b', '--temperature', '0.8']);
    expect(asked).toMatchObject({ temperature: 0.8, defaults: { maxNewTokens: 1280, nSamples: 1 } });
    expect(asked.maxNewTokens).toBeUndefined();
  });

  test('names every invalid value, as it was typed', async () => {
    const asking = request(['--model', 'a:b', '--split', 'half', '--pass-k', 'two', '--retry', 'never']);
    await expect(asking).rejects.toThrow(
      /--split: .*--retry: .*--pass-k: |--retry: .*--pass-k: |--split: .*--pass-k: /,
    );
    await expect(request([])).rejects.toThrow(/--model: name one, as provider:model-id/);
  });

  test('every key of the request is spelled like its option', () => {
    const known = new Set<string>([...Object.keys(optionTable), 'defaults', 'models', 'prices'] satisfies (
      | OptionKey
      | string
    )[]);
    expect(Object.keys(runRequestSchema.shape).filter((key) => !known.has(key))).toEqual([]);
  });
});
