import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTasks } from '../dataset/load-tasks.ts';
import { loadTreeParser, type TreeParser } from '../syntax/syntax-tree.ts';
import { runProgram } from '../util/run-program.ts';
import { needing } from '../util/testing/needs.ts';
import { type RecordedData, recordedSlice, recordedWhole } from '../util/testing/recorded-data.ts';
import { recordings } from '../util/testing/shared-data.ts';
import { readFeatures, readReference } from './code-features.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadTreeParser();
});

describe('readFeatures', () => {
  it('names calls in full, each once', () => {
    const code = [
      'import numpy as np, os.path',
      'from random import shuffle as mix',
      'def f(x):',
      '    mix(x)',
      '    np.random.rand(3); np.random.rand(4)',
      '    return f"{os.path.join(*x)}", np.array(x).sum(), len(x), f(x)',
    ];
    const { calls, libs } = readFeatures(parser, code.join('\n'));
    expect(calls).toEqual(['numpy.array', 'numpy.random.rand', 'os.path.join', 'random.shuffle']);
    expect(libs).toEqual(['numpy', 'os', 'random']);
  });

  it('names what is used without a call, but not what only has the same name', () => {
    const code = [
      'from string import punctuation',
      'from datetime import date, time',
      'import pandas as pd',
      'def f(time, x: date = None, *, key=punctuation):',
      '    return isinstance(x.time, pd.core.frame.DataFrame), dict(date=1)',
    ];
    expect(readFeatures(parser, code.join('\n')).names).toEqual([
      ...['datetime.date', 'pandas.core', 'pandas.core.frame', 'pandas.core.frame.DataFrame', 'string.punctuation'],
    ]);
  });

  it('counts a library by its use, not by its import', () => {
    expect(readFeatures(parser, 'import os, sys, re\nprint(os.environ, sys)')).toMatchObject({
      calls: [],
      libs: ['os'],
    });
  });

  it.each([
    ['x = 1', 1],
    ['if a and b or c:\n    pass\nelif d:\n    pass\nelse:\n    pass', 5],
    ['y = [x for x in z if x if x > 1]\nassert y', 5],
    ['try:\n    pass\nexcept A:\n    pass\nexcept B:\n    pass\nfinally:\n    pass', 3],
    ['for x in y:\n    while x:\n        x = 1 if x else 2', 4],
  ])('finds the decisions of %j', (code, complexity) => {
    expect(readFeatures(parser, code).complexity).toBe(complexity);
  });
});

describe('reference solutions have the libraries, calls and decisions that Python itself finds', () => {
  const check = async ({ tasksFile, size }: RecordedData) => {
    const script = join(import.meta.dirname, 'testing', 'count-calls.py');
    const { stdout, stderr } = await runProgram(['python3', script, tasksFile], { variables: process.env });
    expect(stderr).toBe('');
    const { tasks } = await loadTasks({ subset: tasksFile });
    const ours = tasks.map((task) => {
      const { libs, names, calls, complexity } = readReference(parser, task);
      return [task.id, [libs, names, calls, complexity]];
    });
    expect(ours).toHaveLength(size);
    expect(Object.fromEntries(ours)).toEqual(JSON.parse(stdout));
  };
  it('for 60 tasks', () => check(recordedSlice));
  it('for all 1,140', { timeout: 300_000, ...needing(recordings) }, () => check(recordedWhole));
});
