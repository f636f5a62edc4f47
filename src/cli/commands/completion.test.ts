import { execFile, execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commandNames } from '../../config/option.ts';
import { createTemporaryFolder } from '../../testing/temporary-folder.ts';
import { describeNeeding, program } from '../../util/testing/needs.ts';
import { runMain } from '../testing/run-main.ts';

const zsh = program('zsh');

/** What bash would offer for the last of these words. */
async function complete(...words: string[]): Promise<string[]> {
  const { out: script } = await runMain(['completion', 'bash']);
  const typed = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
  const shown = execFileSync('bash', ['-c', `${script}\n${typed}; _bcb; printf '%s\\n' "\${COMPREPLY[@]}"`], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return shown.split('\n').filter((line) => line !== '');
}

describe('bash completes', () => {
  it('commands', async () => {
    expect(await complete('bcb', '')).toEqual([...commandNames]);
    expect(await complete('bcb', 'lea')).toEqual(['leaderboard']);
  });

  it('subcommands, flags and the values of choices', async () => {
    expect(await complete('bcb', 'runs', 'r')).toEqual(['rename', 'rm']);
    expect(await complete('bcb', 'run', '--temp')).toEqual(['--temperature']);
    expect(await complete('bcb', 'run', '--no-c')).toContain('--no-cache');
    expect(await complete('bcb', 'evaluate', '--split', '')).toEqual(['complete', 'instruct']);
  });

  it('files where nothing else fits', async () => {
    expect(await complete('bcb', 'report', 'completion.t')).toContain('completion.test.ts');
  });
});

describeNeeding(zsh)('zsh', () => {
  it.each([
    ['nothing else', ''],
    ['its own completion', 'autoload -Uz compinit && compinit -i\n'],
  ])('completes with a .zshrc that has %s', async (_, own) => {
    await using home = await createTemporaryFolder();
    const { out: script } = await runMain(['completion', 'zsh']);
    await writeFile(join(home.path, '.zshrc'), `${own}${script}\nbcb() { print -r -- "<$*>" }\n`);
    // A terminal in which somebody types the start of a word, Tab and Enter.
    const typing = `zmodload zsh/zpty && zpty z zsh -i && zpty -w z $'bcb runs ren\\t' && zpty -r z shown '*<runs *>*' && print -r -- $shown`;
    const { stdout } = await promisify(execFile)('zsh', ['-fc', typing], {
      env: { ...process.env, ZDOTDIR: home.path, TERM: 'xterm' },
      timeout: 20_000,
    });
    expect(stdout).toContain('<runs rename>');
    expect(stdout).not.toContain('command not found');
  });
});

it('fish gets what it reads', async () => {
  const { out } = await runMain(['completion', 'fish']);
  expect(out).toMatch(
    /^complete -c bcb -n '__fish_seen_subcommand_from evaluate' -l split -x -a 'complete instruct' -d /m,
  );
  // A quote in a summary must not end the word.
  expect(out).toContain("original\\'s");
  await expect(runMain(['completion', 'csh'])).rejects.toThrow(/Name one shell: bash, zsh, fish/);
});
