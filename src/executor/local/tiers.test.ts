import { describe, expect, it } from 'vitest';
import { importedModules, preloadOf, tierFor } from './tiers.ts';

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
  const foreign = new Set(['numpy', 'pandas', 'matplotlib', 'flask']);
  const tier = (code: string, libs: string[] = []) => tierFor({ code, test: '', libs }, (name) => foreign.has(name));

  it('is the smallest that has what is imported', () => {
    expect(tier('import os')).toBe('stdlib');
    expect(tier('import numpy, os')).toBe('data');
    expect(tier('import numpy\nimport matplotlib')).toBe('science');
    expect(tier('from flask import Flask')).toBe('science');
  });

  it('goes by the given libraries where there are any', () => {
    expect(tier('import matplotlib', ['os', 'pandas'])).toBe('data');
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
    for (const tier of ['stdlib', 'data', 'science'] as const) {
      expect(preloadOf(tier, new Set(['tensorflow', 'keras'])).join()).not.toMatch(/tensorflow|keras/);
    }
  });
});
