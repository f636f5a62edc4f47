import type { Task } from '../schema/task.ts';
import { RequestFault } from './http/request-fault.ts';

/** The tasks of a server and what they are called together. */
export type TaskCatalog = ReturnType<typeof createTaskCatalog>;

/** `subset` is what whoever started the server calls the tasks, where not as they call themselves. */
export type TaskSet = Readonly<Record<'name' | 'version' | 'hash', string>> & { readonly subset?: string | undefined };

export function createTaskCatalog(set: TaskSet & { readonly tasks: readonly Task[] }) {
  const byId = new Map(set.tasks.map((task) => [task.id, task]));
  /** `17` means `BigCodeBench/17`. */
  const get = (id: string) => byId.get(id) ?? byId.get(`BigCodeBench/${id}`);
  return {
    ...set,
    subset: set.subset ?? set.name,
    get,
    /** An unknown id is a fault that says so. */
    find(id: string): Task {
      const task = get(id);
      if (task !== undefined) return task;
      throw new RequestFault(404, `There is no task ${JSON.stringify(id.slice(0, 200))} among the ${byId.size} here.`);
    },
  };
}
