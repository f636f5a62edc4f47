import type { RunDocument } from '../../../../src/schema/view/run-document.ts';
import { sampleAt } from '../../data/filter-samples.ts';

const columns = [
  'taskId',
  'index',
  'title',
  'outcome',
  'cause',
  'test',
  'message',
  'testsFailed',
  'tests',
  'cpuMs',
  'peakMb',
] as const;

/** Hands the listed samples to the browser as a file. */
export function saveRows(document: RunDocument, rows: readonly number[], format: 'csv' | 'json'): void {
  const samples = rows.map((row) => sampleAt(document, row));
  const text =
    format === 'json'
      ? JSON.stringify(
          samples.map((sample) => Object.fromEntries(columns.map((column) => [column, sample[column]]))),
          null,
          2,
        )
      : [columns.join(','), ...samples.map((sample) => columns.map((column) => quote(sample[column])).join(','))].join(
          '\n',
        );
  const url = URL.createObjectURL(new Blob([text], { type: format === 'json' ? 'application/json' : 'text/csv' }));
  const link = window.document.createElement('a');
  link.href = url;
  link.download = `${document.run.id}.${format}`;
  link.click();
  URL.revokeObjectURL(url);
}

/** A cell that no spreadsheet takes for a formula. */
function quote(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
