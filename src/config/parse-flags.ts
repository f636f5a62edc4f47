import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { findNearest } from '../util/find-nearest.ts';
import { toCamelCase, toKebabCase } from '../util/letter-case.ts';
import type { AnyOption, CommandName, OptionValue } from './option.ts';
import { type OptionKey, optionTable } from './option-table.ts';
import { parseValue } from './parse-value.ts';

export interface ParsedFlags {
  readonly values: ReadonlyMap<OptionKey, OptionValue>;
  readonly positionals: readonly string[];
  readonly help: boolean;
  /** Help on everything: `--help --all`. */
  readonly helpAll: boolean;
}

/** A command's options by key, in table order. */
export function optionsOf(command: CommandName): readonly [OptionKey, AnyOption][] {
  const entries = Object.entries(optionTable) as [OptionKey, AnyOption][];
  return entries.filter(([, option]) => option.on === 'all' || option.on.includes(command));
}

/**
 * Parses the words after a command. It understands `--n_samples 5`, `--n-samples=5`, `--calibrated True`, `--no-color`
 * and repeated list flags; the error for an unknown flag suggests the closest one.
 */
export function parseFlags(command: CommandName, words: readonly string[]): ParsedFlags {
  const names = flagNames(command);
  const values = new Map<OptionKey, OptionValue>();
  const positionals: string[] = [];
  let help = false;
  const isHelp = words.some((word) => word === '-h' || word === '--help');
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(at + 1));
      break;
    }
    if (word === '-h' || word === '--help') {
      help = true;
      continue;
    }
    if (word === '--all' && isHelp) continue;
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      positionals.push(word);
      continue;
    }
    const { name, inline } = splitFlag(word);
    const found = names.get(name);
    if (!found) throw unknownFlag(command, word, names);
    const option: AnyOption = optionTable[found.key];
    const next = words[at + 1];
    if (found.negated) {
      values.set(found.key, false);
    } else if (option.kind === 'boolean') {
      const spelled = inline ?? (next !== undefined && /^(true|false)$/i.test(next) ? words[++at] : undefined);
      values.set(found.key, spelled === undefined ? true : parseValue(option, spelled, `--${name}`));
    } else {
      const isLeftOut = next === undefined || (next.startsWith('--') && names.has(splitFlag(next).name));
      // In an E2B sandbox, the original calls itself with `--selective_evaluate` and nothing after it.
      const spelled = inline ?? (isLeftOut ? (option.kind === 'list' && next !== undefined ? '' : undefined) : next);
      if (spelled === undefined) throw new BigCodeBenchError('USAGE', `--${name} needs a value: ${option.summary}.`);
      if (inline === undefined && !isLeftOut) at++;
      const value = parseValue(option, spelled, `--${name}`);
      const earlier = values.get(found.key);
      values.set(found.key, Array.isArray(value) && Array.isArray(earlier) ? [...earlier, ...value] : value);
    }
  }
  return { values, positionals, help, helpAll: help && words.includes('--all') };
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

function flagNames(command: CommandName): Map<string, { key: OptionKey; negated: boolean }> {
  const names = new Map<string, { key: OptionKey; negated: boolean }>();
  for (const [key, option] of optionsOf(command)) {
    for (const name of new Set([flagOf(key, option), toKebabCase(key), ...(option.aliases ?? [])])) {
      names.set(name, { key, negated: false });
      if (option.kind === 'boolean' && !names.has(`no-${name}`)) names.set(`no-${name}`, { key, negated: true });
    }
  }
  return names;
}

function unknownFlag(command: CommandName, word: string, names: ReadonlyMap<string, unknown>): BigCodeBenchError {
  const { name } = splitFlag(word);
  const nearest = findNearest(name, [...names.keys()]);
  const hint = nearest ? `did you mean --${nearest}?` : `\`bcb ${command} --help\` lists all options.`;
  return new BigCodeBenchError('USAGE', `${word.split('=')[0]} is not an option of \`${command}\`: ${hint}`);
}
