import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Task } from '../schema/task.ts';

export interface TaskSetOfRun {
  readonly byId: ReadonlyMap<string, Task>;
  /** Why there are none, where they cannot be had. */
  readonly problem?: string;
}

export type LoadedTasks = ReturnType<typeof createLoadedTasks>;

/** The tasks of all runs, each set read once. Tasks that cannot be had leave runs readable, without their prompts. */
export function createLoadedTasks() {
  const loading = new Map<string, Promise<TaskSetOfRun>>();
  const sets: ReadonlyMap<string, Task>[] = [];
  const loadOnce = async (read: () => Promise<readonly Task[]>): Promise<TaskSetOfRun> => {
    try {
      const byId = new Map((await read()).map((task) => [task.id, task]));
      sets.push(byId);
      return { byId };
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      return { byId: new Map(), problem: error.message };
    }
  };
  const findSet = (id: string) => sets.find((tasks) => tasks.has(id));
  return {
    /** The set of this name, read by `read` the first time. */
    load(name: string, read: () => Promise<readonly Task[]>): Promise<TaskSetOfRun> {
      const known = loading.get(name) ?? loadOnce(read);
      loading.set(name, known);
      return known;
    },
    /** A task of any set that was loaded so far. */
    find: (id: string) => findSet(id)?.get(id),
    /** Modules that the tasks of the same set import: one sandbox serves them all. */
    libsAround: (id: string) => [...new Set([...(findSet(id)?.values() ?? [])].flatMap(({ libs }) => libs))],
  };
}
