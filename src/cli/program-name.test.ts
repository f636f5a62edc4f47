import { describe, expect, it } from 'vitest';
import { nameCommand, nameProgram, spellCommands, spellContinuation } from './program-name.ts';
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

describe('the line that goes on', () => {
  const [incomplete, untrusted] = [3, 4];

  it.each(['run', 'generate', 'evaluate', 'audit'])('of %s names the words that were typed', (command) => {
    const words = [command, '--samples', 'my answers.jsonl', '--quiet'];
    const line = `next: npx bcb ${command} --samples 'my answers.jsonl' --quiet  # goes on where this stopped\n`;
    for (const code of [incomplete, untrusted]) expect(spellContinuation(code, 'npx bcb', words)).toBe(line);
  });

  it('names the command that the program was entered at', () => {
    const words = nameCommand('/usr/local/bin/bigcodebench.evaluate', ['--split', 'complete']);
    expect(spellContinuation(untrusted, 'bigcodebench', words)).toMatch(
      /^next: bigcodebench evaluate --split complete {2}#/,
    );
    expect(nameCommand('/usr/local/bin/bcb', ['run'])).toEqual(['run']);
  });

  it('does not claim that a command goes on that keeps nothing', () => {
    expect(spellContinuation(incomplete, 'bcb', ['exec'])).toBe('next: bcb exec  # again, once that is mended\n');
  });

  it('leaves out a token', () => {
    const words = ['run', '--execution', 'http:https://secret@host:1/'];
    expect(spellContinuation(incomplete, 'bcb', words)).toMatch(/--execution http:https:\/\/host:1\/ /);
  });

  it('is not there for other codes, nor for who only looked', () => {
    for (const code of [0, 1, 2, 5, 130]) expect(spellContinuation(code, 'bcb', ['run'])).toBe('');
    expect(spellContinuation(untrusted, 'bcb', ['doctor'])).toBe('');
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
