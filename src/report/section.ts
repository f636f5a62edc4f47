import type { WordTable } from '../schema/view/run-document.ts';
import { formatMarkdownTable } from './markdown-table.ts';
import { clip, renderTable, type TextStyle } from './text-table.ts';

/** A table under a title, which a terminal and Markdown show alike; one without rows is left out. */
export interface Section extends WordTable {
  readonly right?: readonly number[];
}

type SectionOptions = TextStyle & { readonly listed?: number; readonly lastWidth?: number };

export function renderSections(sections: readonly Section[], options: SectionOptions): string[] {
  const { colors, width, listed, lastWidth = Number.POSITIVE_INFINITY } = options;
  return sections.flatMap(({ title, rows, right = [] }) => {
    const shown = rows.slice(0, listed).map((row) => row.with(-1, clip(row.at(-1) ?? '', lastWidth)));
    if (shown.length === 0) return [];
    return [`${colors.underline(title)}\n${renderTable(shown, { right, indent: '  ', width })}`];
  });
}

export function renderSectionsMarkdown(sections: readonly Section[], { level = '##', listed = 30 } = {}): string[] {
  return sections.flatMap(({ title, head, rows }) => {
    const table = formatMarkdownTable(head, rows.slice(0, listed));
    const more = rows.length > listed ? [`… and ${rows.length - listed} more.\n`] : [];
    return rows.length === 0 ? [] : [`${level} ${title}`, '', table, ...more];
  });
}
