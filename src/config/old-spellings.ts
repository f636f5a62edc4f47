/** What command lines of the original mean here, where our own would be spelled differently. */
import { usageError } from '../error/bigcodebench-error.ts';
import type { Split } from '../schema/task.ts';
import type { CommandName, OptionValue } from './option.ts';
import type { OptionKey } from './option-table.ts';

const splits: readonly Split[] = ['complete', 'instruct'];

/** The original's commands take these arguments by position, too. */
const positions: Partial<Record<CommandName, readonly OptionKey[]>> = {
  generate: ['model', 'split', 'subset', 'out', 'loraPath'],
  evaluate: ['split', 'subset', 'samples'],
  sanitize: ['samples'],
  syncheck: ['samples'],
};

/**
 * Which option each word without a flag is for: as in the original, they fill what no flag has set, in order. Undefined for
 * a command that has other uses for them.
 */
export function placeWords(command: CommandName, words: readonly string[], isSet: (key: OptionKey) => boolean) {
  const free = positions[command]?.filter((key) => !isSet(key));
  if (!free) return undefined;
  return words.map((word, at): [OptionKey, string] => {
    const key = free[at];
    if (key !== undefined) return [key, word];
    throw usageError(`\`${command}\` does not know what ${JSON.stringify(word)} is for: put its flag before it.`);
  });
}

/** `--local_execute`, until v0.2.0, chose between this machine and the Gradio Space. */
export function replaceOldFlags(command: CommandName, words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^--local[-_]execute(=|$)/.test(word));
  if (command !== 'evaluate' || at < 0) return words;
  const [flag = '', next = ''] = words.slice(at);
  const hasValue = /^(true|false)$/i.test(next) && !flag.includes('=');
  const isLocal = !/false$/i.test(hasValue ? next : flag);
  return [...words.slice(0, at), '--execution', isLocal ? 'local' : 'gradio', ...words.slice(at + (hasValue ? 2 : 1))];
}

/** Until v0.2.0, `--subset` named the split. Changes the values; returns a sentence about it. */
export function moveOldSubset(values: Partial<Record<OptionKey, OptionValue>>, isGiven: (key: OptionKey) => boolean) {
  const split = splits.find((name) => name === values.subset);
  const key = 'splits' in values ? 'splits' : 'split';
  if (!split || !(key in values) || (isGiven(key) && String(values[key]) !== split)) return [];
  values[key] = key === 'splits' ? [split] : split;
  values.subset = 'full';
  return [`--subset ${split} is read as --split ${split} --subset full, as older versions of the original meant it.`];
}
