import { createColors } from 'picocolors';
import type { UpstreamStatus } from '../schema/execution.ts';
import { promptTextOf, type Split, type Task } from '../schema/task.ts';
import { exceptionOf } from '../schema/verdict.ts';
import type { EvalEntry } from '../upstream/eval-results.ts';
import { groupBy } from '../util/group-by.ts';
import type { OutputFile } from '../util/output-file.ts';
import { formatCsv } from './csv.ts';
import { countCauses, countFailedTests } from './failure-causes.ts';
import { renderSections, renderSectionsMarkdown, type Section } from './section.ts';
import { toOneLine } from './text-table.ts';

export type InspectedSample = Readonly<Omit<EvalEntry, 'task_id'>>;

export interface InspectionInput {
  readonly results: Readonly<Record<string, readonly InspectedSample[]>>;
  readonly tasks: readonly Task[];
  readonly split: Split;
}

/** An entry that says where it was when its time was over; the original's format has no place for that. */
export function addStack({ details, ...entry }: InspectedSample, stack: string | undefined): InspectedSample {
  return { ...entry, details: stack ? { ...details, ALL: `${stack}\n${details.ALL ?? ''}` } : details };
}

/** The original's folder tree: one folder per task that is not solved by all its samples. */
export function* buildInspectionFiles({ results, tasks, split }: InspectionInput): Generator<OutputFile<string>> {
  for (const task of tasks) {
    const samples = results[task.id];
    if (!samples || isSolved(samples)) continue;
    const prompt = promptTextOf(task, split);
    yield { path: `${task.id}/ground_truth.py`, content: `${prompt}\n\n${task.canonicalSolution}` };
    yield { path: `${task.id}/test_case.py`, content: task.test };
    for (const [index, { solution, details }] of samples.entries()) {
      yield { path: `${task.id}/completion_${index}.py`, content: solution };
      yield { path: `${task.id}/complete_${index}_execution_trace.txt`, content: traceOf(details) };
    }
  }
}

export type InspectionSummary = ReturnType<typeof summarizeInspection>;

export function summarizeInspection({ results, tasks }: InspectionInput) {
  const evaluated = tasks.filter(({ id }) => results[id] !== undefined);
  const known = new Set(tasks.map(({ id }) => id));
  const byStatus: Record<UpstreamStatus, number> = { pass: 0, fail: 0, timeout: 0 };
  const samples = evaluated.flatMap(({ id }) => (results[id] ?? []).map((sample) => ({ ...sample, taskId: id })));
  for (const { status } of samples) byStatus[status]++;
  const failures = samples.flatMap(({ taskId, details }) =>
    Object.entries(details).map(([test, trace]) => ({ taskId, test, trace })),
  );
  const unsolved = evaluated.filter(({ id }) => !isSolved(results[id] ?? []));
  const countGroups = (namesOf: (task: Task) => readonly string[]) => {
    const members = evaluated.flatMap((task) => namesOf(task).map((name) => ({ name, task })));
    return [...groupBy(members, ({ name }) => name)]
      .map(([name, group]) => {
        return { name, unsolved: group.filter(({ task }) => unsolved.includes(task)).length, tasks: group.length };
      })
      .sort((a, b) => b.unsolved - a.unsolved);
  };
  return {
    tasks: evaluated.length,
    unsolved: unsolved.map(({ id }) => id),
    /** Ids in the results that are not in the dataset. */
    unknown: Object.keys(results).filter((id) => !known.has(id)),
    byStatus,
    byDomain: countGroups(({ domains }) => domains),
    byLibrary: countGroups(({ libs }) => libs),
    causes: countCauses(failures.map(({ trace }) => exceptionOf(trace).name)),
    tests: countFailedTests(failures),
  };
}

function isSolved(samples: readonly InspectedSample[]): boolean {
  return samples.every(({ status }) => status === 'pass');
}

function traceOf(details: InspectedSample['details']): string {
  const rule = '='.repeat(50);
  return Object.entries(details)
    .map(([test, trace]) => `Test Case: ${test}\n\n${trace}${trace.endsWith('\n') ? '' : '\n'}${rule}\n`)
    .join('');
}

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
  const failed = tests.map((each) => [each.taskId, toOneLine(each.test), `${each.count}×`, toOneLine(each.cause)]);
  return [
    { title: 'Samples', head: ['status', 'samples'], rows: statuses },
    { title: 'Exceptions of failing tests', head: ['exception', 'failing tests'], rows: exceptions },
    { title: 'Unsolved by domain', head: ['domain', 'unsolved'], rows: groups(byDomain) },
    { title: 'Unsolved by library', head: ['library', 'unsolved'], rows: groups(byLibrary) },
    { title: 'Most failed tests', head: ['task', 'test', 'samples', 'cause'], rows: failed },
  ];
}

export function renderInspectionCsv(summary: InspectionSummary): string {
  const rows = summary.tests.map(({ taskId, test, count, cause }) => [taskId, test, count, cause]);
  return formatCsv([['task_id', 'test', 'samples', 'cause'], ...rows]);
}
