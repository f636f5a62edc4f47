/** What is planted outside the sandbox for hostile programs to find, and how the host looks before and after them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runnerFolder } from '../../src/executor/local/sandbox-layout.ts';

export const secret = 'planted-0f4c1b7e55a1';

export interface Planted {
  /** Values for the programs' placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** What programs did to the planted things so far; empty as long as all is well. */
  damage(): string[];
  remove(): Promise<void>;
}

export async function plant(level: string): Promise<Planted> {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-hostile-'));
  const secretFile = join(folder, 'secret.txt');
  writeFileSync(secretFile, secret, { mode: 0o644 });
  process.env.BCB_HOSTILE_SECRET = secret;
  const victim = spawn('sleep', ['100000'], { stdio: 'ignore' });
  let visitors = 0;
  const greet = (socket: { end(text: string): void; on(event: 'error', handler: () => void): void }) => {
    visitors++;
    socket.on('error', () => {});
    socket.end(secret);
  };
  const server = createServer(greet);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const datagrams = createSocket('udp4', () => visitors++);
  await new Promise<void>((resolve) => datagrams.bind(port, '0.0.0.0', resolve));
  const abstractName = `bcb-hostile-${process.pid}-${port}`;
  const unixServer = createServer(greet);
  await new Promise<void>((resolve) => unixServer.listen(`\0${abstractName}`, resolve));
  const isBoxed = level !== 'D' && level !== 'none';
  const python = (value: boolean) => (value ? 'True' : 'False');
  return {
    values: {
      SECRET_FILE: secretFile,
      OUTSIDE_DIR: folder,
      RUNNER_DIR: runnerFolder,
      PID: String(victim.pid),
      PORT: String(port),
      ABSTRACT: abstractName,
      HOST_ADDRESS: hostAddress(),
      BOXED: python(isBoxed),
      NONE: python(level === 'none'),
      X86: python(process.arch === 'x64'),
    },
    damage: () => {
      const found = [];
      if (visitors > 0) found.push('the planted server was reached');
      if (victim.exitCode !== null || victim.signalCode !== null) found.push('the planted process was killed');
      if (readFileSync(secretFile, 'utf8') !== secret) found.push('the planted file was changed');
      if (readdirSync(folder).length !== 1) found.push('a file was written outside');
      if (existsSync(join(runnerFolder, 'planted-by-a-program'))) found.push('a file was written to the runner');
      return found;
    },
    remove: async () => {
      delete process.env.BCB_HOSTILE_SECRET;
      await end({ victim, server, unixServer, datagrams });
      rmSync(folder, { recursive: true });
    },
  };
}

async function end(all: { victim: ChildProcess; server: Server; unixServer: Server; datagrams: DatagramSocket }) {
  all.victim.kill('SIGKILL');
  await Promise.all([
    new Promise((resolve) => all.server.close(resolve)),
    new Promise((resolve) => all.unixServer.close(resolve)),
    new Promise<void>((resolve) => all.datagrams.close(resolve)),
  ]);
}

function hostAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
