import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { buildSandboxCommand } from '../../src/executor/local/sandbox-command.ts';
import type { PythonEnvironment } from '../../src/schema/python-environment.ts';

/** Runs a script of this folder in the sandbox of a runner; gives what it printed. */
export async function runBare(
  environment: PythonEnvironment,
  script: string,
  ...words: readonly string[]
): Promise<string> {
  const source = readFileSync(join(import.meta.dirname, script), 'utf8');
  const uid = process.geteuid?.() === 0 ? 60_000 + (process.pid % 500) : undefined;
  const { file, args, env, data } = buildSandboxCommand({ level: 'namespaces', environment, uid });
  const child = spawn(file, [...args.slice(0, -1), '-c', source, ...words], {
    cwd: '/',
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  // A file of the sandbox is made from what comes on descriptor 3, where it has one.
  (child.stdio[3] as Writable).on('error', () => {}).end(data);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(`${script} exited with ${code}`);
  return text;
}
