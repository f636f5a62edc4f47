import { readCachedFile, resolveCachedPath } from '../dataset/load-hub-tasks.ts';
import { loadTasks } from '../dataset/load-tasks.ts';
import { isHardId, publishedSolveRate } from '../dataset/public-tasks.ts';
import type { Task } from '../schema/task.ts';
import type { Result } from './result.ts';

export interface TaskFacts extends Pick<Task, 'id' | 'domains' | 'libs' | 'hard'> {
  readonly solveRate?: number | undefined;
}

const difficultyBands = [
  { name: 'solved by under 20% of published models', from: 0, below: 0.2 },
  { name: 'solved by 20–50%', from: 0.2, below: 0.5 },
  { name: 'solved by 50–80%', from: 0.5, below: 0.8 },
  { name: 'solved by 80% or more', from: 0.8, below: Number.POSITIVE_INFINITY },
];

export const sliceNames = {
  domain: ({ domains }: TaskFacts): readonly string[] => domains,
  library: ({ libs }: TaskFacts): readonly string[] => libs,
  difficulty: ({ hard, solveRate }: TaskFacts): readonly string[] => [
    ...(hard ? ['hard subset'] : []),
    ...difficultyBands
      .filter(({ from, below }) => solveRate !== undefined && solveRate >= from && solveRate < below)
      .map(({ name }) => name),
  ],
};

export interface LoadTaskFactsInput {
  readonly results: readonly Result[];
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Domains, libraries and difficulty of tasks. Nothing is downloaded for it: `problem` says what is not on this machine,
 * and what to do about it.
 */
export async function loadTaskFacts(input: LoadTaskFactsInput) {
  const wanted = new Set(input.results.flatMap(({ tasks }) => [...tasks.keys()]));
  const facts = new Map<string, TaskFacts>();
  const lacking = () => [...wanted].filter((id) => !facts.has(id));
  const kept = input.results.flatMap((result) => result.loadTasks ?? []);
  for (const read of [...kept, () => readLocalTasks(input, lacking())]) {
    if (lacking().length === 0) break;
    for (const task of await read()) facts.set(task.id, factsOf(task));
  }
  const missing = lacking();
  if (missing.length === 0) return { facts, problem: undefined };
  for (const id of missing) facts.set(id, factsOf({ id, domains: [], libs: [], hard: isHardId(id) }));
  const problem = `Domains and libraries of ${missing.length} tasks are not known here: run \`bcb dataset pull\`, or set BIGCODEBENCH_OVERRIDE_PATH.`;
  return { facts, problem };
}

async function readLocalTasks(input: LoadTaskFactsInput, ids: readonly string[]): Promise<readonly Task[]> {
  const { variables, cwd, signal } = input;
  const isPublic = ids.some((id) => id.startsWith('BigCodeBench/'));
  const load = async (subset: string) => (await loadTasks({ subset, variables, cwd, signal })).tasks;
  if (!isPublic) return ids.some((id) => id.startsWith('Starter/')) ? load('starter') : [];
  if (variables.BIGCODEBENCH_OVERRIDE_PATH) return load('full');
  for (const subset of ['full', 'hard'] as const) {
    const cached = await readCachedFile(resolveCachedPath({ subset, variables }));
    if (cached.state === 'intact') return load(subset);
  }
  return [];
}

export function factsOf({ id, domains, libs, hard }: Pick<Task, 'id' | 'domains' | 'libs' | 'hard'>): TaskFacts {
  return { id, domains, libs, hard, solveRate: publishedSolveRate(id) };
}
