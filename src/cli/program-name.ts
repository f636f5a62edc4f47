import { basename, dirname, relative, sep } from 'node:path';
import { quoteWord } from '../util/shell-quote.ts';
import type { Output } from '../util/terminal.ts';

/** The words that start this program again, as they were used: `bcb`, `./bcb`, `npx bcb`, `node dist/bin.js`. */
export function nameProgram(start: {
  /** `argv[1]`: the path Node was started with, links not followed. */
  readonly script: string;
  /** The file that runs, links followed. */
  readonly file: string;
  readonly cwd: string;
  /** What a wrapper such as the clone's `./bcb` says it was called (`BCB_PROGRAM`). */
  readonly told?: string | undefined;
}): string {
  const { script, file, cwd, told } = start;
  if (told) return quoteWord(told);
  const folder = dirname(script);
  // `bigcodebench.evaluate` is the same program, entered at one command.
  const name = basename(script).replace(/\.[a-z]+$/, '');
  const shown = relative(cwd, script);
  if (name !== 'bcb' && name !== 'bigcodebench') return `node ${quoteWord(shown.startsWith('..') ? script : shown)}`;
  if (!folder.endsWith(`node_modules${sep}.bin`)) return name;
  // In a clone, npx links its folder to the clone, and finds `bcb` there again.
  const isFetched = folder.includes(`${sep}_npx${sep}`) && file.includes(`${sep}node_modules${sep}`);
  return isFetched && name !== 'bigcodebench' ? `npx --package bigcodebench ${name}` : `npx ${name}`;
}

/** Messages name commands as `bcb …` in backticks; here they become what the user can paste. */
export function spellCommands(text: string, program: string): string {
  return text.replaceAll(/`bcb(?=[ `])/g, () => `\`${program}`);
}

/** An output on which every command is spelled as this program was started. */
export function spellingOutput(output: Output, program: string): Output {
  if (program === 'bcb') return output;
  return Object.create(output, { write: { value: (text: string) => output.write(spellCommands(text, program)) } });
}
