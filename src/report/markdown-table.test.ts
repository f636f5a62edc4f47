import { describe, expect, test } from 'vitest';
import { escapeMarkdown, formatMarkdownTable } from './markdown-table.ts';

describe('escapeMarkdown', () => {
  test.each([
    ['plain text', 'plain text'],
    ['a | b', 'a \\| b'],
    ['a \\| b', 'a \\\\\\| b'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)>'],
    ['&lt;script>', '&amp;lt;script>'],
    ['one\r\ntwo\u2028three', 'one two three'],
    ['![x](https://evil.example/p.png)', '!\\[x\\](https\\://evil.example/p.png)'],
    ['www.evil.example', 'www\\.evil.example'],
    ['`code` *b* ~~s~~ $x$', '\\`code\\` \\*b\\* \\~\\~s\\~\\~ \\$x\\$'],
    ['test_a and __init__', 'test_a and \\_\\_init\\_\\_'],
    ['@octocat', '@&#8203;octocat'],
    ['pass@1', 'pass@1'],
    ['\x1b[31mred\x00', '\ufffd\\[31mred\ufffd'],
    ['\u202egnp.exe', '\ufffdgnp.exe'],
  ])('%j is written as %j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });
});

describe('formatMarkdownTable', () => {
  test('keeps one line per row and one column per cell', () => {
    const table = formatMarkdownTable(['task', 'cause'], [['T/1', 'a\n| b |\n\n# heading']]);
    expect(table).toBe('| task | cause |\n| --- | --- |\n| T/1 | a \\| b \\| # heading |\n');
  });

  test('says so if there are no rows', () => {
    expect(formatMarkdownTable(['task'], [])).toBe('(none)\n');
  });
});
