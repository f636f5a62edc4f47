import { describe, expect, test } from 'vitest';
import type { Output } from '../util/terminal.ts';
import { commands } from './commands.ts';
import { type MainInput, main } from './main.ts';

async function run(words: string[], extra: Partial<MainInput> = {}) {
  let out = '';
  let err = '';
  const stdout: Output = { write: (text) => (out += text) };
  const stderr: Output = { write: (text) => (err += text) };
  const code = await main({
    words,
    version: '1.2.3',
    environment: {},
    cwd: '/nonexistent',
    stdout,
    stderr,
    stdin: (async function* () {})(),
    signal: new AbortController().signal,
    ...extra,
  });
  return { code, out, err };
}

describe('main', () => {
  test('prints its version and its help', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
    const { out } = await run([]);
    expect(out).toContain('Usage: bcb <command>');
    for (const name of Object.keys(commands)) expect(out).toContain(`  ${name} `);
  });

  test.each(Object.keys(commands))('%s explains itself, also when entered through its own name', async (name) => {
    const { out } = await run([name, '--help']);
    expect(out).toContain(`Usage: bcb ${name}`);
    expect(out).toContain('Examples');
    expect((await run(['--help'], { enteredAt: name })).out).toBe(out);
    expect((await run(['help', name])).out).toBe(out);
  });

  test('suggests the command that was probably meant', async () => {
    await expect(run(['datset'])).rejects.toThrow(/There is no command "datset": did you mean `bcb dataset`\?/);
    await expect(run(['quux'])).rejects.toThrow(/`bcb --help` lists the commands/);
  });
});
