import { describe, expect, it } from 'vitest';
import { nameProgram, spellCommands } from './program-name.ts';
import { runMain } from './testing/run-main.ts';

const cwd = '/home/me/project';

describe('the name of the program', () => {
  it.each([
    ['/usr/local/bin/bcb', 'bcb'],
    ['/usr/local/bin/bigcodebench', 'bigcodebench'],
    ['/usr/local/bin/bigcodebench.evaluate', 'bigcodebench'],
    [`${cwd}/node_modules/.bin/bcb`, 'npx bcb'],
    ['/home/me/.npm/_npx/0123abcd/node_modules/.bin/bigcodebench', 'npx bigcodebench'],
    ['/home/me/.npm/_npx/0123abcd/node_modules/.bin/bcb', 'npx --package bigcodebench bcb'],
    [`${cwd}/dist/bin.js`, 'node dist/bin.js'],
    ['/opt/my tools/dist/bin.js', "node '/opt/my tools/dist/bin.js'"],
  ])('started as %s, it is %s', (script, program) => {
    const file = '/home/me/.npm/_npx/0123abcd/node_modules/bigcodebench/dist/bin.js';
    expect(nameProgram({ script, file, cwd })).toBe(program);
  });

  it('is `npx bcb` in a clone, which npx links to', () => {
    const script = '/home/me/.npm/_npx/0123abcd/node_modules/.bin/bcb';
    expect(nameProgram({ script, file: `${cwd}/dist/bin.js`, cwd })).toBe('npx bcb');
  });

  it('is what a wrapper says it was called', () => {
    const script = `${cwd}/dist/bin.js`;
    expect(nameProgram({ script, file: script, cwd, told: './bcb' })).toBe('./bcb');
    expect(nameProgram({ script, file: script, cwd, told: '' })).toBe('node dist/bin.js');
  });
});

describe('commands in messages', () => {
  it('are spelled as the program was started; those of other machines are left alone', () => {
    const text = 'Run `bcb env install`, or `--execution exec:"ssh host bcb worker --stdio"`, or `bcb`.';
    expect(spellCommands(text, 'npx bcb')).toBe(
      'Run `npx bcb env install`, or `--execution exec:"ssh host bcb worker --stdio"`, or `npx bcb`.',
    );
  });

  it('are spelled so in the help, the welcome, errors and next steps', async () => {
    const program = './bcb';
    const { out: welcome } = await runMain([], { program });
    expect(welcome).toMatch(/^ {2}\.\/bcb doctor/m);
    expect(welcome).toContain('`./bcb run --model canonical');
    expect(welcome).not.toMatch(/[ `]bcb /);
    const { out: help } = await runMain(['worker', '--help'], { program });
    expect(help).toContain('Usage: ./bcb worker');
    expect(help).toContain('  ./bcb evaluate --samples answers.jsonl --execution exec:"ssh host bcb worker --stdio"');
    expect((await runMain(['exec', '--help'], { program })).out).toContain('| ./bcb exec');
    expect((await runMain(['run', '--help'], { program })).out).toContain('`./bcb run --help --all`');
    expect((await runMain(['--help'], { program })).out).toContain('Usage: ./bcb <command>');
  });
});
