import { describe, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { runMain as run } from './testing/run-main.ts';

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
