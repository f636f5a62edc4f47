import { beforeAll, describe, expect, test } from 'vitest';
import { createSafetyScanner, type SafetyScanner } from '../safety/safety-scanner.ts';
import { createSanitizer, type Sanitizer } from './sanitizer.ts';
import { strategyNames } from './strategy.ts';

let sanitizer: Sanitizer;
let scanner: SafetyScanner;
beforeAll(async () => {
  [sanitizer, scanner] = await Promise.all([createSanitizer(), createSafetyScanner()]);
});

/** Texts that are deeper than a stack, or that take patterns with ambiguous repetitions forever. */
const hostile: Record<string, string> = {
  attributes: `x${'.x'.repeat(12_000)}`,
  calls: `x${'()'.repeat(12_000)}`,
  sums: `x${'+x'.repeat(12_000)}`,
  'chained assignment': `${'x='.repeat(12_000)}1`,
  'nested targets': `${'['.repeat(12_000)}x${']'.repeat(12_000)} = 1`,
  lambdas: `${'lambda: '.repeat(2900)}x`,
  'open brackets': '('.repeat(50_000),
  braces: '{'.repeat(12_000) + '}'.repeat(12_000),
  quotes: `"'`.repeat(12_000),
  'nested definitions': Array.from({ length: 99 }, (_, depth) => `${' '.repeat(depth)}def f(a=b):\n`).join(''),
  'a fence and white space': `\`\`\`${'\t'.repeat(100_000)}\``,
  'a fence of another kind': `${'~'.repeat(100_000)}\``,
  'almost a fence': `\`\`\`${'a'.repeat(100_000)}\``,
  'many marks in a fence': `\`\`\`\n${'<think>\n'.repeat(12_000)}`,
  'many marks': '<think></think>'.repeat(12_000),
  'white space': ' \n'.repeat(100_000),
  'one long line': 'x'.repeat(1_000_000),
  'control characters': Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).join('\n'),
};

describe.each(Object.entries(hostile))('%s', (_, raw) => {
  test.each(strategyNames)('%s gives a solution', (strategy) => {
    expect(sanitizer.sanitize({ raw, entryPoint: 'task_func', strategy })).toMatchObject({
      solution: expect.any(String),
    });
  });

  test('is scanned', () => {
    expect(scanner.apply(`import os\nos._exit(0)\n${raw}`, { policy: 'neutralize' }).findings).not.toEqual([]);
  });
});
