import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { quoteWord } from '../../../src/util/shell-quote.ts';
import { bin } from './installed.ts';

/** Where a person pastes lines: a folder, and what happens while a page is open there. */
export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Somebody who opens the page that `bcb view` serves; the server is stopped afterwards. */
  readonly visit?: (url: string) => Promise<void>;
}

/** The command lines that a command has told people to try. */
export function findPrintedLines(shown: string): string[] {
  return [...shown.matchAll(/^(?:next|Recipe): (bcb .*?)\s*$/gm)].map(([, line = '']) => line);
}

/** Runs a line as it was printed, in a shell where `bcb` means this build. A page needs no browser of the machine. */
export async function runPrintedLine(printed: string, { cwd, env, visit }: Place) {
  const line = printed.replace('bcb view', 'bcb view --no-open --port 0');
  const shell = `bcb() { exec ${quoteWord(process.execPath)} ${quoteWord(bin)} "$@"; }\n${line}`;
  const child = spawn('bash', ['-c', shell], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let visited: Promise<void> | undefined;
  let out = '';
  child.stdout.on('data', (piece: Buffer) => {
    out += piece.toString();
    if (line.startsWith('bcb view') && out.includes('\n')) visited ??= stopAfter(child, visit?.(out.trim()));
  });
  let err = '';
  child.stderr.on('data', (piece: Buffer) => (err += piece.toString()));
  const [code] = await once(child, 'close');
  await visited;
  return { code: code as number | null, out, err };
}

async function stopAfter(child: ChildProcess, visit: Promise<void> | undefined): Promise<void> {
  try {
    await visit;
  } finally {
    child.kill('SIGTERM');
  }
}
