import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BigCodeBenchError, modelError } from '../error/bigcodebench-error.ts';
import type { Fetch, Variables } from '../util/http-fetch.ts';
import { signalGroup } from '../util/signal-group.ts';

/** A program that serves a model on a port of loopback. */
export interface ServerCommand {
  readonly program: string;
  readonly words: readonly string[];
  /** What errors call it. */
  readonly title: string;
  readonly variables: Variables;
}

interface StartOptions extends ServerCommand {
  readonly port: number;
  readonly fetch: Fetch;
  readonly signal?: AbortSignal | undefined;
}

const pollMs = 500;
const graceMs = 10_000;
const keptBytes = 4000;

/** Starts a server and waits until it responds. What it returns stops it and nothing else. */
export async function startServer(options: StartOptions): Promise<() => Promise<void>> {
  const { program, words, title, port, variables, fetch, signal } = options;
  const child = spawn(program, [...words, '--port', String(port)], {
    detached: true,
    // Its input ends when this process does, however that happens; ours takes that for its own end.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: variables as NodeJS.ProcessEnv,
  });
  let tail = '';
  const keep = (chunk: Buffer) => {
    tail = (tail + chunk.toString('utf8')).slice(-keptBytes);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, killedBy) => resolve(`exit ${code ?? killedBy}`));
  });
  while (!(await answers(fetch, port))) {
    const end = await Promise.race([ended, sleep(pollMs, undefined)]);
    if (end !== undefined) throw endedError(title, end, tail);
    if (!signal?.aborted) continue;
    await stop(child, ended);
    throw signal.reason;
  }
  return () => stop(child, ended);
}

export async function findFreePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Only a pipe's address is no such object.
  return (server.address() as AddressInfo).port;
}

async function answers(fetch: Fetch, port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
  return response?.ok ?? false;
}

/** The server's workers are in its process group, and nothing else is. */
async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child.pid, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

function endedError(title: string, how: string, tail: string): BigCodeBenchError {
  const last = tail.trimEnd().split('\n').slice(-3).join(' | ');
  return modelError(`${title} exited before it was ready (${how}): ${last}`);
}
