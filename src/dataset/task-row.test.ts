import { describe, expect, test } from 'vitest';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { taskSchema } from '../schema/task.ts';
import { parseTaskRow } from './task-row.ts';
import { createRow } from './testing/dataset-rows.ts';

const origin = { file: 'tasks.jsonl', line: 12 };

describe('parseTaskRow', () => {
  test('turns a row of the dataset into a task', () => {
    const task = parseTaskRow(createRow(13, { libs: "['os', 'numpy', 'sys']" }), origin);
    expect(taskSchema.parse(task)).toEqual(task);
    expect(task).toMatchObject({
      id: 'BigCodeBench/13',
      entryPoint: 'task_func',
      libs: ['os', 'numpy', 'sys'],
      domains: ['System', 'Computation'],
      docStruct: { description: ['Add'], notes: [] },
      hard: true,
    });
    expect(parseTaskRow(createRow(14), origin).hard).toBe(false);
  });

  test('fills in what a source may lack', () => {
    const { code_prompt, entry_point, doc_struct, libs, ...rest } = createRow(1);
    const task = parseTaskRow(rest, origin);
    expect(task).toMatchObject({
      codePrompt: code_prompt,
      entryPoint: entry_point,
      docStruct: {},
      libs: [],
      domains: [],
    });
    const empty = parseTaskRow({ ...rest, code_prompt: null, entry_point: null, doc_struct: '', libs: null }, origin);
    expect(empty).toEqual(task);
  });

  test('knows the older name of the complete prompt', () => {
    const { complete_prompt, ...rest } = createRow(1);
    expect(parseTaskRow({ ...rest, prompt: complete_prompt }, origin).completePrompt).toBe(complete_prompt);
  });

  test('takes lists, objects and domains as they are where a pack gives them', () => {
    const row = { ...createRow(1), libs: ['own'], doc_struct: { notes: [] }, domains: ['Time', 'Time'] };
    expect(parseTaskRow(row, origin)).toMatchObject({ libs: ['own'], docStruct: { notes: [] }, domains: ['Time'] });
  });

  test.each([
    [
      'a missing field',
      { test: undefined },
      'test',
      /^tasks\.jsonl:12: task BigCodeBench\/1: field "test" is missing\.$/,
    ],
    ['another type', { canonical_solution: 5 }, 'canonical_solution', /field "canonical_solution" must be text/],
    ['no list', { libs: 'os, sys' }, 'libs', /field "libs" must be a list of strings/],
    ['no JSON', { doc_struct: '{' }, 'doc_struct', /field "doc_struct" must be a JSON object/],
    ['no object', { doc_struct: '[]' }, 'doc_struct', /field "doc_struct" must be a JSON object/],
    ['an unknown domain', { domains: ['Cooking'] }, 'domains.0', /field "domains\.0"/],
    ['an empty test', { test: '' }, 'test', /field "test" must not be empty/],
  ])('%s: the error names file, line, task and field', (_, change, field, message) => {
    const row: Record<string, unknown> = { ...createRow(1), ...change };
    for (const [key, value] of Object.entries(row)) if (value === undefined) delete row[key];
    let error: unknown;
    try {
      parseTaskRow(row, origin);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(BigCodeBenchError);
    const failure = error as BigCodeBenchError;
    expect(failure.message).toMatch(message);
    expect(failure.data).toMatchObject({ file: 'tasks.jsonl', line: 12, taskId: 'BigCodeBench/1', field });
  });

  test('a row that is no object', () => {
    expect(() => parseTaskRow(5, { file: 'tasks.parquet', row: 3 })).toThrow(
      /^tasks\.parquet, row 3: is not a JSON object\.$/,
    );
    expect(() => parseTaskRow({ ...createRow(1), task_id: '' }, origin)).toThrow(/field "task_id" must not be empty/);
  });
});
