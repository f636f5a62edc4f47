import { describe, expect, test } from 'vitest';
import type { AnyOption } from './option.ts';
import { usualOptions } from './option-groups.ts';
import { optionGroups } from './option-table.ts';
import { optionsOf, shownOptionsOf } from './parse-flags.ts';

const commands = Object.keys(usualOptions) as ('run' | 'generate' | 'evaluate')[];

describe.each(commands)('the options of %s', (command) => {
  const offered = shownOptionsOf(command);

  test('are each in one group', () => {
    const grouped = Object.values(optionGroups).flatMap((group) => Object.keys(group));
    expect(new Set(grouped).size).toBe(grouped.length);
    expect(offered.map(([key]) => key).filter((key) => !grouped.includes(key))).toEqual([]);
  });

  test('that people use are ten of them', () => {
    const keys = offered.map(([key]): string => key);
    expect(usualOptions[command]).toHaveLength(10);
    expect(usualOptions[command]?.filter((key) => !keys.includes(key))).toEqual([]);
  });
});

test('no command with many options is without a choice of usual ones', () => {
  const many = (['run', 'generate', 'evaluate', 'sanitize', 'exec', 'doctor', 'inspect'] as const).filter(
    (command) => optionsOf(command).filter(([, { on }]: readonly [string, AnyOption]) => on !== 'all').length > 25,
  );
  expect(many.filter((command) => usualOptions[command] === undefined)).toEqual([]);
});
