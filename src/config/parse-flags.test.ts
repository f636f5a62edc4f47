import { describe, expect, test } from 'vitest';
import { type CommandName, commandNames } from './option.ts';
import { optionTable } from './option-table.ts';
import { optionsOf, parseFlags } from './parse-flags.ts';
import { resolveOptions } from './resolve-options.ts';

const parsed = (...words: string[]) => Object.fromEntries(parseFlags('evaluate', words).values);

describe('parseFlags', () => {
  test.each([
    [['--n-samples', '5'], { nSamples: 5 }],
    [['--n_samples', '5'], { nSamples: 5 }],
    [['--n_samples=5'], { nSamples: 5 }],
    [['--calibrated', 'True'], { calibrated: true }],
    [['--calibrated=False'], { calibrated: false }],
    [['--no-calibrated'], { calibrated: false }],
    [['--no_gt'], { noGt: true }],
    [['--no-color', '--no-cache'], { color: false, cache: false }],
    [['--greedy', '--split', 'instruct'], { greedy: true, split: 'instruct' }],
    [['--pass_k', '1,5,10'], { passK: ['1', '5', '10'] }],
    [['--model', 'a:b', '--model', 'c:d'], { model: ['a:b', 'c:d'] }],
    [['--selective_evaluate', '1,2,3'], { select: ['1', '2', '3'] }],
    [['--parallel', '-1'], { parallel: -1 }],
    [['--temperature', '0.2'], { temperature: 0.2 }],
  ])('%j', (words, expected) => {
    expect(parsed(...words)).toEqual(expected);
  });

  test('the original’s --root is the folder for results', () => {
    expect(parsed('--root', 'elsewhere')).toEqual({ out: 'elsewhere' });
    expect(optionTable.out.default).toBe('bcb_results');
  });

  test('stop strings take escapes', () => {
    const { values } = parseFlags('run', ['--stop', '\\n\\n,a\\,b', '--stop', ' end']);
    expect(values.get('stop')).toEqual(['\n\n', 'a,b', ' end']);
  });

  test('rejects zero programs', () => {
    expect(() => parseFlags('run', ['--parallel', '0'])).toThrow(
      '--parallel cannot be "0": use a whole number from -1, but not 0.',
    );
  });

  test('sizes may be products, as in the original’s documentation', () => {
    expect(parsed('--max-as-limit', '20*1024', '--memory-mb', '2 * 1024')).toEqual({
      maxAsLimit: 20_480,
      memoryMb: 2048,
    });
    expect(() => parsed('--memory-mb', '2**10')).toThrow(/whole number/);
  });

  test('keeps words that are not flags, and everything after --', () => {
    const { positionals } = parseFlags('dataset', ['show', 'BigCodeBench/3', '--json', '--', '--odd']);
    expect(positionals).toEqual(['show', 'BigCodeBench/3', '--odd']);
  });

  test.each([
    [['--n-sample', '5'], /--n-sample is not an option of `evaluate`: did you mean --n-samples\?/],
    [['--zzzzzz'], /`bcb evaluate --help` lists/],
    [['--split', 'both'], /--split cannot be "both": use one of complete, instruct/],
    [['--n-samples', '0'], /use a whole number from 1/],
    [['--n-samples', '1.5'], /use a whole number/],
    [['--temperature', 'warm'], /use a number from 0/],
    [['--calibrated=perhaps'], /use true or false/],
    [['--samples'], /--samples needs a value/],
    [['--isolation', 'A'], /use one of namespaces, shared, root, landlock, none\.$/],
  ])('%j is rejected in one sentence', (words, message) => {
    expect(() => parsed(...words)).toThrow(message);
  });

  test('no two options of a command share a spelling', () => {
    for (const command of commandNames) {
      const spellings = optionsOf(command).flatMap(([key, option]) => [key.toLowerCase(), ...(option.aliases ?? [])]);
      expect(new Set(spellings).size).toBe(spellings.length);
    }
  });

  test("every flag of the original's commands is accepted", () => {
    const generate =
      'model split subset root lora_path bs n_samples temperature max_new_tokens max_model_len greedy reasoning_effort reasoning_budget reasoning_beta strip_newlines direct_completion resume id_range backend base_url tp instruction_prefix response_prefix skip_prefill revision trust_remote_code tokenizer_name tokenizer_legacy';
    const evaluate =
      'samples no_execute execution selective_evaluate e2b_endpoint gradio_endpoint pass_k save_pass_rate calibrated parallel min_time_limit max_as_limit max_data_limit max_stack_limit check_gt_only no_gt';
    const flags = {
      generate,
      evaluate: `${generate} ${evaluate}`,
      sanitize: 'samples inplace debug_task calibrate parallel',
      syncheck: 'samples nsample_check verbose',
      inspect: 'eval_results split subset save_path in_place',
    } as const;
    for (const [command, names] of Object.entries(flags) as [keyof typeof flags, string][]) {
      const known = optionsOf(command).flatMap(([key, option]) => [key, ...(option.aliases ?? [])]);
      const plain = new Set(known.map((name) => name.replaceAll('-', '').toLowerCase()));
      expect(names.split(' ').filter((name) => !plain.has(name.replaceAll('_', '')))).toEqual([]);
    }
  });

  test('every option says what it does', () => {
    for (const option of Object.values(optionTable)) expect(option.summary).not.toBe('');
  });

  test('a list may be left empty before the next flag; anything else needs its value', () => {
    const { values } = parseFlags('evaluate', ['--selective_evaluate', '--min_time_limit', '1']);
    expect(values.get('select')).toEqual([]);
    expect(values.get('minTimeLimit')).toBe(1);
    expect(() => parseFlags('evaluate', ['--samples', '--split', 'complete'])).toThrow(/--samples needs a value/);
    expect(() => parseFlags('evaluate', ['--select'])).toThrow(/--select needs a value/);
  });
});

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
