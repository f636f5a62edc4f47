import { spawn } from 'node:child_process';

export interface ProgramOptions {
  readonly cwd: string;
  /** Added to this process's own. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs Node with these words and returns what it prints; ending in any other way than well is an error. */
export function runProgram(words: readonly string[], { cwd, environment }: ProgramOptions): Promise<string> {
  const child = spawn(process.execPath, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (piece) => (output += piece));
  child.stderr.on('data', (piece) => (complaints += piece));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${words.join(' ')} ended with ${signal ?? code}: ${complaints}`));
    });
  });
}
