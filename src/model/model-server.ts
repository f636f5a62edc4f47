import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BigCodeBenchError, modelError } from '../error/bigcodebench-error.ts';
import { findOnPath } from '../util/find-on-path.ts';
import { fingerprintFile, hashValue } from '../util/hash.ts';
import type { Fetch, Variables } from '../util/http-fetch.ts';
import { signalGroup } from '../util/signal-group.ts';
import type { HttpModelOptions } from './http-model.ts';
import { withoutProvider } from './model-name.ts';

interface Launch {
  /** The name under which it serves the model. */
  readonly modelId: string;
  /** What it wants as a key, if it was given one for this run. */
  readonly token?: string;
  readonly maxConcurrency?: number;
  /** What besides requests affects its answers. */
  readonly fingerprint?: string;
  /** Undefined in a dry run on a machine that could not start it. */
  readonly command: ServerCommand | undefined;
}

/** A server that will run from the first question to the end of the model. */
export type PlannedServer = Awaited<ReturnType<typeof planServer>>;

/** Only `vllm` and `hf` have a server that can be started, and only if the program is installed. */
export async function planServer(input: HttpModelOptions, variables: Variables, fetch: Fetch) {
  const { signal } = input.options;
  const plan = input.provider.backend === 'hf' ? planWeights : planVllm;
  const { command, ...facts } = await plan(input, variables);
  const port = command === undefined ? 8000 : await findFreePort();
  let started: ReturnType<typeof startServer> | undefined;
  return {
    ...facts,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Starts it, once. */
    async start(): Promise<void> {
      if (command) started ??= startServer({ ...command, port, fetch, signal });
      await started;
    },
    async stop(): Promise<void> {
      const end = await started?.catch(() => undefined);
      await end?.();
    },
  };
}

/** The name under which a LoRA adapter is served and requested. */
const adapterName = 'adapter';

const flags = (values: Readonly<Record<string, string | number | undefined>>) =>
  Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));

async function planVllm(input: HttpModelOptions, variables: Variables): Promise<Launch> {
  const { provider, modelId, isGuessed, options } = input;
  const { tp, maxModelLen, revision, loraPath, tokenizerName } = options;
  const canStart = provider.backend === 'vllm';
  const program = canStart ? await findOnPath('vllm', variables) : undefined;
  if (program === undefined && !options.isDryRun) {
    if (isGuessed) throw withoutProvider(modelId);
    const also = canStart ? ', or install vLLM so that `vllm` is on PATH and a server can be started' : '';
    throw modelError(`${provider.title} needs an address: pass --base-url http://HOST:PORT/v1${also}.`);
  }
  const words = [
    ...['serve', modelId, '--host=127.0.0.1'],
    ...flags({ '--tensor-parallel-size': tp, '--max-model-len': maxModelLen }),
    ...flags({ '--revision': revision, '--tokenizer': tokenizerName }),
    // It cannot be asked for the legacy behaviour itself, only for the slow tokenizer that has it.
    ...(options.tokenizerLegacy ? ['--tokenizer-mode', 'slow'] : []),
    ...(options.trustRemoteCode ? ['--trust-remote-code'] : []),
    ...(loraPath === undefined ? [] : ['--enable-lora', '--lora-modules', `${adapterName}=${loraPath}`]),
  ];
  return {
    modelId: loraPath === undefined ? modelId : adapterName,
    command: program === undefined ? undefined : { title: '`vllm serve`', program, words, variables },
  };
}

const script = fileURLToPath(new URL('../../python/weights/serve.py', import.meta.url));

/** Weights in a folder or on the hub, run by transformers in a Python process that only we can ask. */
async function planWeights({ modelId, options }: HttpModelOptions, variables: Variables): Promise<Launch> {
  const { localBatch = 1, cwd = '.', isDryRun } = options;
  const { revision, trustRemoteCode, tokenizerName, tokenizerLegacy, dtype, device, attnImplementation } = options;
  const folder = resolve(cwd, modelId);
  const isFolder = existsSync(folder);
  const token = randomBytes(16).toString('hex');
  const words = [
    ...['-I', script, isFolder ? folder : modelId],
    ...flags({ '--revision': revision, '--tokenizer': tokenizerName, '--dtype': dtype, '--device': device }),
    ...flags({ '--attn-implementation': attnImplementation, '--batch': localBatch }),
    ...(tokenizerLegacy ? ['--tokenizer-legacy'] : []),
    ...(trustRemoteCode ? ['--trust-remote-code'] : []),
  ];
  const program = isDryRun ? undefined : await options.findWeightsPython?.(variables);
  if (program === undefined && !isDryRun) {
    throw modelError('hf needs a Python with torch and transformers, or an address: pass --base-url.');
  }
  const given = { ...variables, BCB_WEIGHTS_TOKEN: token };
  const files = isFolder ? describeFiles(folder) : null;
  return {
    modelId,
    token,
    maxConcurrency: localBatch,
    fingerprint: hashValue({ dtype, attnImplementation, tokenizerLegacy, files }),
    command: program === undefined ? undefined : { title: 'The server for weights', program, words, variables: given },
  };
}

function describeFiles(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.sort().map((path) => `${relative(folder, path)} ${fingerprintFile(path)}`);
}

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
