import type { Executor } from '../executor/executor.ts';
import type { PythonEnvironment } from '../schema/python-environment.ts';
import type { Task } from '../schema/task.ts';
import type { CommandContext } from './command.ts';

export interface OpenedExecutor {
  readonly executor: Executor;
  readonly environment: PythonEnvironment;
}

/** Makes ready what executes the programs of these tasks. */
export type OpenExecutor = (context: CommandContext, tasks: readonly Task[]) => Promise<OpenedExecutor>;
