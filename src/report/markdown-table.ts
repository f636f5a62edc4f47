import { toOneLine } from './text-table.ts';

/** A GitHub-flavored table. Every cell renders as plain text, whatever a model wrote into it. */
export function formatMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '(none)\n';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const escaped = rows.map((row) => line(row.map(escapeMarkdown)));
  return [line(head.map(escapeMarkdown)), line(head.map(() => '---')), ...escaped].join('');
}

/** One line of Markdown that renders as exactly this text: no markup, HTML, links, images or mentions. */
export function escapeMarkdown(text: string): string {
  return (
    toOneLine(text)
      .replace(/[\\`*[\]~|$]/g, '\\$&')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      // An underscore inside a word is plain text.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      // Autolinks need no markup.
      .replaceAll('://', '\\://')
      .replace(/\bwww\./gi, (prefix) => `${prefix.slice(0, -1)}\\.`)
      // GitHub finds mentions after rendering; an invisible space ends the name before it begins.
      .replace(/(?<![\p{L}\p{N}])@(?=[\p{L}\p{N}])/gu, '@&#8203;')
  );
}
