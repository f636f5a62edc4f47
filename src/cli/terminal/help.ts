import type { AnyOption } from '../../config/option.ts';
import { optionsOf } from '../../config/parse-flags.ts';
import { toKebabCase } from '../../util/letter-case.ts';
import type { Command, CommandEntry } from '../command.ts';

/** `bcb --help`. */
export function renderHelp(commands: Readonly<Partial<Record<string, CommandEntry>>>): string {
  const rows = Object.entries(commands).map(([name, entry]): [string, string] => [name, entry?.summary ?? '']);
  return [
    'Measure how well language models write practical Python.',
    '',
    'Usage: bcb <command> [options]        (bcb is short for bigcodebench)',
    '',
    'Commands',
    ...table(rows),
    '',
    '`bcb <command> --help` shows its options. Guides: docs/guide in the package.',
    '',
  ].join('\n');
}

/** `bcb <command> --help`. */
export function renderCommandHelp(command: Command, summary: string): string {
  const options = optionsOf(command.name).filter(([, option]) => option.ignored === undefined);
  const own = options.filter(([, option]) => option.on !== 'all');
  const common = options.filter(([, option]) => option.on === 'all');
  const ignored = optionsOf(command.name).filter(([, option]) => option.ignored !== undefined);
  const words = command.arguments ?? [];
  return [
    summary,
    '',
    `Usage: bcb ${command.name}${words.length > 0 ? ' <…>' : ''} [options]`,
    ...section(
      'Arguments',
      words.map(({ usage, summary }): [string, string] => [usage, summary]),
    ),
    ...section(
      'Options',
      own.map(([key, option]) => optionRow(key, option, command)),
    ),
    ...section(
      'Common options',
      common.map(([key, option]) => optionRow(key, option, command)),
    ),
    ...(ignored.length > 0
      ? ['', `Accepted without effect: ${ignored.map(([key]) => `--${toKebabCase(key)}`).join(', ')}`]
      : []),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${example}`),
    '',
  ].join('\n');
}

function optionRow(key: string, option: AnyOption, command: Command): [string, string] {
  const placeholder: Record<AnyOption['kind'], string> = {
    text: option.placeholder ?? 'TEXT',
    integer: 'N',
    number: 'X',
    boolean: '',
    list: option.placeholder ?? 'A,B',
    choice: option.choices?.join('|') ?? '',
  };
  const fallback = option.defaultOn?.[command.name] ?? option.default;
  const shown = fallback === undefined || fallback === false ? '' : ` [${String(fallback)}]`;
  return [`--${toKebabCase(key)} ${placeholder[option.kind]}`.trimEnd(), `${option.summary}${shown}`];
}

function section(title: string, rows: readonly [string, string][]): string[] {
  return rows.length === 0 ? [] : ['', title, ...table(rows)];
}

const widestColumn = 38;

function table(rows: readonly [string, string][]): string[] {
  const width = Math.min(widestColumn, Math.max(0, ...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length <= width ? `  ${left.padEnd(width)}  ${right}` : `  ${left}\n  ${''.padEnd(width)}  ${right}`,
  );
}
