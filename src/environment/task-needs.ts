import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Task } from '../schema/task.ts';
import { shippedFolder } from './lock.ts';

const taskNeedsSchema = z.object({
  dataset: z.string(),
  tasks: z.number().int().positive(),
  features: z.record(z.string(), z.string()),
  modules: z.record(z.string(), z.string()),
  distributions: z.record(z.string(), z.array(z.string())),
});

export type TaskNeeds = Awaited<ReturnType<typeof loadTaskNeeds>>;

/** Which of the benchmark's own tasks, or of these tasks instead, are affected by what is missing, by id. */
export async function loadTaskNeeds(tasks?: readonly Pick<Task, 'id' | 'libs'>[]) {
  const needs = taskNeedsSchema.parse(JSON.parse(await readFile(join(shippedFolder, 'task-needs.json'), 'utf8')));
  const toIds = (ranges: readonly string[]) => {
    const numbers = new Set(ranges.flatMap(parseRanges));
    return [...numbers].sort((a, b) => a - b).map((number) => `BigCodeBench/${number}`);
  };
  const ofModules = (modules: readonly string[]) =>
    tasks?.filter(({ libs }) => libs.some((lib) => modules.includes(lib))).map(({ id }) => id) ??
    toIds(modules.map((module) => needs.modules[module] ?? ''));
  return {
    total: tasks?.length ?? needs.tasks,
    ofModules,
    /** The tasks that need a distribution or anything that requires it. */
    ofDistribution: (name: string) => ofModules(needs.distributions[name] ?? []),
    ofFeature: (name: string) => (tasks === undefined ? toIds([needs.features[name] ?? '']) : []),
  };
}

/** `1-3,7` → `[1, 2, 3, 7]`. */
export function parseRanges(text: string): number[] {
  const parts = text.split(',').filter((part) => part !== '');
  return parts.flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  });
}
