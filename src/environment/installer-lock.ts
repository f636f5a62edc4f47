import { spawn } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { shippedFolder } from './lock.ts';

interface TakeInstallerLockOptions {
  readonly python: string;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** Called once if we have to wait for another installer. */
  readonly onWait: () => void;
}

/** Waits until no other installer works in this folder. The kernel releases the lock however this process ends. */
export async function takeInstallerLock({ python, path, signal, onWait }: TakeInstallerLockOptions) {
  signal?.throwIfAborted();
  const child = spawn(python, ['-I', '-B', join(shippedFolder, 'hold_lock.py'), path, String(process.pid)], {
    // Its own group, because we handle Ctrl-C.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  using _aborting = signal && addAbortListener(signal, () => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // The holder may exit before we write the last line to it.
  child.stdin.on('error', () => {});
  const closed = once(child, 'close').catch(() => {});
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'held') {
      return {
        /** Process groups reported here are killed if this process dies. */
        onGroup: (pid: number, isAlive: boolean) => child.stdin.write(`${isAlive ? '+' : '-'}${pid}\n`),
        async [Symbol.asyncDispose]() {
          child.stdin.end();
          await closed;
        },
      };
    }
    onWait();
  }
  await closed;
  signal?.throwIfAborted();
  const message = `${path} cannot be locked (${stderr.trim().split('\n').at(-1)}): set BCB_DATA_DIR to another folder.`;
  throw new BigCodeBenchError('ENVIRONMENT', message);
}
