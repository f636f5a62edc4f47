import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { hasSharedData, sharedData } from '../../util/testing/shared-data.ts';

export type DatasetRow = Readonly<Record<string, string>>;

/** A made-up row in the dataset's schema. */
export function createRow(number: number, changes: Partial<DatasetRow> = {}): DatasetRow {
  const row = {
    task_id: `BigCodeBench/${number}`,
    complete_prompt: `import os\n\ndef task_func(n):\n    """\n    Add ${number} — “n” ±.\n    """\n`,
    instruct_prompt: `Add ${number} to n.`,
    canonical_solution: `    return n + ${number}`,
    code_prompt: 'import os\ndef task_func(n):\n',
    test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_it(self):\n        self.assertEqual(task_func(1), ${number + 1})`,
    entry_point: 'task_func',
    doc_struct: '{"description": ["Add"], "notes": []}',
    libs: "['os']",
  };
  return { ...row, ...changes } as DatasetRow;
}

/** The first rows of the real dataset where it is at hand, made-up ones elsewhere. */
export function takeRows(count: number): DatasetRow[] {
  if (!hasSharedData) return Array.from({ length: count }, (_, number) => createRow(number));
  const text = gunzipSync(readFileSync(sharedData('bigcodebench-v0.1.4.jsonl.gz'))).toString('utf8');
  return text
    .split('\n', count)
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as DatasetRow);
}

/** A parquet file of these rows, all columns strings, as the hub keeps them. */
export function writeParquet(rows: readonly DatasetRow[]): Uint8Array {
  const names = Object.keys(rows[0] ?? {});
  const columnData = names.map((name) => ({ name, data: rows.map((row) => row[name]), type: 'STRING' as const }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
