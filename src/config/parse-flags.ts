import { usageError } from '../error/bigcodebench-error.ts';
import type { Split } from '../schema/task.ts';
import { findNearest } from '../util/find-nearest.ts';
import { toCamelCase, toKebabCase } from '../util/letter-case.ts';
import type { AnyOption, CommandName, OptionValue } from './option.ts';
import { type OptionKey, optionTable } from './option-table.ts';
import { parseValue } from './parse-value.ts';

export type ParsedFlags = ReturnType<typeof parseFlags>;

/** A command's options by key, in table order. */
export function optionsOf(command: CommandName): readonly [OptionKey, AnyOption][] {
  const entries = Object.entries(optionTable) as [OptionKey, AnyOption][];
  return entries.filter(([, option]) => option.on === 'all' || option.on.includes(command));
}

/** The options to show: those that do something. The others are accepted because the original takes them. */
export function shownOptionsOf(command: CommandName): readonly [OptionKey, AnyOption][] {
  return optionsOf(command).filter(([, { ignored, ignoredOn }]) => !ignored && !ignoredOn?.[command]);
}

/**
 * Parses the words after a command. It understands `--n_samples 5`, `--n-samples=5`, `--calibrated True`, `--no-color`
 * and repeated list flags; `--samples None` leaves an option out; the error for an unknown flag suggests the closest one.
 */
export function parseFlags(command: CommandName, given: readonly string[]) {
  const words = replaceOldFlags(command, given);
  const names = flagNames(command);
  const values = new Map<OptionKey, OptionValue>();
  const positionals: string[] = [];
  let lastList: { readonly name: string; readonly spelled: string; readonly at: number } | undefined;
  /** The list flag whose value stands right before the first positional: its values may have been meant. */
  let listBefore: typeof lastList;
  const end = words.indexOf('--');
  const help = words.slice(0, end < 0 ? undefined : end).some((word) => word === '-h' || word === '--help');
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(at + 1));
      break;
    }
    if (help && ['-h', '--help', '--all'].includes(word)) continue;
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      if (positionals.length === 0 && lastList?.at === at - 1) listBefore = lastList;
      positionals.push(word);
      continue;
    }
    const { name, inline } = splitFlag(word);
    const found = names.get(name);
    if (!found) {
      const nearest = findNearest(name, [...names.keys()]);
      const hint = nearest ? `did you mean --${nearest}?` : `\`bcb ${command} --help\` lists all options.`;
      throw usageError(`${word.split('=')[0]} is not an option of \`${command}\`: ${hint}`);
    }
    if (found.negated) {
      values.set(found.key, false);
      continue;
    }
    const option: AnyOption = optionTable[found.key];
    const next = words[at + 1];
    const isSwitch = option.kind === 'boolean';
    const isNextValue =
      next !== undefined &&
      (isSwitch ? /^(?:true|false|none)$/i.test(next) : !next.startsWith('--') || !names.has(splitFlag(next).name));
    // In an E2B sandbox, the original calls itself with `--selective_evaluate` and nothing after it.
    const alone = isSwitch ? 'true' : option.kind === 'list' && next !== undefined ? '' : undefined;
    const spelled = inline ?? (isNextValue ? words[++at] : alone);
    if (spelled === undefined) throw usageError(`--${name} needs a value: ${option.summary}.`);
    if (spelled === 'None') continue;
    const value = parseValue(option, spelled, `--${name}`);
    if (option.kind === 'list') lastList = { name, spelled, at };
    const earlier = values.get(found.key);
    values.set(found.key, Array.isArray(value) && Array.isArray(earlier) ? [...earlier, ...value] : value);
  }
  // `--select 1 2 3` means three tasks, which its own error says.
  const placed = help || listBefore ? undefined : placeWords(command, positionals, (key) => values.has(key));
  for (const [key, word] of placed ?? []) {
    if (word !== 'None') values.set(key, parseValue(optionTable[key], word, `the argument ${key}`));
  }
  const left = placed ? [] : positionals;
  return { values, positionals: left, listBefore, help, helpAll: help && words.includes('--all') };
}

/** The spelling of an option's flag that help and documents use, without its dashes. */
export function flagOf(key: OptionKey, option: AnyOption): string {
  return option.flag ?? toKebabCase(key);
}

function splitFlag(word: string): { name: string; inline: string | undefined } {
  const equals = word.indexOf('=');
  const flag = equals < 0 ? word : word.slice(0, equals);
  const name = toKebabCase(toCamelCase(flag.replace(/^-+/, '')));
  return { name, inline: equals < 0 ? undefined : word.slice(equals + 1) };
}

function flagNames(command: CommandName) {
  const names = new Map<string, { key: OptionKey; negated: boolean }>();
  for (const [key, option] of optionsOf(command)) {
    for (const name of new Set([flagOf(key, option), toKebabCase(key), ...(option.aliases ?? [])])) {
      names.set(name, { key, negated: false });
      if (option.kind === 'boolean' && !names.has(`no-${name}`)) names.set(`no-${name}`, { key, negated: true });
    }
  }
  return names;
}

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
function placeWords(command: CommandName, words: readonly string[], isSet: (key: OptionKey) => boolean) {
  const free = positions[command]?.filter((key) => !isSet(key));
  if (!free) return undefined;
  return words.map((word, at): [OptionKey, string] => {
    const key = free[at];
    if (key !== undefined) return [key, word];
    throw usageError(`\`${command}\` does not know what ${JSON.stringify(word)} is for: put its flag before it.`);
  });
}

/** `--local_execute`, until v0.2.0, chose between this machine and the Gradio Space. */
function replaceOldFlags(command: CommandName, words: readonly string[]): readonly string[] {
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
