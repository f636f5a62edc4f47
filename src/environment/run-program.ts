import { spawn } from 'node:child_process';

export interface ProgramResult {
  /** 127 where the program could not be started. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunProgramOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Told the process group while it lives, so that another process can end it should this one be killed. */
  readonly onGroup?: ((pid: number, isAlive: boolean) => void) | undefined;
}

/**
 * Runs a program to its end in a process group of its own; abort and timeout kill the whole group. What it writes to
 * disk is readable by everyone, whatever the caller's umask: a sandbox may run under another user.
 */
export async function runProgram(command: readonly string[], options: RunProgramOptions): Promise<ProgramResult> {
  const { environment, cwd, timeoutMs, signal, onGroup } = options;
  signal?.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], {
    detached: true,
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { pid } = child;
  const kill = () => killGroup(pid);
  const timer = timeoutMs === undefined ? undefined : setTimeout(kill, timeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  if (pid !== undefined) onGroup?.(pid, true);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  try {
    const code = await new Promise<number>((resolve) => {
      child.once('error', () => resolve(127));
      child.once('close', (status) => resolve(status ?? 137));
    });
    signal?.throwIfAborted();
    return { code, stdout, stderr };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
    if (pid !== undefined) onGroup?.(pid, false);
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
