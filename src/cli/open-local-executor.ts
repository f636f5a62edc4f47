import type { Executor } from '../executor/executor.ts';
import { createLocalExecutor } from '../executor/local/create-local-executor.ts';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import type { CommandContext } from './command.ts';
import type { OpenExecExecutor } from './commands/exec.ts';
import { openEnvironment } from './open-environment.ts';
import type { OpenExecutor } from './open-executor.ts';

/** The sandbox on this machine, in the smallest installed environment that has the tasks' libraries. */
export const openLocalExecutor: OpenExecutor = async (context, tasks) => {
  const environment = await openEnvironment(context, { libs: [...new Set(tasks.flatMap(({ libs }) => libs))] });
  return { executor: await openIn(environment, context), environment };
};

/** The same for programs of which it is not known what they import: then in the largest environment. */
export const openExecExecutor: OpenExecExecutor = async (context, libs) =>
  openIn(await openEnvironment(context, libs === undefined ? { isLargest: true } : { libs }), context);

function openIn(environment: PythonEnvironment, { options }: CommandContext): Promise<Executor> {
  const { parallel, isolation } = options;
  return createLocalExecutor({
    environment,
    ...(parallel > 0 ? { parallel } : {}),
    ...(isolation === undefined ? {} : { level: isolation }),
    onLog: () => {},
  });
}
