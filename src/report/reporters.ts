import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { renderCsv } from './render-csv.ts';
import { renderGithub } from './render-github.ts';
import { renderHtml } from './render-html.ts';
import { renderJson } from './render-json.ts';
import { renderJunit } from './render-junit.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RunReport } from './run-report.ts';

export type ReporterName = 'json' | 'csv' | 'markdown' | 'junit' | 'github' | 'html';

interface Reporter {
  readonly extension: string;
  readonly render: (report: RunReport) => string;
}

export const reporters: Record<ReporterName, Reporter> = {
  json: { extension: '.report.json', render: renderJson },
  csv: { extension: '.report.csv', render: renderCsv },
  markdown: { extension: '.report.md', render: renderMarkdown },
  junit: { extension: '.junit.xml', render: renderJunit },
  github: { extension: '.github.txt', render: renderGithub },
  html: { extension: '.report.html', render: (report) => renderHtml([report]) },
};

export interface ReporterRequest {
  readonly name: ReporterName;
  /** Where to write; left out, the file lies beside the results. */
  readonly file?: string;
}

/** `junit`, `html:report.html` → what to write and where. */
export function parseReporter(spelled: string): ReporterRequest {
  const colon = spelled.indexOf(':');
  const name = colon < 0 ? spelled : spelled.slice(0, colon);
  if (!isReporterName(name)) {
    const known = Object.keys(reporters).join(', ');
    throw new BigCodeBenchError('USAGE', `There is no reporter ${JSON.stringify(name)}: choose from ${known}.`);
  }
  return colon < 0 ? { name } : { name, file: spelled.slice(colon + 1) };
}

function isReporterName(name: string): name is ReporterName {
  return Object.hasOwn(reporters, name);
}
