import { describe, expect, test } from 'vitest';
import { commandNames } from '../config/option.ts';
import { flagOf, optionsOf, shownOptionsOf } from '../config/parse-flags.ts';
import { commands } from './commands.ts';
import { nameCommand } from './program-name.ts';
import { renderWelcome } from './terminal/help.ts';
import { runMain as run } from './testing/run-main.ts';

describe('main', () => {
  test('prints its version and its help', async () => {
    expect(await run(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' });
    const { out } = await run(['--help']);
    expect(out).toContain('Usage: bcb <command>');
    for (const name of Object.keys(commands)) expect(out).toContain(`  ${name} `);
  });

  test('without arguments shows the commands people use and where they are in the workflow', async () => {
    const { out } = await run([]);
    expect(out.match(/^ {2}bcb \w+/gm)).toEqual(
      ['doctor', 'run', 'evaluate', 'inspect', 'view', 'compare'].map((name) => `  bcb ${name}`),
    );
    expect(out).toContain('tasks ──► generate ──► sanitize ──► execute ──► score ──► report');
    expect(out.split('\n').length).toBeLessThan(20);
    const narrow = renderWelcome(40);
    expect(narrow.split('\n').filter((line) => line.length > 47)).toEqual([]);
    expect(narrow).not.toContain('──►');
  });

  test.each([
    'audit --runs nope',
    'run --model canonical --select failed@nope',
    'evaluate --samples nope --split complete',
  ])('looks up what is named before it fetches tasks: %s', async (line) => {
    const variables = { BIGCODEBENCH_OVERRIDE_PATH: '/nonexistent/tasks.jsonl' };
    const error = await run(line.split(' '), { variables }).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('There is nothing at /nonexistent/nope');
    expect(String(error)).not.toContain('tasks.jsonl');
  });

  test('refuses words that no command takes, and says what was probably meant', async () => {
    await expect(run(['run', '--model', 'canonical', '--select', '1', '2', '3'])).rejects.toThrow(
      'run takes no arguments: "2", "3"; did you mean --select 1,2,3?',
    );
    await expect(run(['evaluate', '--select', '1', '2'])).rejects.toThrow('did you mean --select 1,2?');
    await expect(run(['evaluate', 'extra'])).rejects.toThrow('the argument split cannot be "extra"');
    await expect(run(['cache', 'ls', 'extra'])).rejects.toThrow('cache ls takes no arguments: "extra".');
    await expect(run(['serve', 'surplus'])).rejects.toThrow('serve takes no arguments');
  });

  test('looks for files before anything is fetched', async () => {
    await expect(run(['evaluate', '--samples', 'nope.jsonl'])).rejects.toThrow(/There is nothing at .*nope\.jsonl/);
    await expect(run(['inspect', '--eval-results', 'nope.json'])).rejects.toThrow(/nonexistent\/nope\.json/);
  });

  test('help shows the ten options people use first, and all of them in groups when asked', async () => {
    const { out } = await run(['run', '--help']);
    expect(out.match(/^ {2}--/gm)).toHaveLength(10);
    expect(out).toMatch(/^ {2}--split A,B +Prompts:/m);
    expect(out).toMatch(/`bcb run --help --all` shows all \d+ options/);
    const { out: all } = await run(['run', '--help', '--all']);
    expect(all.match(/^[A-Z].*$/gm)).toEqual(
      expect.arrayContaining(['Most used', 'What is evaluated', 'The model', 'The sandbox', 'Scoring', 'Output']),
    );
    expect(all.match(/^ {2}--/gm)?.length).toBeGreaterThan(50);
    expect((await run(['help', 'run', '--all'])).out).toBe(all);
    await expect(run(['run', '--all'])).rejects.toThrow(/--all is not an option of `run`/);
  });

  test('--split is spelled the same everywhere', async () => {
    for (const name of ['run', 'generate', 'evaluate', 'inspect', 'prompt']) {
      const { out } = await run([name, '--help', '--all']);
      expect(out).toMatch(/^ {2}--split /m);
      expect(out).not.toContain('--splits');
    }
  });

  test('help shows only options that do something', async () => {
    for (const name of commandNames) {
      const { out } = await run([name, '--help', '--all']);
      const hidden = optionsOf(name).filter((entry) => !shownOptionsOf(name).some(([key]) => key === entry[0]));
      const shown: readonly string[] = out.match(/--[a-z][a-z0-9-]*/g) ?? [];
      expect(hidden.map(([key, option]) => `--${flagOf(key, option)}`).filter((flag) => shown.includes(flag))).toEqual(
        [],
      );
      expect(out).not.toMatch(/no effect|without effect/);
    }
    expect((await run(['sanitize', '--help'])).out).not.toContain('--parallel');
    expect((await run(['run', '--help', '--all'])).out).not.toContain('--bs ');
  });

  test('help fits a narrow terminal', async () => {
    const { out } = await run(['run', '--help'], { columns: 40 });
    expect(
      out
        .split('Examples')[0]
        ?.split('\n')
        .filter((line) => line.length > 40),
    ).toEqual([]);
  });

  test.each(Object.keys(commands))('%s explains itself, also when entered through its own name', async (name) => {
    const { out } = await run([name, '--help']);
    expect(out).toContain(`Usage: bcb ${name}`);
    expect(out).toContain('Examples');
    const typed = nameCommand(`/usr/local/bin/bigcodebench.${name}`, ['--help']);
    expect((await run([...typed])).out).toBe(out);
    expect((await run(['help', name])).out).toBe(out);
  });

  test('suggests the command that was probably meant', async () => {
    await expect(run(['datset'])).rejects.toThrow(/Unknown command "datset": did you mean `bcb dataset`\?/);
    await expect(run(['quux'])).rejects.toThrow(/run `bcb --help` to list all commands/);
  });
});
