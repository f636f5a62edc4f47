import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../executor.ts';
import { type CrewExecutorOptions, createCrewExecutor } from '../worker/create-crew-executor.ts';
import { WorkerFault } from '../worker/worker-fault.ts';
import { createCommandPlace } from './command-place.ts';
import { hideSecrets } from './hide-secrets.ts';

export interface CommandExecutorOptions
  extends Pick<CrewExecutorOptions, 'allowMixed' | 'libs' | 'onLog' | 'onNotice' | 'signal' | 'timing'> {
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
    return await createCrewExecutor({
      ...options,
      name: 'exec',
      places: commands.map(createCommandPlace),
      address: commands.map(hideSecrets).join(', '),
    });
  } catch (error) {
    if (!(error instanceof WorkerFault)) throw error;
    const help = commands.length > 1 ? 'leave it out' : 'run here with --execution local';
    throw new BigCodeBenchError('ENGINE', `${error.message}: fix that, or ${help}.`, { cause: error });
  }
}
