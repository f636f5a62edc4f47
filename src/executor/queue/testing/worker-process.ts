import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('worker-script.ts', import.meta.url));
const jiti = fileURLToPath(import.meta.resolve('jiti/register'));

export interface WorkerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything it has printed. */
  readonly lines: readonly string[];
  /** Resolves at the first line that contains this, or when it has ended. */
  says(text: string): Promise<void>;
  kill(): Promise<void>;
}

export interface WorkerProcessOptions {
  readonly lockMs?: number;
  readonly slots?: number;
  readonly fingerprint?: string;
}

/** A worker of its own process, so that it can be killed and stopped. */
export function startWorkerProcess(url: string, options: WorkerProcessOptions = {}): WorkerProcess {
  const { lockMs = 1000, slots = 2, fingerprint = 'scripted' } = options;
  const words = ['--import', jiti, script, url, String(lockMs), String(slots), fingerprint];
  return watchProcess(spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] }));
}

/** Follows what a process prints. */
export function watchProcess(child: ChildProcess): WorkerProcess {
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout ?? process.stdin });
  reader.on('line', (line) => void lines.push(line));
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  return {
    child,
    lines,
    async says(text) {
      while (!lines.some((line) => line.includes(text))) {
        const isOver = await Promise.race([once(reader, 'line').then(() => false), ended.then(() => true)]);
        if (isOver) return;
      }
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
