import { describe, expect, test } from 'vitest';
import type { CommandName } from './option.ts';
import { parseFlags } from './parse-flags.ts';
import { resolveOptions } from './resolve-options.ts';

const parse = (command: CommandName, line: string) => Object.fromEntries(parseFlags(command, line.split(' ')).values);
const resolve = (command: CommandName, line: string, variables: Record<string, string> = {}) =>
  resolveOptions({ command, flags: parseFlags(command, line.split(' ')).values, variables, cwd: '/' });

describe('None', () => {
  test.each([
    ['evaluate', '--id_range None --samples a.jsonl', { samples: 'a.jsonl' }],
    ['evaluate', '--tokenizer_name=None --tp 2', { tp: 2 }],
    ['generate', '--base_url None --instruction_prefix None --bs None --lora_path None', {}],
    ['evaluate', '--selective_evaluate None', {}],
    [
      'evaluate',
      '--trust_remote_code None --greedy=None --check_gt_only None --no_gt None instruct',
      { split: 'instruct' },
    ],
    ['generate', '--tokenizer_legacy None --trust_remote_code None', {}],
    ['run', '--trust_remote_code None', {}],
    ['evaluate', 'complete None f.jsonl', { split: 'complete', samples: 'f.jsonl' }],
  ] as const)('%s %s leaves options out', (command, line, expected) => {
    expect(parse(command, line)).toEqual(expected);
  });
});

describe('arguments by position', () => {
  test.each([
    ['evaluate', 'instruct hard f.jsonl', { split: 'instruct', subset: 'hard', samples: 'f.jsonl' }],
    ['evaluate', 'full f.jsonl --split complete', { split: 'complete', subset: 'full', samples: 'f.jsonl' }],
    ['generate', 'org/m complete hard out', { model: ['org/m'], split: 'complete', subset: 'hard', out: 'out' }],
    ['sanitize', 'f.jsonl --calibrate', { samples: 'f.jsonl', calibrate: true }],
    ['syncheck', 'f.jsonl', { samples: 'f.jsonl' }],
  ] as const)('%s %s', (command, line, expected) => {
    expect(parse(command, line)).toEqual(expected);
  });

  test('a word too many, or one that does not fit, is refused', () => {
    expect(() => parse('evaluate', 'complete full a.jsonl b.jsonl')).toThrow('what "b.jsonl" is for');
    expect(() => parse('evaluate', 'both full a.jsonl')).toThrow('the argument split cannot be "both"');
    expect(() => parse('sanitize', 'a.jsonl b.jsonl')).toThrow('what "b.jsonl" is for');
  });
});

describe('--local_execute of v0.2.0', () => {
  test.each([
    ['--local_execute', 'local'],
    ['--local-execute True', 'local'],
    ['--local_execute=False', 'gradio'],
    ['--local_execute False', 'gradio'],
  ])('%s', (line, name) => {
    expect(parse('evaluate', `${line} --samples a`)).toEqual({ execution: [name], samples: 'a' });
  });

  test('--remote_execute_api was the address', async () => {
    const { options } = await resolve('evaluate', '--remote_execute_api http://127.0.0.1:7');
    expect(options.execution).toEqual(['gradio:http://127.0.0.1:7']);
  });
});

describe('--subset of older versions, which was the split', () => {
  test.each(['generate', 'evaluate'] as const)('%s', async (command) => {
    const { options, warnings } = await resolve(command, '--subset instruct');
    expect(options).toMatchObject({ split: 'instruct', subset: 'full' });
    expect(warnings).toEqual([expect.stringContaining('read as --split instruct --subset full')]);
  });

  test('run, where there may be several', async () => {
    expect((await resolve('run', '--subset instruct')).options).toMatchObject({ splits: ['instruct'], subset: 'full' });
  });

  test('is a path if another split is asked for, and nothing else changes', async () => {
    const mixed = await resolve('generate', '--subset instruct --split complete');
    expect(mixed).toMatchObject({ options: { split: 'complete', subset: 'instruct' }, warnings: [] });
    const same = await resolve('generate', '--subset instruct --split instruct');
    expect(same.options).toMatchObject({ split: 'instruct', subset: 'full' });
    const plain = await resolve('generate', '--subset hard');
    expect(plain).toMatchObject({ options: { split: 'complete', subset: 'hard' }, warnings: [] });
  });
});

test('variables of the original', async () => {
  const variables = { VLLM_N_GPUS: '4', BIGCODEBENCH_TIMEOUT_PER_TASK: '90' };
  expect((await resolve('evaluate', '--greedy', variables)).options).toMatchObject({ tp: 4, timeLimit: '90' });
  expect((await resolve('evaluate', '--tp 2', variables)).options.tp).toBe(2);
});
