import { spawn } from 'node:child_process';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { signalGroup } from './signal-group.ts';

export interface ProgramResult {
  /** 127 if the program could not be started, 137 if it was killed. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunProgramOptions {
  /** All the environment variables it sees. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told the process group while it lives, so that another process can kill it if this one dies. */
  readonly onGroup?: ((pid: number, isAlive: boolean) => void) | undefined;
}

/**
 * Runs a program in its own process group, without a terminal, until it exits; abort and timeout kill the whole group.
 * Files it creates are readable by everyone, whatever the caller's umask: a sandbox may run as another user.
 */
export async function runProgram(command: readonly string[], options: RunProgramOptions): Promise<ProgramResult> {
  const { variables, cwd, timeoutMs, signal, onGroup } = options;
  signal?.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], {
    cwd,
    detached: true,
    env: { ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid } = child;
  const kill = () => signalGroup(pid, 'SIGKILL');
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

/** Runs a program that must succeed; otherwise throws with the last lines it printed. */
export async function requireProgram(command: readonly string[], options: RunProgramOptions): Promise<void> {
  const { code, stdout, stderr } = await runProgram(command, options);
  if (code === 0) return;
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
  const name = command.slice(0, 2).join(' ');
  const last = lines.slice(-4).join(' | ').slice(-2000);
  throw new BigCodeBenchError('ENVIRONMENT', `\`${name}\` failed (exit code ${code}): ${last}`);
}
