/**
 * Finds out what a sandbox really stops, by attacking it: a program inside tries to read a secret, to signal a process,
 * to reach a server and to write a file, all planted by us outside. What counts is what is seen outside afterwards.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '../../schema/limits.ts';
import type { Zygote } from './zygote.ts';

export interface ProbeResult {
  /** The attacks that got through; none of them on a level that holds. */
  readonly breaches: readonly string[];
}

const secret = 'planted-secret-d41d8cd98f00b204';

/** Runs the attacks on a warm zygote whose samples have this user id, if not ours. Throws when the zygote cannot even run the program that makes them. */
export async function probeZygote(zygote: Zygote, uid: number | undefined): Promise<ProbeResult> {
  const folder = mkdtempSync(join(tmpdir(), `bcb-${process.pid}-probe-`));
  // Nothing but the sandbox may stand in the way: file permissions and user ids do not.
  chmodSync(folder, 0o777);
  const secretFile = join(folder, 'secret');
  const writtenFile = join(folder, 'written');
  writeFileSync(secretFile, secret, { mode: 0o644 });
  const victim = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', ...(uid !== undefined && { uid, gid: uid }) });
  const { server, port, connections } = await listen();
  try {
    const target = { secretFile, writtenFile, pid: victim.pid ?? 1, port };
    // JSON of texts and numbers is Python too.
    const code = `TARGET = ${JSON.stringify(target)}\n${readJob('probe.py')}`;
    const test = readJob('probe_test.py');
    const limits = { ...defaultLimits, wallMs: 20_000, cpuMs: 10_000, memoryMb: 512 };
    const { outcome, reason, stdout } = await zygote.run({ id: 'probe', code, test, limits, libs: [] }, { seed: 0 });
    if (outcome !== 'pass') throw new Error(`the probe ended with ${outcome}: ${reason ?? 'no reason'}`);
    const breaches = [
      stdout.includes(secret) && 'read a file outside',
      (hasEnded(victim) || stdout.includes('signalled')) && 'signalled a process outside',
      (connections() > 0 || stdout.includes('connected')) && 'reached a server outside',
      existsSync(writtenFile) && 'wrote a file outside',
    ].filter((breach) => breach !== false);
    return { breaches };
  } finally {
    victim.kill('SIGKILL');
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJob(name: string): string {
  return readFileSync(new URL(`../../../python/jobs/${name}`, import.meta.url), 'utf8');
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function listen(): Promise<{ server: Server; port: number; connections: () => number }> {
  let count = 0;
  const server = createServer((socket) => {
    count++;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  server.unref();
  const address = server.address();
  return { server, port: typeof address === 'object' && address ? address.port : 0, connections: () => count };
}
