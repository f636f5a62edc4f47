import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { findProgram } from '../../../util/testing/needs.ts';
import { freePort } from './free-port.ts';

/** A real Postgres on loopback, with its own folder. It refuses to run as root: then it runs as `postgres`. */
export async function startPostgres(): Promise<AsyncDisposable & { readonly url: string }> {
  // Beside it is `initdb`, also where PATH has only a link to it.
  const bin = dirname(realpathSync(findProgram('postgres') ?? ''));
  const folder = await mkdtemp(join(tmpdir(), 'bcb-postgres-'));
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : {};
  if ('uid' in owner) execFileSync('chown', ['postgres', folder]);
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'fleet', '-A', 'trust', '--no-sync'], { ...owner, cwd: '/' });
  const port = await freePort();
  const words = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off'];
  const child: ChildProcess = spawn(join(bin, 'postgres'), words, {
    ...owner,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const lines = createInterface({ input: child.stderr ?? process.stdin });
  for await (const line of lines) if (line.includes('ready to accept connections')) break;
  child.stderr?.resume();
  return {
    url: `postgres://fleet@127.0.0.1:${port}/postgres`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const id = (kind: string) => Number(execFileSync('id', [kind, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
