import type { Task } from '../schema/task.ts';
import { RequestFault } from './http/request-fault.ts';

/** The tasks of a server and what they are called together. */
export interface TaskCatalog {
  readonly name: string;
  readonly version: string;
  readonly hash: string;
  readonly tasks: readonly Task[];
  get(id: string): Task | undefined;
  /** `17` means `BigCodeBench/17`. An unknown id is a fault that says so. */
  find(id: string): Task;
}

export function createTaskCatalog(set: Pick<TaskCatalog, 'name' | 'version' | 'hash' | 'tasks'>): TaskCatalog {
  const byId = new Map(set.tasks.map((task) => [task.id, task]));
  const get = (id: string) => byId.get(id) ?? byId.get(`BigCodeBench/${id}`);
  return {
    ...set,
    get,
    find(id) {
      const task = get(id);
      if (task !== undefined) return task;
      throw new RequestFault(404, `There is no task ${JSON.stringify(id.slice(0, 200))} among the ${byId.size} here.`);
    },
  };
}
