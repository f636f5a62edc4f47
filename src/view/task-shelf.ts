import type { TaskSet } from '../dataset/task-set.ts';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import type { Task } from '../schema/task.ts';

/** Names a set of tasks, as `--subset` and `--dataset-version` do. */
export interface TaskSetName {
  readonly subset: string;
  readonly version?: string | undefined;
}

export type LoadTaskSet = (name: TaskSetName) => Promise<Pick<TaskSet, 'tasks'>>;

export interface ShelvedTasks {
  readonly byId: ReadonlyMap<string, Task>;
  /** Why there are none, where they cannot be had. */
  readonly problem?: string;
}

/** The tasks of all runs, each set loaded once. Tasks that cannot be had leave runs readable, without their prompts. */
export interface TaskShelf {
  load(name: TaskSetName): Promise<ShelvedTasks>;
  /** A task of any set that was loaded so far. */
  find(id: string): Task | undefined;
}

export function createTaskShelf(loadTaskSet: LoadTaskSet): TaskShelf {
  const sets = new Map<string, Promise<ShelvedTasks>>();
  const all = new Map<string, Task>();
  const loadOnce = async (name: TaskSetName): Promise<ShelvedTasks> => {
    try {
      const { tasks } = await loadTaskSet(name);
      for (const task of tasks) if (!all.has(task.id)) all.set(task.id, task);
      return { byId: new Map(tasks.map((task) => [task.id, task])) };
    } catch (error) {
      if (!(error instanceof BigCodeBenchError)) throw error;
      return { byId: new Map(), problem: error.message };
    }
  };
  return {
    load(name) {
      const key = `${name.subset}@${name.version ?? ''}`;
      const loading = sets.get(key) ?? loadOnce(name);
      sets.set(key, loading);
      return loading;
    },
    find: (id) => all.get(id),
  };
}
