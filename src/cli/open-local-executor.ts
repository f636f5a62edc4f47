import { createLocalExecutor } from '../executor/local/create-local-executor.ts';
import { openEnvironment } from './open-environment.ts';
import type { OpenExecutor } from './open-executor.ts';

/** The sandbox on this machine, in the smallest installed environment that has the tasks' libraries. */
export const openLocalExecutor: OpenExecutor = async (context, tasks) => {
  const { parallel, isolation } = context.options;
  const environment = await openEnvironment(context, { libs: [...new Set(tasks.flatMap(({ libs }) => libs))] });
  const executor = await createLocalExecutor({
    environment,
    ...(parallel > 0 ? { parallel } : {}),
    ...(isolation === undefined ? {} : { level: isolation }),
    onLog: () => {},
  });
  return { executor, environment };
};
