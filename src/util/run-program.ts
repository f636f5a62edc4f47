import { spawn } from 'node:child_process';
import { BigCodeBenchError } from '../error/bigcodebench-error.ts';

export interface RunProgramOptions {
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

const keptCharacters = 2000;

/** Runs a program to its end, without a terminal; throws with the last of what it said when it fails. */
export async function runProgram(
  program: string,
  words: readonly string[],
  options: RunProgramOptions = {},
): Promise<void> {
  const { cwd, environment, signal } = options;
  signal?.throwIfAborted();
  const child = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
    ...(environment === undefined ? {} : { env: environment as NodeJS.ProcessEnv }),
  });
  let said = '';
  const keep = (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-keptCharacters);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const stop = () => void child.kill('SIGTERM');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const end = await new Promise<number | string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('close', (code, killedBy) => resolve(code ?? killedBy ?? 'unknown'));
    });
    signal?.throwIfAborted();
    if (end === 0) return;
    const last = said.trim().split('\n').slice(-4).join(' | ');
    throw new BigCodeBenchError('ENVIRONMENT', `\`${program} ${words[0] ?? ''}\` failed (${end}): ${last}`);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
