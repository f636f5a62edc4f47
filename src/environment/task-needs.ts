import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { shippedFolder } from './lock.ts';

const taskNeedsSchema = z.object({
  dataset: z.string(),
  features: z.record(z.string(), z.string()),
  modules: z.record(z.string(), z.string()),
  distributions: z.record(z.string(), z.array(z.string())),
});

/** Which tasks of the benchmark suffer from what is missing. Numbers, as in `BigCodeBench/17`. */
export interface TaskNeeds {
  readonly ofModules: (modules: readonly string[]) => number[];
  /** Of a distribution and of everything that requires it. */
  readonly ofDistribution: (name: string) => number[];
  readonly ofFeature: (name: string) => number[];
}

export async function loadTaskNeeds(): Promise<TaskNeeds> {
  const needs = taskNeedsSchema.parse(JSON.parse(await readFile(join(shippedFolder, 'task-needs.json'), 'utf8')));
  const ofModules = (modules: readonly string[]) => {
    const ids = new Set(modules.flatMap((module) => parseRanges(needs.modules[module] ?? '')));
    return [...ids].sort((a, b) => a - b);
  };
  return {
    ofModules,
    ofDistribution: (name) => ofModules(needs.distributions[name] ?? []),
    ofFeature: (name) => parseRanges(needs.features[name] ?? ''),
  };
}

/** `1-3,7` → `[1, 2, 3, 7]`. */
export function parseRanges(text: string): number[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    });
}
