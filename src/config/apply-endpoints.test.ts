import { expect, test } from 'vitest';
import { parseFlags } from './parse-flags.ts';
import { resolveOptions } from './resolve-options.ts';

async function resolve(words: readonly string[]) {
  const { values } = parseFlags('evaluate', words);
  const flags = { command: 'evaluate', flags: values, variables: {}, cwd: '/nonexistent' } as const;
  const { options, warnings } = await resolveOptions(flags);
  return { execution: options.execution, warnings };
}

test.each([
  [['--execution', 'gradio', '--gradio_endpoint', 'http://host/'], ['gradio:http://host/']],
  [['--execution', 'e2b', '--e2b_endpoint', 'my_template'], ['e2b:my_template']],
  [['--gradio_endpoint=http://host/'], ['gradio:http://host/']],
  [['--execution', 'local'], ['local']],
])('%j', async (words, execution) => {
  expect(await resolve(words)).toEqual({ execution, warnings: [] });
});

test('warns about the address of another executor', async () => {
  expect(await resolve(['--execution', 'local', '--gradio_endpoint', 'http://host/'])).toEqual({
    execution: ['local'],
    warnings: ['--gradio-endpoint has no effect: programs run with --execution local.'],
  });
  expect((await resolve(['--e2b_endpoint', 'x'])).warnings).toEqual([
    '--e2b-endpoint has no effect: programs run with --execution local.',
  ]);
});

test('sizes may be products, as in the original’s documentation', async () => {
  const { values } = parseFlags('evaluate', ['--max-as-limit', '20*1024', '--memory-mb', '2 * 1024']);
  expect(values.get('maxAsLimit')).toBe(20_480);
  expect(values.get('memoryMb')).toBe(2048);
  expect(() => parseFlags('evaluate', ['--memory-mb', '2**10'])).toThrow(/whole number/);
});
