import { type ChildProcess, spawn } from 'node:child_process';
import { bin, root } from '../../e2e/testing/installed.ts';

export interface StartedCommand {
  readonly child: ChildProcess;
  /** The first line it prints. */
  readonly firstLine: Promise<string>;
  /** What it said on the error stream so far. */
  readonly complaints: () => string;
  /** The signal it died of, or how it ended. */
  readonly ended: Promise<NodeJS.Signals | number>;
}

/** Starts the built program; its caches lie in a folder of the test. */
export function startCommand(words: readonly string[], cacheFolder: string): StartedCommand {
  const child = spawn(process.execPath, [bin, ...words], {
    cwd: root,
    env: { ...process.env, BCB_CACHE_DIR: cacheFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  const firstLine = new Promise<string>((resolve) => {
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
      if (output.includes('\n')) resolve(output.slice(0, output.indexOf('\n')));
    });
  });
  child.stderr.on('data', (piece) => (complaints += piece));
  const ended = new Promise<NodeJS.Signals | number>((resolve) =>
    child.on('close', (code, signal) => resolve(signal ?? code ?? 0)),
  );
  return { child, firstLine, complaints: () => complaints, ended };
}
