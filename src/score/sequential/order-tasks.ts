import { createRandom } from '../../util/random.ts';

interface OrderTasksInput {
  readonly taskIds: readonly string[];
  /** How hard other models found a task. Nothing of the two results that are compared. */
  readonly difficultyOf: (taskId: string) => number | undefined;
  readonly seed: number;
}

const strata = 4;

/**
 * A random order, the same for the same seed: a task of each quarter of difficulty in turn, if difficulties are known. Each
 * `block` of tasks, but for a shorter one at the start, then has one of each stratum.
 */
export function orderTasks({ taskIds, difficultyOf, seed }: OrderTasksInput) {
  // The order they come in must not matter.
  const drawn = shuffle([...taskIds].sort(), createRandom(seed));
  const block = taskIds.every((id) => difficultyOf(id) !== undefined) ? strata : 1;
  const rest = drawn.length % block;
  // A stable sort: tasks of equal difficulty stay in random order.
  const sorted = drawn.slice(rest).sort((a, b) => (difficultyOf(a) ?? 0) - (difficultyOf(b) ?? 0));
  const size = sorted.length / block;
  const random = createRandom(seed + 1);
  const queues = Array.from({ length: block }, (_, at) => shuffle(sorted.slice(at * size, (at + 1) * size), random));
  const blocks = Array.from({ length: size }, (_, at) => queues.flatMap((queue) => queue[at] ?? []));
  return { taskIds: [...drawn.slice(0, rest), ...blocks.flat()], block };
}

function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as Item, shuffled[at] as Item];
  }
  return shuffled;
}
