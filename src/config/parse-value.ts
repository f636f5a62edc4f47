import { usageError } from '../error/bigcodebench-error.ts';
import type { AnyOption, OptionKind, OptionValue } from './option.ts';

const parsers: Record<OptionKind, (spelled: string, option: AnyOption) => OptionValue | undefined> = {
  text: (spelled) => spelled,
  integer: (spelled, option) => inRange(parseProduct(spelled), option),
  number: (spelled, option) => inRange(spelled.trim() === '' ? Number.NaN : Number(spelled), option),
  boolean: (spelled) => (/^(true|1|yes)$/i.test(spelled) ? true : /^(false|0|no)$/i.test(spelled) ? false : undefined),
  list: (spelled, { keepsCommas, takesEscapes }) =>
    takesEscapes
      ? splitEscaped(spelled)
      : (keepsCommas === true || (keepsCommas && spelled.startsWith(keepsCommas)) ? [spelled] : spelled.split(','))
          .map((item) => item.trim())
          .filter((item) => item !== ''),
  choice: (spelled, { choices }) => (choices?.includes(spelled) ? spelled : undefined),
};

/** Turns a word into the option's value; `origin` (`--split`, `BCB_SPLIT`, a config key) names it in errors. */
export function parseValue(option: AnyOption, spelled: string, origin: string): OptionValue {
  const value = parsers[option.kind](spelled, option);
  if (value !== undefined) return value;
  throw usageError(`${origin} cannot be ${JSON.stringify(spelled)}: use ${describeKind(option)}.`);
}

export function describeKind(option: AnyOption): string {
  const range = [
    option.min === undefined ? '' : ` from ${option.min}`,
    option.max === undefined ? '' : ` to ${option.max}`,
    option.not === undefined ? '' : `, but not ${option.not}`,
  ].join('');
  const words: Record<OptionKind, string> = {
    text: 'text',
    integer: `a whole number${range}`,
    number: `a number${range}`,
    boolean: 'true or false',
    list: 'values separated by commas',
    choice: `one of ${option.choices?.join(', ')}`,
  };
  return words[option.kind];
}

/** The original's documentation writes sizes like `20*1024`. */
function parseProduct(spelled: string): number {
  if (!/^-?\d+(\s*\*\s*\d+)*$/.test(spelled)) return Number.NaN;
  return spelled.split('*').reduce((product, factor) => product * Number(factor), 1);
}

function inRange(value: number, { min = -Infinity, max = Infinity, not }: AnyOption): number | undefined {
  return Number.isFinite(value) && value >= min && value <= max && value !== not ? value : undefined;
}

const letters: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', ',': ',' };

/**
 * Splits texts with control characters at commas: `\n`, `\t`, `\r`, `\\`, `\,`, `\x41` and `\u0041` mean what they do in
 * Python and JavaScript. Nothing is trimmed; any other backslash is kept.
 */
export function splitEscaped(spelled: string): string[] {
  const items = spelled.match(/(?:\\.|[^\\,]|\\$)+/gs) ?? [];
  const pattern = /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis;
  const read = (whole: string, four?: string, two?: string, letter?: string) =>
    letter === undefined ? String.fromCharCode(Number.parseInt(four ?? two ?? '', 16)) : (letters[letter] ?? whole);
  return items.map((text) => text.replace(pattern, read));
}
