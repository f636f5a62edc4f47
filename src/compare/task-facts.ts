import type { Task } from '../schema/task.ts';

/** What of a task decides which slices it belongs to. */
export interface TaskFacts extends Pick<Task, 'id' | 'domains' | 'libs' | 'hard'> {
  /** The share of published models that solve it, where it is known. */
  readonly solveRate?: number | undefined;
}

/** The bands of difficulty that tasks are grouped into, by how many published models solve them. */
export const difficultyBands: readonly { readonly name: string; readonly from: number; readonly below: number }[] = [
  { name: 'solved by under 20% of published models', from: 0, below: 0.2 },
  { name: 'solved by 20–50%', from: 0.2, below: 0.5 },
  { name: 'solved by 50–80%', from: 0.5, below: 0.8 },
  { name: 'solved by 80% or more', from: 0.8, below: Number.POSITIVE_INFINITY },
];

/** Names of the slices that tasks belong to, of one kind. */
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

export type SliceKind = keyof typeof sliceNames;
