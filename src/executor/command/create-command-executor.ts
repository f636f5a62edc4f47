import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../executor.ts';
import { createWorkersExecutor, type WorkersExecutorOptions } from '../worker/create-workers-executor.ts';
import { WorkerFault } from '../worker/worker-launcher.ts';
import { createCommandLauncher, hideSecrets } from './command-launcher.ts';

/** Which command to start, and how often. */
export interface CommandExecutorOptions
  extends Pick<WorkersExecutorOptions, 'allowMixed' | 'libs' | 'onLog' | 'onNotice' | 'signal' | 'timing'> {
  /** Shell commands whose stdin and stdout carry the job protocol: `ssh host bcb worker --stdio`. */
  readonly commands: readonly string[];
}

/** Runs jobs on whatever machines the commands reach; each of them is a worker of its own. */
export async function createCommandExecutor({ commands, ...options }: CommandExecutorOptions): Promise<Executor> {
  if (commands.length === 0 || commands.some((command) => command.trim() === '')) {
    throw new BigCodeBenchError(
      'USAGE',
      'exec: needs a command, such as --execution exec:"ssh host bcb worker --stdio".',
    );
  }
  try {
    return await createWorkersExecutor({
      ...options,
      name: 'exec',
      launchers: commands.map(createCommandLauncher),
      address: commands.map(hideSecrets).join(', '),
    });
  } catch (error) {
    if (!(error instanceof WorkerFault)) throw error;
    const help = commands.length > 1 ? 'leave it out' : 'run here with --execution local';
    throw new BigCodeBenchError('ENGINE', `${error.message}: fix that, or ${help}.`, { cause: error });
  }
}
