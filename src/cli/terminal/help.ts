import type { AnyOption, CommandName } from '../../config/option.ts';
import { type OptionKey, optionGroups } from '../../config/option-table.ts';
import { flagOf, shownOptionsOf } from '../../config/parse-flags.ts';
import { wrapText } from '../../report/text-table.ts';
import { readJsonAsset } from '../../util/read-asset.ts';
import type { CommandEntry } from '../command.ts';
import { commands } from '../commands.ts';

export interface HelpOptions {
  /** Also show what few people need. */
  readonly isWhole?: boolean;
  readonly width: number | undefined;
  readonly program: string;
}

type Row = readonly [left: string, right: string];

/** What `bcb` prints without arguments: the commands people use, and where they fit in the workflow. */
export function renderWelcome(width = 80, program = 'bcb'): string {
  const { steps, workflow } = readJsonAsset<{ steps: Row[]; workflow: string[] }>('welcome.json');
  const shown = steps.map(([words, meaning]): Row => [`${program} ${words}`, meaning]);
  const isDrawn = width >= Math.max(...workflow.map((line) => line.length));
  return [
    ...wrapText('BigCodeBench measures how well language models write practical Python.', width),
    '',
    ...table(shown, width, Number.POSITIVE_INFINITY),
    '',
    ...(isDrawn ? [...workflow, ''] : []),
    ...wrapText(`Try it without a key: \`${program} run --model canonical --subset starter\``, width),
    ...wrapText(`Everything else: \`${program} --help\`, \`${program} run --help\`, docs/guide`, width),
    '',
  ].join('\n');
}

export function renderHelp({ width, program }: HelpOptions): string {
  const rows = Object.entries(commands).map(([name, { summary }]): Row => [name, summary]);
  return [
    'Measure how well language models write practical Python.',
    '',
    `Usage: ${program} <command> [options]        (bcb is short for bigcodebench)`,
    '',
    'Commands',
    ...table(rows, width),
    '',
    `\`${program} <command> --help\` shows its options. Guides: docs/guide in the package.`,
    '',
  ].join('\n');
}

/** `bcb <command> --help`; for a command with many options, the common ones unless all are requested. */
export function renderCommandHelp(name: CommandName, options: HelpOptions): string {
  const { width, program } = options;
  const entry = commands[name];
  const words = Object.entries(entry.arguments ?? {});
  const usage = `Usage: ${program} ${name}${words.length > 0 ? ' <…>' : ''} [options]`;
  return [
    ...wrapText(entry.summary, width),
    '',
    usage,
    ...section('Arguments', words, width),
    ...optionSections(name, entry, options),
    '',
    'Examples',
    ...entry.examples.map((example) => `  ${example.replace(/^bcb(?= )|(?<=\| )bcb(?= )/, () => program)}`),
    '',
  ].join('\n');
}

function optionSections(command: CommandName, { usual }: CommandEntry, options: HelpOptions): string[] {
  const { isWhole = false, width, program } = options;
  const offered = shownOptionsOf(command);
  const show = (title: string, wanted: readonly (readonly [OptionKey, AnyOption])[]) => {
    const rows = wanted.map(([key, option]) => optionRow(key, option, command));
    return section(title, rows, width);
  };
  if (usual === undefined) {
    const isCommon = ([, { on }]: (typeof offered)[number]) => on === 'all';
    const own = offered.filter((option) => !isCommon(option));
    return [...show('Options', own), ...show('Common options', offered.filter(isCommon))];
  }
  const first = usual.flatMap((key) => offered.filter(([each]) => each === key));
  const others = Object.entries(optionGroups).flatMap(([title, group]) => {
    const rest = offered.filter(([key]) => key in group && !usual.includes(key));
    return show(title, rest);
  });
  const titles = Object.keys(optionGroups).join(', ');
  const more = `\`${program} ${command} --help --all\` shows all ${offered.length} options (${titles}).`;
  return [...show('Most used', first), ...(isWhole ? others : ['', ...wrapText(more, width)])];
}

function optionRow(key: OptionKey, option: AnyOption, command: CommandName): Row {
  const placeholder: Record<AnyOption['kind'], string> = {
    text: option.placeholder ?? 'TEXT',
    integer: 'N',
    number: 'X',
    boolean: '',
    list: option.placeholder ?? 'A,B',
    choice: option.choices?.join('|') ?? '',
  };
  const fallback = option.defaultOn?.[command] ?? option.default;
  const shown = fallback === undefined || fallback === false ? '' : ` [${String(fallback)}]`;
  return [`--${flagOf(key, option)} ${placeholder[option.kind]}`.trimEnd(), `${option.summary}${shown}`];
}

function section(title: string, rows: readonly Row[], width: number | undefined): string[] {
  return rows.length === 0 ? [] : ['', title, ...table(rows, width)];
}

/** Two columns; on a narrow terminal, the second is below the first. */
function table(rows: readonly Row[], width: number | undefined, widest = 38): string[] {
  const left = Math.min(widest, Math.max(0, ...rows.map(([word]) => word.length)));
  const isNarrow = width !== undefined && width - left - 4 < 24;
  const indent = isNarrow ? 6 : left + 4;
  return rows.flatMap(([word, meaning]) => {
    const lines = wrapText(meaning, width === undefined ? undefined : width - indent);
    const below = lines.map((line) => `${' '.repeat(indent)}${line}`);
    if (isNarrow || word.length > left) return [`  ${word}`, ...below];
    return [`  ${word.padEnd(left)}  ${lines[0] ?? ''}`.trimEnd(), ...below.slice(1)];
  });
}
