import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import type { Executor } from '../executor.ts';
import { type CrewExecutorOptions, createCrewExecutor } from '../worker/create-crew-executor.ts';
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
  return createCrewExecutor({
    ...options,
    name: 'exec',
    places: commands.map(createCommandPlace),
    address: commands.map(hideSecrets).join(', '),
  });
}
