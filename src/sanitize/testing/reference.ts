import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A Python 3.10 on this machine, or undefined; set `BCB_PYTHON310` to choose one. */
export function findPython310(): string | undefined {
  return [process.env.BCB_PYTHON310, 'python3.10', ...listPyenv(), 'python3', 'python'].find(
    (candidate) => candidate !== undefined && isPython310(candidate),
  );
}

function listPyenv(): string[] {
  const folder = join(homedir(), '.pyenv', 'versions');
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith('3.10.'))
      .map((name) => join(folder, name, 'bin', 'python'));
  } catch {
    return [];
  }
}

function isPython310(candidate: string): boolean {
  try {
    const words = ['-I', '-c', 'import sys; print(*sys.version_info[:2])'];
    return execFileSync(candidate, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() === '3 10';
  } catch {
    return false;
  }
}

const replySchema = z.union([
  z.object({ code: z.string() }),
  z.object({ parses: z.boolean() }),
  z.object({ raises: z.string() }),
]);

type Reply = z.infer<typeof replySchema>;

/** CPython 3.10 in its own process, with limits: what it parses may crash a parser. */
export class Reference implements Disposable {
  private readonly child: ChildProcess;
  private readonly waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = [];

  constructor(python: string) {
    const script = fileURLToPath(new URL('naive_reference.py', import.meta.url));
    const child = spawn(python, ['-I', script], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.waiting.shift()?.resolve(replySchema.parse(JSON.parse(line)));
    });
    child.on('exit', (code, signal) => {
      for (const { reject } of this.waiting) reject(new Error(`the reference ended with ${signal ?? code}`));
    });
  }

  /** The longest Python in a text as the original finds it, or the exception it raises. */
  async extract(text: string): Promise<string | { readonly raises: string }> {
    const reply = await this.ask({ op: 'extract', text });
    return 'code' in reply ? reply.code : { raises: 'raises' in reply ? reply.raises : '' };
  }

  /** Whether `ast.parse` accepts the text; false if it raises anything, not only SyntaxError. */
  async parses(text: string): Promise<boolean> {
    const reply = await this.ask({ op: 'parses', text });
    return 'parses' in reply && reply.parses;
  }

  [Symbol.dispose](): void {
    this.child.stdin?.end();
    this.child.kill();
  }

  private ask(request: { op: 'extract' | 'parses'; text: string }): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.child.stdin?.write(`${JSON.stringify(request)}\n`);
    });
  }
}
