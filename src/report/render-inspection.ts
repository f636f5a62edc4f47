import { formatCsv } from './csv.ts';
import type { GroupCount, InspectionSummary } from './inspection.ts';
import { formatMarkdownTable } from './markdown-table.ts';
import { toOneLine } from './one-line.ts';
import { renderTable } from './text-table.ts';

const listed = 10;

/** What `inspect` prints. */
export function renderInspection(summary: InspectionSummary): string {
  const { tasks, unsolved, byStatus, unknown } = summary;
  const groups = (title: string, rows: readonly GroupCount[]) =>
    section(
      title,
      rows.slice(0, listed).map(({ name, unsolved, tasks }) => [name, `${unsolved}/${tasks}`]),
    );
  return [
    `${unsolved.length} of ${tasks} tasks are not solved by all their samples.`,
    section(
      'Samples',
      Object.entries(byStatus).map(([status, count]) => [status, String(count)]),
    ),
    section(
      'Exceptions of failing tests',
      summary.causes.slice(0, listed).map(({ cause, count }) => [toOneLine(cause), String(count)]),
    ),
    groups('Unsolved by domain', summary.byDomain),
    groups('Unsolved by library', summary.byLibrary),
    section(
      'Most failed tests',
      summary.tests
        .slice(0, listed)
        .map(({ taskId, test, count, cause }) => [taskId, toOneLine(test), `${count}×`, toOneLine(cause).slice(0, 80)]),
    ),
    unknown.length > 0 ? `${unknown.length} results are for tasks outside this subset (try --subset full).` : '',
    '',
  ]
    .filter((part, at, all) => part !== '' || at === all.length - 1)
    .join('\n\n');
}

export function renderInspectionMarkdown(summary: InspectionSummary): string {
  return [
    `# ${summary.unsolved.length} of ${summary.tasks} tasks unsolved`,
    '',
    formatMarkdownTable(
      ['exception', 'failing tests'],
      summary.causes.slice(0, listed).map(({ cause, count }) => [cause, String(count)]),
    ),
    formatMarkdownTable(
      ['domain', 'unsolved', 'tasks'],
      summary.byDomain.map(({ name, unsolved, tasks }) => [name, String(unsolved), String(tasks)]),
    ),
    formatMarkdownTable(
      ['task', 'test', 'samples', 'cause'],
      summary.tests.slice(0, 5 * listed).map(({ taskId, test, count, cause }) => [taskId, test, String(count), cause]),
    ),
  ].join('\n');
}

/** One line per failing test. */
export function renderInspectionCsv(summary: InspectionSummary): string {
  const rows = summary.tests.map(({ taskId, test, count, cause }) => [taskId, test, count, cause]);
  return formatCsv([['task_id', 'test', 'samples', 'cause'], ...rows]);
}

function section(title: string, rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${title}\n${renderTable(rows, { indent: '  ' })}`;
}
