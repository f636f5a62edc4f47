/**
 * Bait on the host: what no program may read, reach or hurt. `words` are the placeholders that programs are given, so
 * that they need not guess where it lies.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const secretVariable = 'BCB_HOSTILE_SECRET';

export interface Planted extends AsyncDisposable {
  readonly words: Readonly<Record<string, string>>;
  /** What was reached since the last call, in words; `text` is everything that came back from a program. */
  violations(text: string): string[];
}

export interface PlantOptions {
  readonly repository: string;
  /** A value for the variable of the environment, which must be there before the sandbox is started. */
  readonly environmentToken: string;
  /** The user that samples run as, when this process may choose: the bystander becomes that user's process. */
  readonly bystanderUid?: number | undefined;
}

/** Puts a secret into the environment of this process; gives its value. */
export function plantVariable(): string {
  const value = token();
  process.env[secretVariable] = value;
  return value;
}

export async function plant({ repository, environmentToken, bystanderUid }: PlantOptions): Promise<Planted> {
  const folder = await mkdtemp(join(tmpdir(), 'bcb-planted-'));
  await chmod(folder, 0o755); // the file itself is closed; the sockets are open to everybody who can see them
  const tokens = { file: token(), environment: environmentToken, server: token() };
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, tokens.file, { mode: 0o600 });
  const counts: Record<string, number> = {};
  const servers: Server[] = [];
  const listen = async (name: string, where: { host: string; port: number } | { path: string }) => {
    counts[name] = 0;
    const server = createServer((socket) => {
      counts[name] = (counts[name] ?? 0) + 1;
      socket.on('error', () => {});
      socket.end(tokens.server);
    });
    server.listen(where);
    await once(server, 'listening');
    servers.push(server);
    return server;
  };
  const tcp = await listen('a TCP server on loopback', { host: '127.0.0.1', port: 0 });
  const socketPath = join(folder, 'socket');
  await listen('a unix socket', { path: socketPath });
  await chmod(socketPath, 0o777);
  const abstractName = `bcb-planted-${token()}`;
  await listen('an abstract unix socket', { path: `\0${abstractName}` });
  const udp = createSocket('udp4', () => {
    counts['a UDP socket on loopback'] = (counts['a UDP socket on loopback'] ?? 0) + 1;
  });
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  const bystander = startBystander(bystanderUid);
  await once(bystander, 'spawn');

  const address = tcp.address();
  const words = {
    SECRET_FILE: secretFile,
    SECRET_FOLDER: folder,
    SECRET_VARIABLE: secretVariable,
    TCP_PORT: String(address !== null && typeof address === 'object' ? address.port : 0),
    UDP_PORT: String(udp.address().port),
    SOCKET: socketPath,
    ABSTRACT: abstractName,
    NODE_PID: String(process.pid),
    BYSTANDER_PID: String(bystander.pid),
    REPOSITORY: repository,
  };
  const violations = (text: string): string[] => {
    const found = Object.entries(tokens).flatMap(([name, value]) =>
      text.includes(value) ? [`read the secret of the ${name}`] : [],
    );
    for (const [name, count] of Object.entries(counts)) if (count > 0) found.push(`reached ${name}`);
    for (const name of Object.keys(counts)) counts[name] = 0;
    if (!isRunning(bystander)) found.push('killed a bystander');
    return found;
  };
  const dispose = async () => {
    delete process.env[secretVariable];
    for (const server of servers) server.close();
    udp.close();
    if (isRunning(bystander)) {
      bystander.kill('SIGKILL');
      await once(bystander, 'exit');
    }
    await rm(folder, { recursive: true });
  };
  return { words, violations, [Symbol.asyncDispose]: dispose };
}

/** Replaces the placeholders of a program. */
export function fillIn(code: string, words: Readonly<Record<string, string>>): string {
  return code.replaceAll(/@([A-Z_]+)@/g, (placeholder, name: string) => words[name] ?? placeholder);
}

function startBystander(uid: number | undefined): ChildProcess {
  return spawn('sleep', ['100000'], { stdio: 'ignore', ...(uid !== undefined && { uid, gid: uid }) });
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function token(): string {
  return randomBytes(12).toString('hex');
}
