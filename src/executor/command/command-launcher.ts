import { type ChildProcess, spawn } from 'node:child_process';
import { BigCodeBenchError } from '../../error/bigcodebench-error.ts';
import { addLastWords, type WorkerLauncher } from '../worker/worker-launcher.ts';
import { hideSecrets } from './hide-secrets.ts';

/** From the end of its input a worker ends its programs; ssh and docker take a moment longer. */
const closeGraceMs = 5_000;
const termGraceMs = 2_000;
const keptCharacters = 2_000;

/** A worker behind a shell command whose stdin and stdout carry the job protocol. */
export function createCommandLauncher(command: string): WorkerLauncher {
  const name = `\`${hideSecrets(command)}\``;
  return {
    name,
    launch: async ({ onText }) => {
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
      const ended = new Promise<string>((resolve) => {
        child.once('error', (error) => resolve(`cannot be started (${error.message})`));
        child.once('close', (code, signal) =>
          resolve(addLastWords(signal ? `was ended by ${signal}` : `ended with status ${code}`, said)),
        );
      }).finally(() => {
        isEnded = true;
      });
      const kill = (signal: NodeJS.Signals) => {
        if (!isEnded) signalGroup(child, signal);
      };
      return {
        send: (text) => void child.stdin.write(text),
        ended,
        kill: () => kill('SIGKILL'),
        close: async () => {
          child.stdin.end();
          const term = setTimeout(() => kill('SIGTERM'), closeGraceMs);
          const force = setTimeout(() => kill('SIGKILL'), closeGraceMs + termGraceMs);
          await ended;
          clearTimeout(term);
          clearTimeout(force);
        },
      };
    },
  };
}

/** The shell and what it started are one group, named by the shell. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ESRCH';
    if (!isGone) throw new BigCodeBenchError('INVARIANT', 'A worker cannot be ended.', { cause: error });
  }
}
