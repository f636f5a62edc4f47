import type { Task } from '../schema/task.ts';

/** Every module that these tasks import, once. */
export function libsOf(tasks: readonly Pick<Task, 'libs'>[]): string[] {
  return [...new Set(tasks.flatMap(({ libs }) => libs))];
}
