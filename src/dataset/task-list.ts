import { z } from 'zod';
import { domainSchema, type Task } from '../schema/task.ts';
import { listDomains } from './public-tasks.ts';
import { listTestNames } from './test-names.ts';

/** What `bcb dataset list --json` prints. */
export const taskListSchema = z.object({
  version: z.string(),
  tasks: z.array(
    z.object({
      task_id: z.string(),
      domains: z
        .array(domainSchema)
        .describe('one per library, in order, with repeats; a pack may list its own instead'),
      libs: z.array(z.string()),
      tests: z.number().int().nonnegative().describe('test methods that run; a name defined twice counts once'),
      hard: z.boolean(),
    }),
  ),
});

/** The tasks with the fields people choose them by. */
export function buildTaskList(version: string, tasks: readonly Task[]): z.infer<typeof taskListSchema> {
  return {
    version,
    tasks: tasks.map((task) => {
      const { id, libs, test, hard } = task;
      return { task_id: id, domains: domainsOf(task), libs, tests: listTestNames(test).length, hard };
    }),
  };
}

function domainsOf({ libs, domains }: Task): Task['domains'] {
  const listed = listDomains(libs);
  const isComplete = listed.length === libs.length && domains.every((domain) => listed.includes(domain));
  return isComplete ? listed : domains;
}
