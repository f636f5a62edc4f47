import { basename, dirname, relative, sep } from 'node:path';
import { exitCodeOf } from '../error/bigcodebench-error.ts';
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

/** What was typed, with the command first: `bigcodebench.evaluate` is entered at one. */
export function nameCommand(script: string, words: readonly string[]): readonly string[] {
  const entered = /^bigcodebench\.(\w+)$/.exec(basename(script))?.[1];
  return entered === undefined ? words : [entered, ...words];
}

/** These keep what they have done. `doctor` has said by itself what to do. */
const resumed = ['run', 'generate', 'evaluate', 'audit'];

/** The line for what is not finished, which goes on with the same words; a token in an address is left out. */
export function spellContinuation(code: number, program: string, words: readonly string[]): string {
  const [command = ''] = words;
  const goesOn = code === exitCodeOf.INCOMPLETE || code === exitCodeOf.UNTRUSTED_ENVIRONMENT;
  if (!goesOn || command === 'doctor') return '';
  const shown = words.map((word) => quoteWord(word.replace(/(:\/\/)[^/@\s]*@/g, '$1')));
  const why = resumed.includes(command) ? 'goes on where this stopped' : 'again, once that is mended';
  return `next: ${[program, ...shown].join(' ')}  # ${why}\n`;
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
