import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { BigCodeBenchError, usageError } from '../../error/bigcodebench-error.ts';
import { hideCredentials } from '../../util/hide-credentials.ts';
import { signalGroup } from '../../util/signal-group.ts';
import { messageOf } from '../../util/system-error.ts';
import type { Executor } from '../executor.ts';
import { createWorkersExecutor, type WorkersExecutorOptions } from '../worker/create-workers-executor.ts';
import { addLastWords, WorkerFault, type WorkerLauncher } from '../worker/remote-worker.ts';

/** Which command to start, and how often. */
export interface CommandExecutorOptions
  extends Pick<WorkersExecutorOptions, 'allowMixed' | 'libs' | 'onLog' | 'onNotice' | 'signal' | 'timing'> {
  /** Shell commands whose stdin and stdout carry the job protocol: `ssh host bcb worker --stdio`. */
  readonly commands: readonly string[];
}

/** Runs jobs on whatever machines the commands reach; each of them is a worker of its own. */
export async function createCommandExecutor({ commands, ...options }: CommandExecutorOptions): Promise<Executor> {
  if (commands.length === 0 || commands.some((command) => command.trim() === '')) {
    throw usageError('exec: needs a command, such as --execution exec:"ssh host bcb worker --stdio".');
  }
  try {
    const launchers = commands.map(createCommandLauncher);
    const address = commands.map(hideSecrets).join(', ');
    return await createWorkersExecutor({ ...options, name: 'exec', launchers, address });
  } catch (error) {
    if (!(error instanceof WorkerFault)) throw error;
    const help = commands.length > 1 ? 'leave it out' : 'run here with --execution local';
    throw new BigCodeBenchError('ENGINE', `${error.message}: fix that, or ${help}.`, { cause: error });
  }
}

/** From the end of its input a worker ends its programs; ssh and docker take a moment longer. */
const closeGraceMs = 5_000;
const termGraceMs = 2_000;
const keptCharacters = 2_000;

function createCommandLauncher(command: string): WorkerLauncher {
  const name = `\`${hideSecrets(command)}\``;
  return {
    name,
    launch: async (onText) => {
      // In a group of its own, so that Ctrl-C at the terminal is ours to handle and all of it can be ended.
      const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
      let said = '';
      child.stdout.on('data', onText);
      child.stderr.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('utf8')).slice(-keptCharacters);
      });
      // A command that dies takes its pipes with it; `ended` tells that better than EPIPE.
      child.stdin.on('error', () => {});
      let isEnded = false;
      const ended = once(child, 'close')
        .then(([code, signal]) => (signal ? `was ended by ${signal}` : `ended with status ${code}`))
        .then((how) => addLastWords(how, said))
        .catch((error: unknown) => `cannot be started (${messageOf(error)})`)
        .finally(() => {
          isEnded = true;
        });
      // The shell and what it started are one group, named by the shell.
      const kill = (signal: NodeJS.Signals) => {
        if (!isEnded) signalGroup(child.pid, signal);
      };
      return {
        send: (text) => void child.stdin.write(text),
        ended,
        kill: () => kill('SIGKILL'),
        close: async () => {
          child.stdin.end();
          using _term = setTimeout(() => kill('SIGTERM'), closeGraceMs);
          using _force = setTimeout(() => kill('SIGKILL'), closeGraceMs + termGraceMs);
          await ended;
        },
      };
    },
  };
}

/**
 * A command as it may be shown and recorded: values of assignments and of flags that sound like secrets are left out,
 * and so are names and passwords in addresses.
 */
export function hideSecrets(command: string): string {
  const words = command.trim().split(/\s+/);
  return words
    .map((word, index) => {
      const before = words[index - 1] ?? '';
      if (/^-{1,2}[\w-]*(key|token|secret|passw)/i.test(before) && !before.includes('=')) return '…';
      return hideCredentials(word.replace(/^(-{0,2}[\w-]+=).*$/, '$1…'));
    })
    .join(' ');
}
