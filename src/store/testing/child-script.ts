import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface ChildScript extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly lines: AsyncIterable<string>;
  /** Exit code or signal. */
  readonly ended: Promise<number | string>;
}

export interface ChildScriptOptions {
  /** File beside this one. */
  readonly script: string;
  readonly arguments: readonly string[];
  /** Largest file the child may write, in blocks of 512 bytes. */
  readonly fileBlocks?: number;
  readonly uid?: number;
}

/** Runs one of the TypeScript files beside this one as a process of its own. */
export function startChildScript(options: ChildScriptOptions): ChildScript {
  const script = fileURLToPath(new URL(options.script, import.meta.url));
  const jiti = fileURLToPath(import.meta.resolve('jiti/register'));
  const words = [process.execPath, '--import', jiti, script, ...options.arguments];
  const limit = options.fileBlocks === undefined ? '' : `ulimit -f ${options.fileBlocks}; `;
  const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return { process: child, lines: createInterface(child.stdout), ended, [Symbol.asyncDispose]: stop };
}
