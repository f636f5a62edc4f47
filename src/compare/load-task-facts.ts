import { isHardId } from '../dataset/facts/hard-ids.ts';
import { publishedSolveRate } from '../dataset/facts/published-solves.ts';
import { resolveCachedPath } from '../dataset/load-hub-tasks.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { readCachedFile } from '../dataset/task-cache.ts';
import type { Task } from '../schema/task.ts';
import type { Result } from './result.ts';
import type { TaskFacts } from './task-facts.ts';

export interface LoadTaskFactsInput {
  /** Their tasks are described; some bring them along. */
  readonly results: readonly Result[];
  /** Environment variables that say where the dataset is. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

export interface LoadedTaskFacts {
  readonly facts: ReadonlyMap<string, TaskFacts>;
  /** What cannot be said, and what to do about it. */
  readonly problem?: string;
}

/** Domains, libraries and difficulty of tasks. Nothing is downloaded for it: what is not on this machine is reported as missing. */
export async function loadTaskFacts(input: LoadTaskFactsInput): Promise<LoadedTaskFacts> {
  const wanted = new Set(input.results.flatMap(({ tasks }) => [...tasks.keys()]));
  const facts = new Map<string, TaskFacts>();
  const lacking = () => [...wanted].filter((id) => !facts.has(id));
  const sources = [
    ...input.results.flatMap(({ loadTasks }) => loadTasks ?? []),
    () => readLocalTasks(input, lacking()),
  ];
  for (const read of sources) {
    if (lacking().length === 0) break;
    for (const task of await read()) facts.set(task.id, describe(task));
  }
  const missing = lacking();
  if (missing.length === 0) return { facts };
  for (const id of missing) facts.set(id, describe({ id, domains: [], libs: [], hard: isHardId(id) }));
  const problem = `Domains and libraries of ${missing.length} tasks are not known here: run \`bcb dataset pull\`, or set BIGCODEBENCH_OVERRIDE_PATH.`;
  return { facts, problem };
}

async function readLocalTasks(input: LoadTaskFactsInput, ids: readonly string[]): Promise<readonly Task[]> {
  const { variables, cwd, signal } = input;
  const isPublic = ids.some((id) => id.startsWith('BigCodeBench/'));
  const load = async (subset: string) => {
    const { tasks } = await loadTasks({ subset, variables, cwd, ...(signal ? { signal } : {}) });
    return tasks;
  };
  if (!isPublic) return ids.some((id) => id.startsWith('Starter/')) ? load('starter') : [];
  if (variables.BIGCODEBENCH_OVERRIDE_PATH) return load('full');
  for (const subset of ['full', 'hard'] as const) {
    const cached = await readCachedFile(resolveCachedPath({ subset, variables }));
    if (cached.state === 'intact') return load(subset);
  }
  return [];
}

function describe({ id, domains, libs, hard }: Pick<Task, 'id' | 'domains' | 'libs' | 'hard'>): TaskFacts {
  return { id, domains, libs, hard, solveRate: publishedSolveRate(id) };
}
