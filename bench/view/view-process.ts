import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '..', '..', 'dist', 'bin.js');

/** A `bcb view` in a process of its own. */
export interface ViewProcess extends AsyncDisposable {
  readonly url: string;
  /** The most memory it ever held. */
  peakMb(): number;
}

export async function startView(folder: string): Promise<ViewProcess> {
  const child = spawn(process.execPath, [bin, 'view', '--no-open', '--port', '0', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    url: await readAddress(child),
    peakMb: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function readAddress({ stdout }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout?.on('data', (piece) => {
      text += piece;
      if (text.includes('\n')) resolve(text.trim());
    });
    stdout?.once('end', () => reject(new Error('bcb view ended before it printed an address.')));
  });
}
