import { createColors } from 'picocolors';
import { formatCsv } from './csv.ts';
import type { InspectionSummary } from './inspection.ts';
import { toOneLine } from './one-line.ts';
import { renderSections, renderSectionsMarkdown, type Section } from './section.ts';

export function renderInspection(summary: InspectionSummary): string {
  const { tasks, unsolved, unknown } = summary;
  return [
    `${unsolved.length} of ${tasks} tasks are not solved by all their samples.`,
    ...renderSections(listSections(summary), { colors: createColors(false), listed: 10, lastWidth: 80 }),
    ...(unknown.length > 0 ? [`${unknown.length} results are for tasks outside this subset (try --subset full).`] : []),
    '',
  ].join('\n\n');
}

export function renderInspectionMarkdown(summary: InspectionSummary): string {
  const sections = renderSectionsMarkdown(listSections(summary), { listed: 50 });
  return [`# ${summary.unsolved.length} of ${summary.tasks} tasks unsolved`, '', ...sections].join('\n');
}

function listSections({ byStatus, causes, byDomain, byLibrary, tests }: InspectionSummary): Section[] {
  const groups = (counts: typeof byDomain) => counts.map((each) => [each.name, `${each.unsolved}/${each.tasks}`]);
  const statuses = Object.entries(byStatus).map(([status, count]) => [status, String(count)]);
  const exceptions = causes.map(({ cause, count }) => [toOneLine(cause), String(count)]);
  return [
    { title: 'Samples', head: ['status', 'samples'], rows: statuses },
    { title: 'Exceptions of failing tests', head: ['exception', 'failing tests'], rows: exceptions },
    { title: 'Unsolved by domain', head: ['domain', 'unsolved'], rows: groups(byDomain) },
    { title: 'Unsolved by library', head: ['library', 'unsolved'], rows: groups(byLibrary) },
    {
      title: 'Most failed tests',
      head: ['task', 'test', 'samples', 'cause'],
      rows: tests.map(({ taskId, test, count, cause }) => [taskId, toOneLine(test), `${count}×`, toOneLine(cause)]),
    },
  ];
}

export function renderInspectionCsv(summary: InspectionSummary): string {
  const rows = summary.tests.map(({ taskId, test, count, cause }) => [taskId, test, count, cause]);
  return formatCsv([['task_id', 'test', 'samples', 'cause'], ...rows]);
}
