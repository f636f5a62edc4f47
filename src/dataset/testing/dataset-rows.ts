import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { recordedSlice } from '../../util/testing/recorded-data.ts';

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

/** As many real rows as the slice has, then made-up ones, numbered in order. */
export function takeRows(count: number): DatasetRow[] {
  const text = gunzipSync(readFileSync(recordedSlice.tasksFile)).toString('utf8');
  const real = text.split('\n', recordedSlice.size).map((line) => JSON.parse(line) as DatasetRow);
  return Array.from({ length: count }, (_, number) => ({
    ...(real[number] ?? createRow(number)),
    task_id: `BigCodeBench/${number}`,
  }));
}

/** A parquet file of these rows, all columns strings, as the hub keeps them. */
export function writeParquet(rows: readonly DatasetRow[]): Uint8Array {
  const names = Object.keys(rows[0] ?? {});
  const columnData = names.map((name) => ({ name, data: rows.map((row) => row[name]), type: 'STRING' as const }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
