import { describe, expect, it } from 'vitest';
import { importedModules, planParallel, planProcesses, preloadOf, tierFor, tierNames } from './tiers.ts';

describe('importedModules', () => {
  it('finds what import statements name', () => {
    const source = `
import os, sys as system
import numpy as np
from pandas.core import frame
    import json
from . import sibling
importance = 1
x = "import nothing_at_the_start"
from matplotlib import pyplot as plt; import seaborn
`;
    expect(importedModules(source)).toEqual(['os', 'sys', 'numpy', 'pandas', 'json', 'matplotlib']);
  });
});

describe('tierFor', () => {
  const foreign = new Set(['numpy', 'pandas', 'matplotlib', 'scipy', 'flask']);
  const tier = (code: string, libs: string[] = []) => tierFor({ code, test: '', libs }, (name) => foreign.has(name));

  it('is the smallest that has what is imported', () => {
    expect(tier('import os')).toBe('stdlib');
    expect(tier('import numpy, os')).toBe('data');
    expect(tier('import numpy\nimport matplotlib')).toBe('data');
    expect(tier('import matplotlib\nimport scipy')).toBe('science');
    expect(tier('from flask import Flask')).toBe('everything');
  });

  it('goes by the given libraries where there are any', () => {
    expect(tier('import matplotlib', ['os', 'pandas'])).toBe('data');
  });

  it('looks no further than imports usually are', () => {
    const far = '# long\n'.repeat(10_000);
    expect(tier(`import os\n${far}import numpy\n`)).toBe('stdlib');
    expect(tier(`import numpy\n${far}import scipy\n`)).toBe('data');
  });

  it('knows that what this environment lacks cannot be warm', () => {
    expect(tier('import tensorflow')).toBe('stdlib');
  });
});

describe('preloadOf', () => {
  it('leaves out what the environment does not have', () => {
    expect(preloadOf('science', new Set(['numpy']))).toContain('numpy.testing');
    expect(preloadOf('science', new Set(['numpy']))).not.toContain('pandas');
    expect(preloadOf('stdlib', new Set())).toContain('json');
  });

  it('never has TensorFlow, which starts threads', () => {
    for (const tier of tierNames) {
      expect(preloadOf(tier, new Set(['tensorflow', 'keras'])).join()).not.toMatch(/tensorflow|keras/);
    }
  });
});

describe('planProcesses', () => {
  it('grows with the cores, more for tiers whose samples are short', () => {
    const plan = (parallel: number) =>
      planProcesses({ parallel, placesAtOnce: null, memoryMb: 64_000, mostOfTier: 32 });
    expect(plan(2)).toEqual({ stdlib: 1, data: 1, science: 1, everything: 1 });
    expect(plan(16)).toEqual({ stdlib: 8, data: 6, science: 4, everything: 4 });
  });

  it('gives every sample a process of its own where one holds a single sample', () => {
    expect(planProcesses({ parallel: 3, placesAtOnce: 1, memoryMb: 64_000, mostOfTier: 32 })).toEqual({
      stdlib: 3,
      data: 3,
      science: 3,
      everything: 3,
    });
  });

  it('has no more of a tier than there may be', () => {
    const plan = planProcesses({ parallel: 200, placesAtOnce: null, memoryMb: 1e6, mostOfTier: 8 });
    expect(plan).toEqual({ stdlib: 8, data: 8, science: 8, everything: 8 });
  });

  it('keeps to a quarter of the memory, and to one at least', () => {
    const plan = (memoryMb: number) => planProcesses({ parallel: 64, placesAtOnce: null, memoryMb, mostOfTier: 32 });
    expect(plan(8000)).toEqual({ stdlib: 32, data: 20, science: 12, everything: 7 });
    expect(plan(500)).toEqual({ stdlib: 3, data: 1, science: 1, everything: 1 });
  });
});

describe('planParallel', () => {
  it.each([
    [{ cpus: 8, memoryMb: 64_000 }, 8],
    [{ cpus: 64, memoryMb: 16_384 }, 32],
    [{ cpus: 1, memoryMb: 2048 }, 1],
    [{ cpus: 64, memoryMb: 300 }, 1],
  ])('%j: %d', (machine, expected) => {
    expect(planParallel(machine)).toBe(expected);
  });
});
