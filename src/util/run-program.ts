import { spawn } from 'node:child_process';
import { addAbortListener } from 'node:events';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';
import { signalGroup } from './signal-group.ts';

const outputGraceMs = 1000;

export type ProgramResult = Awaited<ReturnType<typeof runProgram>>;

export interface RunProgramOptions {
  /** All the environment variables it sees. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
  /** What it reads; default nothing. */
  readonly stdin?: string | undefined;
  /** Of each output, only the end is kept; default all. */
  readonly keptCharacters?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told the process group while it lives, so that another process can kill it if this one dies. */
  readonly onGroup?: ((pid: number, isAlive: boolean) => void) | undefined;
}

/**
 * Runs a program in its own process group, without a terminal, until it exits. Abort and timeout kill the whole group, and
 * what the program leaves running is killed after it.
 * Files it creates are readable by everyone, whatever the caller's umask: a sandbox may run as another user.
 */
export async function runProgram(command: readonly string[], options: RunProgramOptions) {
  const { variables, cwd, stdin, keptCharacters = Number.POSITIVE_INFINITY, timeoutMs, signal, onGroup } = options;
  signal?.throwIfAborted();
  const how = { cwd, detached: true, env: { ...variables }, stdio: 'pipe' } as const;
  const child = spawn('/bin/sh', ['-c', 'umask 022; exec "$@"', 'sh', ...command], how);
  // It need not read what it is given.
  child.stdin.on('error', () => {}).end(stdin);
  const { pid } = child;
  const kill = () => signalGroup(pid, 'SIGKILL');
  let isLate: true | undefined;
  const end = () => {
    isLate = true;
    kill();
  };
  using _timer = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  using _aborting = signal && addAbortListener(signal, kill);
  if (pid !== undefined) onGroup?.(pid, true);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout = keepEnd(stdout + text, keptCharacters);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = keepEnd(stderr + text, keptCharacters);
  });
  try {
    const code = await new Promise<number>((resolve) => {
      child.once('error', () => resolve(127));
      child.once('exit', () => {
        kill();
        // A process that has left the group may hold its output open.
        setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), outputGraceMs).unref();
      });
      child.once('close', (status) => resolve(status ?? 137));
    });
    signal?.throwIfAborted();
    // The code is 127 if it could not be started, 137 if it was killed: late, when its time was over.
    return { code, stdout, stderr, ...(isLate && { isLate }) };
  } finally {
    if (pid !== undefined) onGroup?.(pid, false);
  }
}

/** Cuts only what has grown to twice that: each cut copies. */
function keepEnd(text: string, most: number): string {
  return text.length > 2 * most ? text.slice(-most) : text;
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
