import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';

export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** kill −9. */
  kill(): Promise<void>;
  /** On the same port, with what its append-only file holds. */
  start(): Promise<void>;
  /** Throws away what it has on disk; to be called while it is dead. */
  forget(): Promise<void>;
}

/** A real Redis on loopback, with its own folder. */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bcb-redis-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async () => {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
    child = spawn('redis-server', [...words, '--appendonly', 'yes', '--appendfsync', 'always', ...settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    for await (const line of lines) if (line.includes('Ready to accept connections')) break;
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    start,
    forget: () => rm(join(folder, 'appendonlydir'), { recursive: true, force: true }),
    async [Symbol.asyncDispose]() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
