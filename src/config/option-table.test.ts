import { describe, expect, test } from 'vitest';
import { readJsonAsset } from '../util/read-asset.ts';
import { type AnyOption, type CommandName, commandNames } from './option.ts';
import { optionGroups, optionTable } from './option-table.ts';
import { optionsOf, shownOptionsOf } from './parse-flags.ts';

const texts = readJsonAsset<Readonly<Record<CommandName, { readonly usual?: readonly string[] }>>>('commands.json');
const commands = commandNames.filter((name) => texts[name].usual);

describe.each(commands)('the options of %s', (command) => {
  const offered = shownOptionsOf(command);

  test('are each in one group', () => {
    const grouped = Object.values(optionGroups).flatMap((group) => Object.keys(group));
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(offered.map(([key]) => key).filter((key) => !grouped.includes(key))).toEqual([]);
  });

  test('that people use are ten of them', () => {
    const keys = offered.map(([key]): string => key);
    expect(texts[command].usual).toHaveLength(10);
    expect(texts[command].usual?.filter((key) => !keys.includes(key))).toEqual([]);
  });
});

test('no command with many options is without a choice of usual ones', () => {
  const many = (['run', 'generate', 'evaluate', 'sanitize', 'exec', 'doctor', 'inspect'] as const).filter(
    (command) => optionsOf(command).filter(([, { on }]: readonly [string, AnyOption]) => on !== 'all').length > 25,
  );
  expect(many.filter((command) => texts[command].usual === undefined)).toEqual([]);
});

test('every option and every command has its words, and there are no others', () => {
  const summaries = readJsonAsset<Record<string, { readonly summary: string }>>('options.json');
  expect(Object.keys(summaries).sort()).toEqual(Object.keys(optionTable).sort());
  expect(Object.values(summaries).filter(({ summary }) => !summary)).toEqual([]);
  expect(Object.keys(texts)).toEqual([...commandNames]);
});
