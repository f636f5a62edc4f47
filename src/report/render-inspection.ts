import { formatCsv } from './csv.ts';
import type { GroupCount, InspectionSummary } from './inspection.ts';
import { formatMarkdownTable } from './markdown-table.ts';
import { toOneLine } from './one-line.ts';
import { renderTable } from './text-table.ts';

const listed = 10;

/** What `inspect` prints. */
export function renderInspection(summary: InspectionSummary): string {
  const { tasks, unsolved, byStatus, unknown } = summary;
  const describeGroup = ({ name, unsolved, tasks }: GroupCount) => [name, `${unsolved}/${tasks}`];
  const sections: Readonly<Record<string, readonly (readonly string[])[]>> = {
    Samples: Object.entries(byStatus).map(([status, count]) => [status, String(count)]),
    'Exceptions of failing tests': summary.causes.map(({ cause, count }) => [toOneLine(cause), String(count)]),
    'Unsolved by domain': summary.byDomain.map(describeGroup),
    'Unsolved by library': summary.byLibrary.map(describeGroup),
    'Most failed tests': summary.tests.map(({ taskId, test, count, cause }) => {
      return [taskId, toOneLine(test), `${count}×`, toOneLine(cause).slice(0, 80)];
    }),
  };
  return [
    `${unsolved.length} of ${tasks} tasks are not solved by all their samples.`,
    ...Object.entries(sections)
      .filter(([, rows]) => rows.length > 0)
      .map(([title, rows]) => `${title}\n${renderTable(rows.slice(0, listed), { indent: '  ' })}`),
    ...(unknown.length > 0 ? [`${unknown.length} results are for tasks outside this subset (try --subset full).`] : []),
    '',
  ].join('\n\n');
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
