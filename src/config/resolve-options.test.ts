import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandName } from './option.ts';
import { parseFlags } from './parse-flags.ts';
import { type ResolvedOptions, resolveOptions } from './resolve-options.ts';
import { buildRecipe, toRunRequest } from './to-run-request.ts';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'bcb-config-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const resolve = (words: string[], variables: Record<string, string> = {}, command: CommandName = 'evaluate') =>
  resolveOptions({ command, flags: parseFlags(command, words).values, variables, cwd });

describe('resolveOptions', () => {
  test('a flag beats the environment, which beats the config file, which beats the default', async () => {
    await writeFile(
      join(cwd, 'bigcodebench.config.json'),
      '{ "split": "instruct", "n_samples": 3, "temperature": 0.5 }',
    );
    const { options, origins } = await resolve(['--temperature', '1'], { BCB_TEMPERATURE: '0.7', BCB_N_SAMPLES: '4' });
    expect(options).toMatchObject({ temperature: 1, nSamples: 4, split: 'instruct', subset: 'full' });
    const keys = ['temperature', 'nSamples', 'split', 'subset'] as const;
    expect(keys.map((key) => origins.get(key))).toEqual(['flag', 'environment', 'config file', 'default']);
  });

  test('a default may differ by command', async () => {
    expect((await resolve([])).options.subset).toBe('full');
    expect((await resolve([], {}, 'inspect')).options.subset).toBe('hard');
  });

  test('an option may be given under its other names, in files and variables too', async () => {
    await writeFile(join(cwd, 'bigcodebench.config.json'), '{ "split": "instruct" }');
    expect((await resolve([], {}, 'run')).options.splits).toEqual(['instruct']);
    expect((await resolve([], { BCB_SPLIT: 'complete,instruct' }, 'run')).options.splits).toEqual([
      'complete',
      'instruct',
    ]);
  });

  test.each(['ts', 'mjs'])('reads bigcodebench.config.%s with its tables', async (extension) => {
    const typed = extension === 'ts' ? 'const n: number = 2;' : 'const n = 2;';
    const text = `${typed}\nexport default { nSamples: n, models: { 'openai:x': { temperature: [0, 1] } } };\n`;
    await writeFile(join(cwd, `bigcodebench.config.${extension}`), text);
    const { options, sections } = await resolve([]);
    expect(options.nSamples).toBe(2);
    expect(sections.models).toEqual({ 'openai:x': { temperature: [0, 1] } });
  });

  test.each([
    ['{ "nSample": 3 }', /config\.json: unknown key "nSample": did you mean nSamples\?/],
    ['{ "qqqqqqqq": 3 }', /config\.json: unknown key "qqqqqqqq": use one of splits, split, subset/],
    ['{ "split": "both" }', /config\.json: split cannot be "both": use one of complete, instruct/],
    ['{ "passK": { "a": 1 } }', /config\.json: passK must be values separated by commas/],
    ['[1]', /must contain an object/],
    ['{ oops', /cannot be read/],
  ])('config %s names file, key and what is allowed', async (content, message) => {
    await writeFile(join(cwd, 'bigcodebench.config.json'), content);
    await expect(resolve([])).rejects.toThrow(message);
  });

  test('a config file given by name must exist', async () => {
    await expect(resolve(['--config', 'absent.json'])).rejects.toThrow(/absent\.json cannot be read/);
  });

  test('a wrong environment variable is named', async () => {
    await expect(resolve([], { BCB_N_SAMPLES: 'many' })).rejects.toThrow(/BCB_N_SAMPLES cannot be "many"/);
  });

  test('warns once about a flag without effect, and only if it was given', async () => {
    expect((await resolve([])).warnings).toEqual([]);
    const { warnings } = await resolve(['--bs', '4', '--max_data_limit', '30*1024', '--max_as_limit', '1024']);
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).toMatch(/--max-data-limit 30720 has no effect: --memory-mb 8192 is less/);
    expect(warnings.join()).toMatch(/--bs has no effect/);
  });
});

const recipeOf = (resolved: ResolvedOptions) => buildRecipe(toRunRequest(resolved));

describe('a recipe', () => {
  test('supplies the options of an earlier run, including defaults; flags win', async () => {
    await writeFile(join(cwd, 'bigcodebench.config.json'), '{ "temperature": 0.5, "models": { "a:b": {} } }');
    const words = ['--model', 'a:b,c:d', '--split', 'instruct', '--n-samples', '5', '--out', 'there', '--quiet'];
    const first = await resolve(words, {}, 'run');
    await writeFile(join(cwd, 'manifest.json'), JSON.stringify({ id: '0', provenance: { request: recipeOf(first) } }));
    await rm(join(cwd, 'bigcodebench.config.json'));
    const again = await resolve(['--recipe', 'manifest.json'], {}, 'run');
    expect(recipeOf(again)).toEqual(recipeOf(first));
    expect(again.options).toMatchObject({
      model: ['a:b', 'c:d'],
      splits: ['instruct'],
      temperature: 0.5,
      out: 'bcb_results',
    });
    const origins = ['nSamples', 'temperature', 'memoryMb'] as const;
    expect(origins.map((key) => again.origins.get(key))).toEqual(['flag', 'default', 'default']);
    const changed = await resolve(['--recipe', 'manifest.json', '--n-samples', '7'], {}, 'run');
    expect(changed.options.nSamples).toBe(7);
  });

  test('must be the manifest of a run', async () => {
    await writeFile(join(cwd, 'manifest.json'), '{ "id": "1", "provenance": { "samples": "x.jsonl" } }');
    await expect(resolve(['--recipe', 'manifest.json'], {}, 'run')).rejects.toThrow(/is not a recipe/);
    await expect(resolve(['--recipe', 'absent.json'], {}, 'run')).rejects.toThrow(/cannot be read as a recipe/);
  });
});

describe('an address in a flag of its own', () => {
  const execute = async (words: string[]) => {
    const { options, warnings } = await resolve(words, {}, 'evaluate');
    return { execution: options.execution, warnings };
  };

  test.each([
    [['--execution', 'gradio', '--gradio_endpoint', 'http://host/'], ['gradio:http://host/']],
    [['--execution', 'e2b', '--e2b_endpoint', 'my_template'], ['e2b:my_template']],
    [['--gradio_endpoint=http://host/'], ['gradio:http://host/']],
    [['--execution', 'local'], ['local']],
  ])('%j', async (words, execution) => {
    expect(await execute(words)).toEqual({ execution, warnings: [] });
  });

  test('is warned about if it belongs to another executor', async () => {
    expect(await execute(['--execution', 'local', '--gradio_endpoint', 'http://host/'])).toEqual({
      execution: ['local'],
      warnings: ['--gradio-endpoint has no effect: programs run with --execution local.'],
    });
    expect((await execute(['--e2b_endpoint', 'x'])).warnings).toEqual([
      '--e2b-endpoint has no effect: programs run with --execution local.',
    ]);
  });
});
