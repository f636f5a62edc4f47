import type { Verdict } from '../schema/verdict.ts';
import { causeOf } from './failure-causes.ts';
import { embedJson, escapeHtml, fillTemplate, readAsset } from './html-page.ts';
import type { RunReport } from './run-report.ts';

/**
 * One self-contained page for one or more runs: it makes no requests and works from file://. Data is JSON inside the page
 * and only ever shown as text, so that nothing a model wrote can run in the reader's browser.
 */
export function renderHtml(reports: readonly RunReport[]): string {
  const parts: Record<string, string> = {
    title: escapeHtml(`BigCodeBench: ${reports.map(({ model }) => model).join(', ')}`),
    style: readAsset('report/report.css'),
    script: ['highlight.js', 'charts.js', 'report.js'].map((name) => readAsset(`report/${name}`)).join('\n'),
    data: embedJson({ runs: reports.map(buildRun), tasks: buildTasks(reports) }),
  };
  return fillTemplate(readAsset('report/report.html'), parts);
}

function buildRun(report: RunReport) {
  const { tasks: _tasks, verdicts, ...rest } = report;
  return { ...rest, verdicts: verdicts.map(buildVerdict) };
}

function buildVerdict(verdict: Verdict) {
  const { jobHash: _jobHash, ...rest } = verdict;
  return { ...rest, cause: verdict.outcome === 'pass' ? '' : causeOf(verdict) };
}

function buildTasks(reports: readonly RunReport[]) {
  const tasks = new Map(reports.flatMap((report) => report.tasks.map((task) => [task.id, task] as const)));
  return [...tasks.values()].map(
    ({ id, domains, libs, hard, completePrompt, instructPrompt, canonicalSolution, test }) => ({
      id,
      domains,
      libs,
      hard,
      prompts: { complete: completePrompt, instruct: instructPrompt },
      canonicalSolution,
      test,
    }),
  );
}
